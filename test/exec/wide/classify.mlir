module attributes {
  tc.version = "0.1",
  tc.model = "classify",
  tc.expected = [{shape = [4, 5], dtype = i1, sum = 15.0, norm = 3.872983346207417, samples = dense<[1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0]> : tensor<20xf64>}, {shape = [4, 5], dtype = i1, sum = 5.0, norm = 2.23606797749979, samples = dense<[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]> : tensor<20xf64>}, {shape = [4, 5], dtype = i1, sum = 20.0, norm = 4.47213595499958, samples = dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<20xf64>}, {shape = [4, 5], dtype = i1, sum = 12.0, norm = 3.4641016151377544, samples = dense<[1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0]> : tensor<20xf64>}]
} {
  fx.graph @main(%x: tensor<4x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %y: tensor<4x5xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<4x5xi1>, tensor<4x5xi1>, tensor<4x5xi1>, tensor<4x5xi1>) {
    %abs_1 = fx.call "aten.abs.default"(%x) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %lt = fx.call "aten.lt.Scalar"(%abs_1, 1) : (tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    %div = fx.call "aten.div.Tensor"(%x, %lt) : (tensor<4x5xf32>, tensor<4x5xi1>) -> tensor<4x5xf32> loc(#loc0)
    %div_1 = fx.call "aten.div.Tensor"(%div, %y) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %isfinite = fx.call "aten.isfinite.default"(%div_1) : (tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    %isinf = fx.call "aten.isinf.default"(%div) : (tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%div, 1.0e-09) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %isclose = fx.call "aten.isclose.default"(%div, %add) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%y, 2.0e-05) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %add_1 = fx.call "aten.add.Tensor"(%mul, 1) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %mul_1 = fx.call "aten.mul.Tensor"(%div, %add_1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %isclose_1 = fx.call "aten.isclose.default"(%div, %mul_1) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    fx.output %isfinite, %isinf, %isclose, %isclose_1 : tensor<4x5xi1>, tensor<4x5xi1>, tensor<4x5xi1>, tensor<4x5xi1>
  }
}
#loc0 = loc("classify")
