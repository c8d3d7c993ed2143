module attributes {
  tc.version = "0.1",
  tc.model = "casts",
  tc.expected = [{shape = [2, 5], dtype = i32, sum = 248.0, norm = 160.3558542741736, samples = dense<[33.0, 74.0, 35.0, -46.0, 18.0, 27.0, 31.0, -53.0, 28.0, 101.0]> : tensor<10xf64>}, {shape = [2, 5], dtype = i64, sum = 248.0, norm = 160.3558542741736, samples = dense<[33.0, 74.0, 35.0, -46.0, 18.0, 27.0, 31.0, -53.0, 28.0, 101.0]> : tensor<10xf64>}, {shape = [2, 5], dtype = i1, sum = 10.0, norm = 3.1622776601683795, samples = dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<10xf64>}, {shape = [2, 5], dtype = f32, sum = 264.0, norm = 472.0529631301979, eager_error = 0.0, eager_max = 0.0, samples = dense<[-19.0, -31.0, -96.0, 99.0, 69.0, 29.0, -154.0, 290.0, -169.0, 246.0]> : tensor<10xf64>}, {shape = [2, 5], dtype = ui8, sum = 1288.0, norm = 476.9087963122509, samples = dense<[237.0, 225.0, 160.0, 99.0, 69.0, 29.0, 102.0, 34.0, 87.0, 246.0]> : tensor<10xf64>}, {shape = [2, 5], dtype = i8, sum = 264.0, norm = 212.5323504786977, samples = dense<[-19.0, -31.0, -96.0, 99.0, 69.0, 29.0, 102.0, 34.0, 87.0, -10.0]> : tensor<10xf64>}, {shape = [2, 5], dtype = i1, sum = 10.0, norm = 3.1622776601683795, samples = dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<10xf64>}, {shape = [2, 5], dtype = f64, sum = 264.0, norm = 472.0529631301979, eager_error = 0.0, eager_max = 0.0, samples = dense<[-19.0, -31.0, -96.0, 99.0, 69.0, 29.0, -154.0, 290.0, -169.0, 246.0]> : tensor<10xf64>}]
} {
  fx.graph @main(%x: tensor<2x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 60.0, stream = 900, seed = 7}}, %i: tensor<2x5xi64> {fx.name = "i", tc.init = {kind = "randint", low = -300, high = 300, stream = 901, seed = 7}})
      -> (tensor<2x5xi32>, tensor<2x5xi64>, tensor<2x5xi1>, tensor<2x5xf32>, tensor<2x5xui8>, tensor<2x5xi8>, tensor<2x5xi1>, tensor<2x5xf64>) {
    fx.call "aten._assert_tensor_metadata.default"(%x, dtype = f32, device = "cpu", layout = "strided") : (tensor<2x5xf32>) -> () loc(#loc0)
    %to = fx.call "aten.to.dtype"(%x, i32) : (tensor<2x5xf32>) -> tensor<2x5xi32> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%x, dtype = f32, device = "cpu", layout = "strided") : (tensor<2x5xf32>) -> () loc(#loc0)
    %to_1 = fx.call "aten.to.dtype"(%x, i64) : (tensor<2x5xf32>) -> tensor<2x5xi64> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%x, dtype = f32, device = "cpu", layout = "strided") : (tensor<2x5xf32>) -> () loc(#loc0)
    %to_2 = fx.call "aten.to.dtype"(%x, i1) : (tensor<2x5xf32>) -> tensor<2x5xi1> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%i, dtype = i64, device = "cpu", layout = "strided") : (tensor<2x5xi64>) -> () loc(#loc0)
    %to_3 = fx.call "aten.to.dtype"(%i, f32) : (tensor<2x5xi64>) -> tensor<2x5xf32> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%i, dtype = i64, device = "cpu", layout = "strided") : (tensor<2x5xi64>) -> () loc(#loc0)
    %to_4 = fx.call "aten.to.dtype"(%i, ui8) : (tensor<2x5xi64>) -> tensor<2x5xui8> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%i, dtype = i64, device = "cpu", layout = "strided") : (tensor<2x5xi64>) -> () loc(#loc0)
    %to_5 = fx.call "aten.to.dtype"(%i, i8) : (tensor<2x5xi64>) -> tensor<2x5xi8> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%i, dtype = i64, device = "cpu", layout = "strided") : (tensor<2x5xi64>) -> () loc(#loc0)
    %to_6 = fx.call "aten.to.dtype"(%i, i1) : (tensor<2x5xi64>) -> tensor<2x5xi1> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%i, dtype = i64, device = "cpu", layout = "strided") : (tensor<2x5xi64>) -> () loc(#loc0)
    %to_7 = fx.call "aten.to.dtype"(%i, f64) : (tensor<2x5xi64>) -> tensor<2x5xf64> loc(#loc0)
    fx.output %to, %to_1, %to_2, %to_3, %to_4, %to_5, %to_6, %to_7 : tensor<2x5xi32>, tensor<2x5xi64>, tensor<2x5xi1>, tensor<2x5xf32>, tensor<2x5xui8>, tensor<2x5xi8>, tensor<2x5xi1>, tensor<2x5xf64>
  }
}
#loc0 = loc("casts")
