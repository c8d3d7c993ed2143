module attributes {
  tc.version = "0.1",
  tc.model = "overloads_of_factories",
  tc.expected = [{shape = [3], dtype = f32, sum = 7.5, norm = 4.330127018922194, eager_error = 0.0, eager_max = 0.0, samples = dense<[2.5, 2.5, 2.5]> : tensor<3xf64>}, {shape = [3, 4], dtype = f32, sum = 3.0, norm = 1.7320508075688772, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]> : tensor<12xf64>}, {shape = [7], dtype = f32, sum = 3.5, norm = 1.5898986690282426, eager_error = 2.8803076368766022e-08, eager_max = 3.9736429924275285e-08, samples = dense<[0.0, 0.16666666666666666, 0.3333333333333333, 0.5, 0.6666666666666667, 0.8333333333333334, 1.0]> : tensor<7xf64>}, {shape = [7], dtype = i64, sum = 35.0, norm = 14.247806848775006, samples = dense<[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<7xf64>}, {shape = [3], dtype = f32, sum = 9.0, norm = 5.196152422706632, eager_error = 0.0, eager_max = 0.0, samples = dense<[3.0, 3.0, 3.0]> : tensor<3xf64>}, {shape = [3], dtype = f32, sum = 1.6732696294784546, norm = 0.9660626710062111, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 0.5577565431594849, 0.5577565431594849]> : tensor<3xf64>}, {shape = [3], dtype = f32, sum = 0.0, norm = 0.0, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.0, 0.0, 0.0]> : tensor<3xf64>}, {shape = [3], dtype = f32, sum = 4.795711040496826, norm = 2.973660440407505, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.1155130863189697, 2.482889175415039, 1.1973087787628174]> : tensor<3xf64>}]
} {
  fx.graph @main(%x: tensor<3xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<3xf32>, tensor<3x4xf32>, tensor<7xf32>, tensor<7xi64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
    %full_like = fx.call "aten.full_like.default"(%x, 2.5) : (tensor<3xf32>) -> tensor<3xf32> loc(#loc0)
    %eye = fx.call "aten.eye.m"(3, 4) : () -> tensor<3x4xf32> loc(#loc0)
    %linspace = fx.call "aten.linspace.default"(0.0, 1.0, 7) : () -> tensor<7xf32> loc(#loc0)
    %arange = fx.call "aten.arange.start"(2, 9) : () -> tensor<7xi64> loc(#loc0)
    %fill = fx.call "aten.fill.Scalar"(%x, 3.0) : (tensor<3xf32>) -> tensor<3xf32> loc(#loc0)
    %select = fx.call "aten.select.int"(%x, 0, 0) : (tensor<3xf32>) -> tensor<f32> loc(#loc0)
    %fill_1 = fx.call "aten.fill.Tensor"(%x, %select) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32> loc(#loc0)
    %zero = fx.call "aten.zero.default"(%x) : (tensor<3xf32>) -> tensor<3xf32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%x, 2) : (tensor<3xf32>) -> tensor<3xf32> loc(#loc0)
    %copy = fx.call "aten.copy.default"(%x, %mul) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> loc(#loc0)
    fx.output %full_like, %eye, %linspace, %arange, %fill, %fill_1, %zero, %copy : tensor<3xf32>, tensor<3x4xf32>, tensor<7xf32>, tensor<7xi64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
}
#loc0 = loc("overloads_of_factories")
