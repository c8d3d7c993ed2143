module attributes {
  tc.version = "0.1",
  tc.model = "histograms",
  tc.expected = [{shape = [5], dtype = f32, sum = 24.0, norm = 12.806248474865697, eager_error = 0.0, eager_max = 0.0, samples = dense<[8.0, 3.0, 9.0, 3.0, 1.0]> : tensor<5xf64>}, {shape = [7], dtype = f32, sum = 24.0, norm = 9.899494936611665, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.0, 4.0, 3.0, 6.0, 2.0, 4.0, 4.0]> : tensor<7xf64>}, {shape = [4], dtype = f32, sum = 30.0, norm = 15.556349186104045, eager_error = 0.0, eager_max = 0.0, samples = dense<[6.0, 11.0, 6.0, 7.0]> : tensor<4xf64>}]
} {
  fx.graph @main(%experts: tensor<24xi64> {fx.name = "experts", tc.init = {kind = "randint", low = 0, high = 5, stream = 900, seed = 7}}, %x: tensor<30xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<5xf32>, tensor<7xf32>, tensor<4xf32>) {
    fx.call "aten._assert_tensor_metadata.default"(%experts, dtype = i64, device = "cpu", layout = "strided") : (tensor<24xi64>) -> () loc(#loc0)
    %to = fx.call "aten.to.dtype"(%experts, f32) : (tensor<24xi64>) -> tensor<24xf32> loc(#loc0)
    %histc = fx.call "aten.histc.default"(%to, 5, 0, 4) : (tensor<24xf32>) -> tensor<5xf32> loc(#loc0)
    %histc_1 = fx.call "aten.histc.default"(%x, 7, -1.5, 1.0) : (tensor<30xf32>) -> tensor<7xf32> loc(#loc0)
    %histc_2 = fx.call "aten.histc.default"(%x, 4) : (tensor<30xf32>) -> tensor<4xf32> loc(#loc0)
    fx.output %histc, %histc_1, %histc_2 : tensor<5xf32>, tensor<7xf32>, tensor<4xf32>
  }
}
#loc0 = loc("histograms")
