module attributes {
  tc.version = "0.1",
  tc.model = "searches",
  tc.expected = [{shape = [3, 5], dtype = i64, sum = 27.0, norm = 9.433981132056603, samples = dense<[1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 3.0, 1.0, 6.0, 1.0, 1.0, 5.0, 3.0, 1.0]> : tensor<15xf64>}, {shape = [7], dtype = i64, sum = 28.0, norm = 11.832159566199232, samples = dense<[5.0, 7.0, 6.0, 1.0, 2.0, 3.0, 4.0]> : tensor<7xf64>}, {shape = [3, 5], dtype = i64, sum = 80.0, norm = 26.343879744638983, samples = dense<[0.0, 1.0, 0.0, 1.0, 2.0, 8.0, 4.0, 11.0, 8.0, 12.0, 7.0, 0.0, 10.0, 9.0, 7.0]> : tensor<15xf64>}, {shape = [], dtype = i64, sum = 1.0, norm = 1.0, samples = dense<[1.0]> : tensor<1xf64>}, {shape = [3, 5], dtype = i32, sum = 27.0, norm = 9.433981132056603, samples = dense<[1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 3.0, 1.0, 6.0, 1.0, 1.0, 5.0, 3.0, 1.0]> : tensor<15xf64>}]
} {
  fx.graph @main(%x: tensor<7xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 2.0, stream = 900, seed = 7}}, %rows: tensor<3x12xf32> {fx.name = "rows", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}}, %values: tensor<3x5xf32> {fx.name = "values", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}})
      -> (tensor<3x5xi64>, tensor<7xi64>, tensor<3x5xi64>, tensor<i64>, tensor<3x5xi32>) {
    %sort:2 = fx.call "aten.sort.default"(%x) : (tensor<7xf32>) -> (tensor<7xf32>, tensor<7xi64>) loc(#loc0)
    %sort_1:2 = fx.call "aten.sort.default"(%rows, 1) : (tensor<3x12xf32>) -> (tensor<3x12xf32>, tensor<3x12xi64>) loc(#loc0)
    %argsort = fx.call "aten.argsort.default"(%x) : (tensor<7xf32>) -> tensor<7xi64> loc(#loc0)
    %searchsorted = fx.call "aten.searchsorted.Tensor"(%sort#0, %values) : (tensor<7xf32>, tensor<3x5xf32>) -> tensor<3x5xi64> loc(#loc0)
    %searchsorted_1 = fx.call "aten.searchsorted.Tensor"(%sort#0, %x, right = true) : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi64> loc(#loc0)
    %searchsorted_2 = fx.call "aten.searchsorted.Tensor"(%sort_1#0, %values) : (tensor<3x12xf32>, tensor<3x5xf32>) -> tensor<3x5xi64> loc(#loc0)
    %searchsorted_3 = fx.call "aten.searchsorted.Scalar"(%sort#0, 0.25) : (tensor<7xf32>) -> tensor<i64> loc(#loc0)
    %searchsorted_4 = fx.call "aten.searchsorted.Tensor"(%x, %values, out_int32 = true, side = "right", sorter = %argsort) : (tensor<7xf32>, tensor<3x5xf32>, tensor<7xi64>) -> tensor<3x5xi32> loc(#loc0)
    fx.output %searchsorted, %searchsorted_1, %searchsorted_2, %searchsorted_3, %searchsorted_4 : tensor<3x5xi64>, tensor<7xi64>, tensor<3x5xi64>, tensor<i64>, tensor<3x5xi32>
  }
}
#loc0 = loc("searches")
