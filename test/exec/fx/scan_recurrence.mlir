module attributes {
  tc.version = "0.1",
  tc.model = "scan_recurrence",
  tc.expected = [{shape = [2, 4], dtype = f32, sum = -2.0942099916336216, norm = 2.055237301193753, eager_error = 2.6647589897805495e-08, eager_max = 3.356294098200152e-08, samples = dense<[-0.7158257029597336, -0.7416631862630222, 0.12451691224597441, -0.9320389410456604, 0.7156930035625902, 0.86470146298663, -0.8141734737495684, -0.5954200664108317]> : tensor<8xf64>}, {shape = [5, 2], dtype = f32, sum = 8.12289650015196, norm = 3.846496758205677, eager_error = 5.0318524735886153e-08, eager_max = 1.5364833250153254e-07, samples = dense<[2.5943070310179523, 0.8130834611160438, -0.06592217062705696, 0.28280514490428244, 0.7086074007873975, -0.5771367041574733, 0.9057311915293504, 1.5262334044077583, 0.1125340113306568, 1.8226537298430483]> : tensor<10xf64>}]
} {
  prim.weight @"decay" : tensor<4xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 0, seed = 7}}
  fx.graph @main(%xs: tensor<5x2x4xf32> {fx.name = "xs", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %state: tensor<2x4xf32> {fx.name = "state", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<2x4xf32>, tensor<5x2xf32>) {
    %p_decay = fx.get_attr @"decay" : tensor<4xf32>
    %scan:2 = fx.scan (%state) over (%xs) with (%p_decay) : (tensor<2x4xf32>, tensor<5x2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<5x2xf32>) {
    ^bb0(%scan.0.arg0_1: tensor<2x4xf32>, %scan.0.arg1_1: tensor<2x4xf32>, %scan.0.arg2_1: tensor<4xf32>):
      %scan.0.mul = fx.call "aten.mul.Tensor"(%scan.0.arg0_1, %scan.0.arg2_1) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
      %scan.0.add = fx.call "aten.add.Tensor"(%scan.0.mul, %scan.0.arg1_1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
      %scan.0.tanh = fx.call "aten.tanh.default"(%scan.0.add) : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %scan.0.mul_1 = fx.call "aten.mul.Tensor"(%scan.0.arg0_1, %scan.0.arg1_1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
      %scan.0.sum_1 = fx.call "aten.sum.dim_IntList"(%scan.0.mul_1, [-1]) : (tensor<2x4xf32>) -> tensor<2xf32>
      fx.output %scan.0.tanh, %scan.0.sum_1 : tensor<2x4xf32>, tensor<2xf32>
    } loc(#loc0)
    fx.output %scan#0, %scan#1 : tensor<2x4xf32>, tensor<5x2xf32>
  }
}
#loc0 = loc("scan_recurrence")
