module attributes {
  tc.version = "0.1",
  tc.model = "write_before_and_after_read",
  tc.expected = [{shape = [6], dtype = f32, sum = 16.79854643344879, norm = 7.457048979073913, eager_error = 2.2607789558130664e-08, eager_max = 1.1920928955078125e-07, samples = dense<[3.1155130863189697, 4.482889175415039, 3.1973087787628174, 0.46617043018341064, 2.6315213441848755, 2.905143618583679]> : tensor<6xf64>}, {shape = [6], dtype = f32, sum = 0.8978555202484131, norm = 0.7502056941017747, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.05775654315948486, 0.7414445877075195, 0.09865438938140869, 0.0, 0.0, 0.0]> : tensor<6xf64>}, {shape = [2, 3], dtype = f32, sum = 0.8978555202484131, norm = 0.7502056941017747, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.05775654315948486, 0.7414445877075195, 0.09865438938140869, 0.0, 0.0, 0.0]> : tensor<6xf64>}]
} {
  fx.graph @main(%x: tensor<2x3xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<6xf32>, tensor<6xf32>, tensor<2x3xf32>) {
    %add = fx.call "aten.add.Tensor"(%x, 1) : (tensor<2x3xf32>) -> tensor<2x3xf32> loc(#loc0)
    %view = fx.call "aten.view.default"(%add, [6]) : (tensor<2x3xf32>) -> tensor<6xf32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%view, 2) : (tensor<6xf32>) -> tensor<6xf32> loc(#loc0)
    %add_ = fx.call "aten.add_.Tensor"(%add, -1.5) : (tensor<2x3xf32>) -> tensor<2x3xf32> loc(#loc0)
    %relu_ = fx.call "aten.relu_.default"(%add_) : (tensor<2x3xf32>) -> tensor<2x3xf32> loc(#loc0)
    fx.output %mul, %view, %relu_ : tensor<6xf32>, tensor<6xf32>, tensor<2x3xf32>
  }
}
#loc0 = loc("write_before_and_after_read")
