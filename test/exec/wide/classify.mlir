module attributes {
  tc.version = "0.1",
  tc.model = "classify",
  tc.expected = [{shape = [4, 5], dtype = i1, sum = 20.0, norm = 4.47213595499958, samples = dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<20xf64>}, {shape = [4, 5], dtype = i1, sum = 0.0, norm = 0.0, samples = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<20xf64>}, {shape = [4, 5], dtype = i1, sum = 20.0, norm = 4.47213595499958, samples = dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<20xf64>}]
} {
  fx.graph @main(%x: tensor<4x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %y: tensor<4x5xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<4x5xi1>, tensor<4x5xi1>, tensor<4x5xi1>) {
    %div = fx.call "aten.div.Tensor"(%x, %y) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %isfinite = fx.call "aten.isfinite.default"(%div) : (tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    %isinf = fx.call "aten.isinf.default"(%x) : (tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%x, 1.0e-09) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %isclose = fx.call "aten.isclose.default"(%x, %add) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    fx.output %isfinite, %isinf, %isclose : tensor<4x5xi1>, tensor<4x5xi1>, tensor<4x5xi1>
  }
}
#loc0 = loc("classify")
