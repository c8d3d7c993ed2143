module attributes {
  tc.version = "0.1",
  tc.model = "overloads_of_means_and_nearness",
  tc.expected = [{shape = [5, 4], dtype = i64, sum = -28.0, norm = 44.02272140611028, samples = dense<[3.0, 12.0, 3.0, -13.0, -11.0, 3.0, -2.0, 15.0, -18.0, -4.0, 7.0, -12.0, 9.0, 11.0, -15.0, -11.0, -1.0, -6.0, -7.0, 9.0]> : tensor<20xf64>}, {shape = [5, 4], dtype = i64, sum = -2.0, norm = 53.34791467339656, samples = dense<[15.0, 9.0, 10.0, -14.0, -17.0, 5.0, -6.0, 18.0, -18.0, -10.0, 7.0, -9.0, 9.0, 11.0, -17.0, -7.0, 5.0, -3.0, -9.0, 19.0]> : tensor<20xf64>}, {shape = [4, 5], dtype = i1, sum = 10.0, norm = 3.1622776601683795, samples = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0]> : tensor<20xf64>}, {shape = [5, 4], dtype = i1, sum = 0.0, norm = 0.0, samples = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<20xf64>}, {shape = [4, 5], dtype = i1, sum = 20.0, norm = 4.47213595499958, samples = dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<20xf64>}]
} {
  fx.graph @main(%i: tensor<5x4xi64> {fx.name = "i", tc.init = {kind = "randint", low = -20, high = 20, stream = 900, seed = 7}}, %at: tensor<7x4xi64> {fx.name = "at", tc.init = {kind = "randint", low = 0, high = 5, stream = 901, seed = 7}}, %j: tensor<7x4xi64> {fx.name = "j", tc.init = {kind = "randint", low = -20, high = 20, stream = 902, seed = 7}}, %x: tensor<4x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 903, seed = 7}}, %y: tensor<4x5xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 904, seed = 7}})
      -> (tensor<5x4xi64>, tensor<5x4xi64>, tensor<4x5xi1>, tensor<5x4xi1>, tensor<4x5xi1>) {
    %scatter_reduce = fx.call "aten.scatter_reduce.two"(%i, 0, %at, %j, "mean") : (tensor<5x4xi64>, tensor<7x4xi64>, tensor<7x4xi64>) -> tensor<5x4xi64> loc(#loc0)
    %scatter_reduce_1 = fx.call "aten.scatter_reduce.two"(%i, 0, %at, %j, "mean", include_self = false) : (tensor<5x4xi64>, tensor<7x4xi64>, tensor<7x4xi64>) -> tensor<5x4xi64> loc(#loc0)
    %isclose = fx.call "aten.isclose.default"(%x, %y, 0.5, 0.1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%i, 1) : (tensor<5x4xi64>) -> tensor<5x4xi64> loc(#loc0)
    %isclose_1 = fx.call "aten.isclose.default"(%i, %add) : (tensor<5x4xi64>, tensor<5x4xi64>) -> tensor<5x4xi1> loc(#loc0)
    %div = fx.call "aten.div.Tensor"(%x, 0.0) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %div_1 = fx.call "aten.div.Tensor"(%x, 0.0) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %isclose_2 = fx.call "aten.isclose.default"(%div, %div_1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    fx.output %scatter_reduce, %scatter_reduce_1, %isclose, %isclose_1, %isclose_2 : tensor<5x4xi64>, tensor<5x4xi64>, tensor<4x5xi1>, tensor<5x4xi1>, tensor<4x5xi1>
  }
}
#loc0 = loc("overloads_of_means_and_nearness")
