module attributes {
  tc.version = "0.1",
  tc.model = "backward_dropout",
  tc.expected = [{shape = [3, 5], dtype = f32, sum = 3.268994577229023, norm = 2.3417775691177574, eager_error = 2.1342767442476366e-08, eager_max = 2.9802322387695312e-08, samples = dense<[0.6971956789493561, 1.5518057346343994, 0.0, -0.9586434811353683, 0.3947008401155472, 0.5657147616147995, 0.0, -0.0, 0.6023736298084259, 0.0, -0.0, 0.0, -0.40265042334795, 0.0, 0.8184978365898132]> : tensor<15xf64>}]
} {
  fx.graph @main(%g: tensor<3x5xf32> {fx.name = "g", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %kept: tensor<3x5xi1> {fx.name = "kept", tc.init = {kind = "randint", low = 0, high = 2, stream = 901, seed = 7}})
      -> (tensor<3x5xf32>) {
    %native_dropout_backward = fx.call "aten.native_dropout_backward.default"(%g, %kept, 1.25) : (tensor<3x5xf32>, tensor<3x5xi1>) -> tensor<3x5xf32> loc(#loc0)
    fx.output %native_dropout_backward : tensor<3x5xf32>
  }
}
#loc0 = loc("backward_dropout")
