module attributes {
  tc.version = "0.1",
  tc.model = "repeats_by_counts",
  tc.expected = [{shape = [9], dtype = i64, sum = 30.0, norm = 11.661903789690601, samples = dense<[1.0, 1.0, 1.0, 2.0, 4.0, 4.0, 5.0, 6.0, 6.0]> : tensor<9xf64>}, {shape = [9, 3], dtype = f32, sum = -2.9371267585083842, norm = 4.6795906863382415, eager_error = 0.0, eager_max = 0.0, samples = dense<[-0.1594533771276474, 0.886431872844696, -1.216208577156067, -0.1594533771276474, 0.886431872844696, -1.216208577156067, -0.1594533771276474, 0.886431872844696, -1.216208577156067, 1.688693881034851, -0.2084219753742218, 1.2026559114456177, -0.15949569642543793, -0.15433749556541443, -1.5822279453277588, -0.15949569642543793, -0.15433749556541443, -1.5822279453277588, 0.7485908269882202, 1.6919233798980713, -0.0060123903676867485, -0.6215303540229797, 0.05452777072787285, -0.8303693532943726, -0.6215303540229797, 0.05452777072787285, -0.8303693532943726]> : tensor<27xf64>}, {shape = [7, 3], dtype = f32, sum = 3.2531476775184274, norm = 4.143017488927562, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.36028918623924255, 1.6019290685653687, 0.4716578722000122, -0.1594533771276474, 0.886431872844696, -1.216208577156067, 1.688693881034851, -0.2084219753742218, 1.2026559114456177, -0.18232126533985138, -0.6518838405609131, 0.31871017813682556, -0.15949569642543793, -0.15433749556541443, -1.5822279453277588, 0.7485908269882202, 1.6919233798980713, -0.0060123903676867485, -0.6215303540229797, 0.05452777072787285, -0.8303693532943726]> : tensor<21xf64>}]
} {
  fx.graph @main(%counts: tensor<7xi64> {fx.name = "counts", tc.init = {kind = "randint", low = 0, high = 4, stream = 900, seed = 7}}, %x: tensor<7x3xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}}, %columns: tensor<3xi64> {fx.name = "columns", tc.init = {kind = "randint", low = 0, high = 3, stream = 902, seed = 7}})
      -> (tensor<?xi64, #tc.dims<[u0]>>, tensor<?x3xf32, #tc.dims<[u1, 3]>>, tensor<7x?xf32, #tc.dims<[7, u2]>>) {
    %repeat_interleave = fx.call "aten.repeat_interleave.Tensor"(%counts) : (tensor<7xi64>) -> tensor<?xi64, #tc.dims<[u0]>> loc(#loc0)
    %repeat_interleave_1 = fx.call "aten.repeat_interleave.self_Tensor"(%x, %counts, 0) : (tensor<7x3xf32>, tensor<7xi64>) -> tensor<?x3xf32, #tc.dims<[u1, 3]>> loc(#loc0)
    %repeat_interleave_2 = fx.call "aten.repeat_interleave.self_Tensor"(%x, %columns, 1) : (tensor<7x3xf32>, tensor<3xi64>) -> tensor<7x?xf32, #tc.dims<[7, u2]>> loc(#loc0)
    fx.output %repeat_interleave, %repeat_interleave_1, %repeat_interleave_2 : tensor<?xi64, #tc.dims<[u0]>>, tensor<?x3xf32, #tc.dims<[u1, 3]>>, tensor<7x?xf32, #tc.dims<[7, u2]>>
  }
}
#loc0 = loc("repeats_by_counts")
