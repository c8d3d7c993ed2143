module attributes {
  tc.version = "0.1",
  tc.model = "while_sum_is_small",
  tc.expected = [{shape = [], dtype = i64, sum = 5.0, norm = 5.0, samples = dense<[5.0]> : tensor<1xf64>}, {shape = [3], dtype = f32, sum = 179.12329760193825, norm = 108.21092238100167, eager_error = 7.190721539782282e-08, eager_max = 7.271766662597656e-06, samples = dense<[44.953785330057144, 85.63242304325104, 48.537089228630066]> : tensor<3xf64>}]
} {
  fx.graph @main(%x: tensor<3xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 900, seed = 7}}, %y: tensor<3xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<i64>, tensor<3xf32>) {
    %zeros = fx.call "aten.zeros.default"([], dtype = i64, device = "cpu", pin_memory = false) : () -> tensor<i64> loc(#loc0)
    %while_loop:2 = fx.while_loop (%zeros, %x) with (%y) : (tensor<i64>, tensor<3xf32>, tensor<3xf32>) -> (tensor<i64>, tensor<3xf32>) cond {
    ^bb0(%while_loop.0.arg0_1: tensor<i64>, %while_loop.0.arg1_1: tensor<3xf32>, %while_loop.0.arg2_1: tensor<3xf32>):
      %while_loop.0.lt = fx.call "aten.lt.Scalar"(%while_loop.0.arg0_1, 20) : (tensor<i64>) -> tensor<i1>
      %while_loop.0.abs_1 = fx.call "aten.abs.default"(%while_loop.0.arg1_1) : (tensor<3xf32>) -> tensor<3xf32>
      %while_loop.0.sum_1 = fx.call "aten.sum.default"(%while_loop.0.abs_1) : (tensor<3xf32>) -> tensor<f32>
      %while_loop.0.lt_1 = fx.call "aten.lt.Scalar"(%while_loop.0.sum_1, 100) : (tensor<f32>) -> tensor<i1>
      %while_loop.0.and_1 = fx.call "aten.__and__.Tensor"(%while_loop.0.lt, %while_loop.0.lt_1) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      fx.output %while_loop.0.and_1 : tensor<i1>
    } do {
    ^bb0(%while_loop.1.arg0_1: tensor<i64>, %while_loop.1.arg1_1: tensor<3xf32>, %while_loop.1.arg2_1: tensor<3xf32>):
      %while_loop.1.add = fx.call "aten.add.Tensor"(%while_loop.1.arg0_1, 1) : (tensor<i64>) -> tensor<i64>
      %while_loop.1.mul = fx.call "aten.mul.Tensor"(%while_loop.1.arg1_1, 2) : (tensor<3xf32>) -> tensor<3xf32>
      %while_loop.1.add_1 = fx.call "aten.add.Tensor"(%while_loop.1.mul, %while_loop.1.arg2_1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      fx.output %while_loop.1.add, %while_loop.1.add_1 : tensor<i64>, tensor<3xf32>
    } loc(#loc0)
    fx.output %while_loop#0, %while_loop#1 : tensor<i64>, tensor<3xf32>
  }
}
#loc0 = loc("while_sum_is_small")
