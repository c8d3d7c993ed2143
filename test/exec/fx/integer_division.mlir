module attributes {
  tc.version = "0.1",
  tc.model = "integer_division",
  tc.expected = [{shape = [24], dtype = i64, sum = -14.0, norm = 11.40175425099138, samples = dense<[-1.0, -1.0, 3.0, 1.0, -3.0, -3.0, -3.0, 0.0, 1.0, -3.0, -2.0, 0.0, 1.0, -1.0, -3.0, 1.0, -1.0, 0.0, -1.0, 1.0, -6.0, 1.0, 5.0, 0.0]> : tensor<24xf64>}, {shape = [24], dtype = i64, sum = 21.0, norm = 6.4031242374328485, samples = dense<[0.0, 1.0, 0.0, 2.0, 0.0, 1.0, 2.0, 1.0, 2.0, 2.0, 0.0, 0.0, 3.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 3.0]> : tensor<24xf64>}, {shape = [24], dtype = i64, sum = -8.0, norm = 10.392304845413264, samples = dense<[-1.0, 0.0, 3.0, 1.0, -3.0, -2.0, -2.0, 0.0, 1.0, -2.0, -2.0, 0.0, 1.0, -1.0, -2.0, 1.0, 0.0, 0.0, -1.0, 1.0, -6.0, 1.0, 5.0, 0.0]> : tensor<24xf64>}, {shape = [24], dtype = i64, sum = 7.0, norm = 5.916079783099616, samples = dense<[0.0, -1.0, 0.0, 2.0, 0.0, -1.0, -1.0, 1.0, 2.0, -1.0, 0.0, 0.0, 3.0, 0.0, -1.0, 0.0, -1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 3.0]> : tensor<24xf64>}, {shape = [24], dtype = i64, sum = -7.0, norm = 7.280109889280518, samples = dense<[0.0, 0.0, -1.0, -2.0, 2.0, 1.0, 2.0, -1.0, -2.0, 2.0, 0.0, 0.0, -3.0, 1.0, 1.0, -1.0, 0.0, -1.0, 0.0, -2.0, 2.0, -2.0, -2.0, -1.0]> : tensor<24xf64>}, {shape = [24], dtype = i64, sum = -24.0, norm = 6.48074069840786, samples = dense<[-2.0, -1.0, 0.0, 0.0, 0.0, -2.0, -1.0, -2.0, 0.0, -1.0, -2.0, 0.0, -2.0, 0.0, -2.0, 0.0, -1.0, -2.0, -2.0, -1.0, 0.0, -2.0, -1.0, 0.0]> : tensor<24xf64>}]
} {
  fx.graph @main(%x: tensor<24xi64> {fx.name = "x", tc.init = {kind = "randint", low = -9, high = 10, stream = 900, seed = 7}}, %y: tensor<24xi64> {fx.name = "y", tc.init = {kind = "randint", low = 1, high = 5, stream = 901, seed = 7}})
      -> (tensor<24xi64>, tensor<24xi64>, tensor<24xi64>, tensor<24xi64>, tensor<24xi64>, tensor<24xi64>) {
    %floor_divide = fx.call "aten.floor_divide.default"(%x, %y) : (tensor<24xi64>, tensor<24xi64>) -> tensor<24xi64> loc(#loc0)
    %remainder = fx.call "aten.remainder.Tensor"(%x, %y) : (tensor<24xi64>, tensor<24xi64>) -> tensor<24xi64> loc(#loc0)
    %div = fx.call "aten.div.Tensor_mode"(%x, %y, rounding_mode = "trunc") : (tensor<24xi64>, tensor<24xi64>) -> tensor<24xi64> loc(#loc0)
    %fmod = fx.call "aten.fmod.Tensor"(%x, %y) : (tensor<24xi64>, tensor<24xi64>) -> tensor<24xi64> loc(#loc0)
    %floor_divide_1 = fx.call "aten.floor_divide.default"(%x, -3) : (tensor<24xi64>) -> tensor<24xi64> loc(#loc0)
    %remainder_1 = fx.call "aten.remainder.Scalar"(%x, -3) : (tensor<24xi64>) -> tensor<24xi64> loc(#loc0)
    fx.output %floor_divide, %remainder, %div, %fmod, %floor_divide_1, %remainder_1 : tensor<24xi64>, tensor<24xi64>, tensor<24xi64>, tensor<24xi64>, tensor<24xi64>, tensor<24xi64>
  }
}
#loc0 = loc("integer_division")
