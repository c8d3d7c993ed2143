module attributes {
  tc.version = "0.1",
  tc.model = "linear",
  tc.expected = [{shape = [1, 3], dtype = f32, sum = 21.875, norm = 13.732375067700415, eager_error = 1.0e-07, eager_max = 1.0e-06, samples = dense<[3.5, 7.25, 11.125]> : tensor<3xf64>}]
} {
  prim.weight @w : tensor<3x2xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 7}}
  prim.weight @b : tensor<3xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 7}}
  fx.graph @main(%x: tensor<1x2xf32> {fx.name = "x", tc.init = {kind = "constant", value = 1.0}}) -> (tensor<1x3xf32>) {
    %w = fx.get_attr @w : tensor<3x2xf32>
    %b = fx.get_attr @b : tensor<3xf32>
    %0 = fx.call "aten.linear.default"(%x, %w, %b) : (tensor<1x2xf32>, tensor<3x2xf32>, tensor<3xf32>) -> tensor<1x3xf32>
    fx.output %0 : tensor<1x3xf32>
  }
}
