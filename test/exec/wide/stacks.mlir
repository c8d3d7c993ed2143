module attributes {
  tc.version = "0.1",
  tc.model = "stacks",
  tc.expected = [{shape = [2, 6], dtype = f32, sum = 4.343919262290001, norm = 2.883079043365317, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 1.2414445877075195, 0.5986543893814087, 0.36028918623924255, 1.6019290685653687, 0.4716578722000122, -0.7669147849082947, 0.31576067209243774, 0.4525718092918396, -0.1594533771276474, 0.886431872844696, -1.216208577156067]> : tensor<12xf64>}, {shape = [4, 3], dtype = f32, sum = 4.343919262290001, norm = 2.883079043365317, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.31576067209243774, 0.4525718092918396, 0.36028918623924255, 1.6019290685653687, 0.4716578722000122, -0.1594533771276474, 0.886431872844696, -1.216208577156067]> : tensor<12xf64>}]
} {
  fx.graph @main(%x: tensor<2x3xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %y: tensor<2x3xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<2x6xf32>, tensor<4x3xf32>) {
    %hstack = fx.call "aten.hstack.default"([%x, %y]) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32> loc(#loc0)
    %vstack = fx.call "aten.vstack.default"([%x, %y]) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32> loc(#loc0)
    fx.output %hstack, %vstack : tensor<2x6xf32>, tensor<4x3xf32>
  }
}
#loc0 = loc("stacks")
