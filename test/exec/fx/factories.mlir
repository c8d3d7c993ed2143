module attributes {
  tc.version = "0.1",
  tc.model = "factories",
  tc.expected = [{shape = [3], dtype = i64, sum = 12.0, norm = 8.12403840463596, samples = dense<[1.0, 4.0, 7.0]> : tensor<3xf64>}, {shape = [2], dtype = i64, sum = 6.0, norm = 4.242640687119285, samples = dense<[3.0, 3.0]> : tensor<2xf64>}, {shape = [3], dtype = f32, sum = 0.0, norm = 0.0, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.0, 0.0, 0.0]> : tensor<3xf64>}, {shape = [2], dtype = f32, sum = 3.0, norm = 2.1213203435596424, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.5, 1.5]> : tensor<2xf64>}, {shape = [4], dtype = f32, sum = 1.5, norm = 0.9354143466934853, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.0, 0.25, 0.5, 0.75]> : tensor<4xf64>}, {shape = [1], dtype = f32, sum = 0.0, norm = 0.0, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.0]> : tensor<1xf64>}, {shape = [3], dtype = f32, sum = 4.795711040496826, norm = 2.973660440407505, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.1155130863189697, 2.482889175415039, 1.1973087787628174]> : tensor<3xf64>}]
} {
  fx.graph @main(%x: tensor<3xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<3xi64>, tensor<2xi64>, tensor<3xf32>, tensor<2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<3xf32>) {
    %arange = fx.call "aten.arange.start_step"(1, 10, 3, device = "cpu", pin_memory = false) : () -> tensor<3xi64> loc(#loc0)
    %full = fx.call "aten.full.default"([2], 3, device = "cpu", pin_memory = false) : () -> tensor<2xi64> loc(#loc0)
    %zeros_like = fx.call "aten.zeros_like.default"(%x, pin_memory = false) : (tensor<3xf32>) -> tensor<3xf32> loc(#loc0)
    %new_full = fx.call "aten.new_full.default"(%x, [2], 1.5, pin_memory = false) : (tensor<3xf32>) -> tensor<2xf32> loc(#loc0)
    %arange_1 = fx.call "aten.arange.start_step"(0.0, 1.0, 0.25, device = "cpu", pin_memory = false) : () -> tensor<4xf32> loc(#loc0)
    %new_zeros = fx.call "aten.new_zeros.default"(%x, [1], pin_memory = false) : (tensor<3xf32>) -> tensor<1xf32> loc(#loc0)
    %scalar_tensor = fx.call "aten.scalar_tensor.default"(2.0, device = "cpu", pin_memory = false) : () -> tensor<f32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%scalar_tensor, %x) : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32> loc(#loc0)
    fx.output %arange, %full, %zeros_like, %new_full, %arange_1, %new_zeros, %mul : tensor<3xi64>, tensor<2xi64>, tensor<3xf32>, tensor<2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<3xf32>
  }
}
#loc0 = loc("factories")
