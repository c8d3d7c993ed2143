module attributes {
  tc.version = "0.1",
  tc.model = "arguments_swapped_in_place",
  tc.expected = [{shape = [2, 3], dtype = f32, sum = -0.4546271711587906, norm = 1.914307575304637, eager_error = 3.209466563219948e-08, eager_max = 5.960464477539063e-08, samples = dense<[-0.1974673569202423, 0.3604844808578491, -0.12699651718139648, 0.6074614077806473, 0.5706712007522583, -1.6687803864479065]> : tensor<6xf64>}],
  tc.expected_state = [{argument = 0, shape = [2, 3], dtype = f32, sum = 1.9446460455656052, norm = 2.2822787591931535, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.36028918623924255, 1.6019290685653687, 0.4716578722000122, -0.1594533771276474, 0.886431872844696, -1.216208577156067]> : tensor<6xf64>}, {argument = 1, shape = [2, 3], dtype = f32, sum = 2.3992732167243958, norm = 1.7616323213508636, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.31576067209243774, 0.4525718092918396]> : tensor<6xf64>}]
} {
  fx.graph @main(%x: tensor<2x3xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %y: tensor<2x3xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<2x3xf32>) {
    %clone = fx.call "aten.clone.default"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32> loc(#loc0)
    %copy_ = fx.call "aten.copy_.default"(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> loc(#loc0)
    %copy__1 = fx.call "aten.copy_.default"(%y, %clone) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> loc(#loc0)
    %sub = fx.call "aten.sub.Tensor"(%copy_, %copy__1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> loc(#loc0)
    fx.output %sub : tensor<2x3xf32>
  }
}
#loc0 = loc("arguments_swapped_in_place")
