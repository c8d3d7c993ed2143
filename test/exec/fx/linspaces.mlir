module attributes {
  tc.version = "0.1",
  tc.model = "linspaces",
  tc.expected = [{shape = [7], dtype = i64, sum = -13.0, norm = 12.767145334803704, samples = dense<[5.0, 2.0, 0.0, -1.0, -4.0, -6.0, -9.0]> : tensor<7xf64>}, {shape = [5], dtype = f32, sum = 22.93250322341919, norm = 14.616255254834524, eager_error = 1.6311878449351953e-08, eager_max = 2.384185791015625e-07, samples = dense<[-2.0, 1.293250322341919, 4.586500644683838, 7.879750967025757, 11.173001289367676]> : tensor<5xf64>}, {shape = [6], dtype = f32, sum = 12.173269629478455, norm = 5.545975102437351, eager_error = 3.0398151980430846e-08, eager_max = 1.4305114737211966e-07, samples = dense<[0.5577565431594849, 1.146205234527588, 1.734653925895691, 2.323102617263794, 2.911551308631897, 3.5]> : tensor<6xf64>}, {shape = [9], dtype = f32, sum = 52.78841024637222, norm = 20.37804543350946, eager_error = 2.4947904718351763e-08, eager_max = 3.427267074584961e-07, samples = dense<[0.5577565431594849, 1.8846621364355087, 3.2115677297115326, 4.5384733229875565, 5.86537891626358, 7.192284509539604, 8.519190102815628, 9.846095696091652, 11.173001289367676]> : tensor<9xf64>}, {shape = [9], dtype = i64, sum = 46.0, norm = 18.65475810617763, samples = dense<[0.0, 1.0, 2.0, 4.0, 5.0, 6.0, 8.0, 9.0, 11.0]> : tensor<9xf64>}]
} {
  fx.graph @main(%x: tensor<2xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<7xi64>, tensor<5xf32>, tensor<6xf32>, tensor<9xf32>, tensor<9xi64>) {
    %select = fx.call "aten.select.int"(%x, 0, 0) : (tensor<2xf32>) -> tensor<f32> loc(#loc0)
    %select_1 = fx.call "aten.select.int"(%x, 0, 1) : (tensor<2xf32>) -> tensor<f32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%select_1, 9) : (tensor<f32>) -> tensor<f32> loc(#loc0)
    %linspace = fx.call "aten.linspace.default"(5, -9, 7, dtype = i64) : () -> tensor<7xi64> loc(#loc0)
    %linspace_1 = fx.call "aten.linspace.Scalar_Tensor"(-2, %mul, 5) : (tensor<f32>) -> tensor<5xf32> loc(#loc0)
    %linspace_2 = fx.call "aten.linspace.Tensor_Scalar"(%select, 3.5, 6) : (tensor<f32>) -> tensor<6xf32> loc(#loc0)
    %linspace_3 = fx.call "aten.linspace.Tensor_Tensor"(%select, %mul, 9) : (tensor<f32>, tensor<f32>) -> tensor<9xf32> loc(#loc0)
    %linspace_4 = fx.call "aten.linspace.Tensor_Tensor"(%select, %mul, 9, dtype = i64) : (tensor<f32>, tensor<f32>) -> tensor<9xi64> loc(#loc0)
    fx.output %linspace, %linspace_1, %linspace_2, %linspace_3, %linspace_4 : tensor<7xi64>, tensor<5xf32>, tensor<6xf32>, tensor<9xf32>, tensor<9xi64>
  }
}
#loc0 = loc("linspaces")
