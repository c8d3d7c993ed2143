module attributes {
  tc.version = "0.1",
  tc.model = "scaled",
  tc.sizes = {n = 2},
  tc.expected = [{shape = [2, 3], dtype = f32, sum = 9.90625, norm = 4.069765138340295, eager_error = 1.0e-07, eager_max = 1.0e-06, samples = dense<[1.75, 1.8125, 1.390625, 1.75, 1.8125, 1.390625]> : tensor<6xf64>}]
} {
  prim.weight @w : tensor<3x2xf32>
  prim.weight @b : tensor<3xf32>
  fx.graph @main(%x: tensor<?x2xf32, #tc.dims<[n, 2]>> {fx.name = "x", tc.init = {kind = "constant", value = 1.0}}) -> (tensor<?x3xf32, #tc.dims<[n, 3]>>) {
    %w = fx.get_attr @w : tensor<3x2xf32>
    %b = fx.get_attr @b : tensor<3xf32>
    %0 = fx.call "aten.linear.default"(%x, %w, %b) : (tensor<?x2xf32, #tc.dims<[n, 2]>>, tensor<3x2xf32>, tensor<3xf32>) -> tensor<?x3xf32, #tc.dims<[n, 3]>>
    %1 = fx.call "aten.mul.Tensor"(%0, %b) : (tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<3xf32>) -> tensor<?x3xf32, #tc.dims<[n, 3]>>
    fx.output %1 : tensor<?x3xf32, #tc.dims<[n, 3]>>
  }
}
