module attributes {
  tc.version = "0.1",
  tc.model = "losses",
  tc.expected = [{shape = [], dtype = f32, sum = 3.0344413009002493, norm = 3.0344413009002493, eager_error = 2.2481560244138858e-08, eager_max = 6.821897491349205e-08, samples = dense<[3.0344413009002493]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 2.8157803176131138, norm = 2.8157803176131138, eager_error = 2.9695762881919237e-08, eager_max = 8.361674463941426e-08, samples = dense<[2.8157803176131138]> : tensor<1xf64>}, {shape = [6], dtype = f32, sum = 18.20664780540149, norm = 7.606492189633528, eager_error = 3.196830799978194e-08, eager_max = 1.9525056327296397e-07, samples = dense<[2.19851760487684, 2.2080720881881835, 3.9352839431121414, 3.579544529577041, 3.3639820053719953, 2.921247634275291]> : tensor<6xf64>}, {shape = [], dtype = f32, sum = 2.8157803176131138, norm = 2.8157803176131138, eager_error = 2.9695762881919237e-08, eager_max = 8.361674463941426e-08, samples = dense<[2.8157803176131138]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 2.166692612807869, norm = 2.166692612807869, eager_error = 5.421248918648747e-08, eager_max = 1.1746179984228888e-07, samples = dense<[2.166692612807869]> : tensor<1xf64>}]
} {
  fx.graph @main(%x: tensor<6x9xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %target: tensor<6xi64> {fx.name = "target", tc.init = {kind = "randint", low = 0, high = 9, stream = 901, seed = 7}}, %y: tensor<6x9xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}})
      -> (tensor<f32>, tensor<f32>, tensor<6xf32>, tensor<f32>, tensor<f32>) {
    %eq = fx.call "aten.eq.Scalar"(%target, 3) : (tensor<6xi64>) -> tensor<6xi1> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%eq, 103) : (tensor<6xi1>) -> tensor<6xi64> loc(#loc0)
    %sub = fx.call "aten.sub.Tensor"(%target, %mul) : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64> loc(#loc0)
    %cross_entropy_loss = fx.call "aten.cross_entropy_loss.default"(%x, %target) : (tensor<6x9xf32>, tensor<6xi64>) -> tensor<f32> loc(#loc0)
    %log_softmax = fx.call "aten.log_softmax.int"(%x, 1) : (tensor<6x9xf32>) -> tensor<6x9xf32> loc(#loc0)
    %nll_loss_nd = fx.call "aten.nll_loss_nd.default"(%log_softmax, %sub) : (tensor<6x9xf32>, tensor<6xi64>) -> tensor<f32> loc(#loc0)
    %cross_entropy_loss_1 = fx.call "aten.cross_entropy_loss.default"(%x, %target, none, 0) : (tensor<6x9xf32>, tensor<6xi64>) -> tensor<6xf32> loc(#loc0)
    %cross_entropy_loss_2 = fx.call "aten.cross_entropy_loss.default"(%x, %target, none, 1, 3) : (tensor<6x9xf32>, tensor<6xi64>) -> tensor<f32> loc(#loc0)
    %broadcast_tensors:2 = fx.call "aten.broadcast_tensors.default"([%x, %y]) : (tensor<6x9xf32>, tensor<6x9xf32>) -> (tensor<6x9xf32>, tensor<6x9xf32>) loc(#loc0)
    %mse_loss = fx.call "aten.mse_loss.default"(%broadcast_tensors#0, %broadcast_tensors#1) : (tensor<6x9xf32>, tensor<6x9xf32>) -> tensor<f32> loc(#loc0)
    fx.output %cross_entropy_loss, %nll_loss_nd, %cross_entropy_loss_1, %cross_entropy_loss_2, %mse_loss : tensor<f32>, tensor<f32>, tensor<6xf32>, tensor<f32>, tensor<f32>
  }
}
#loc0 = loc("losses")
