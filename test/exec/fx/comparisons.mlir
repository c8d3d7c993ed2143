module attributes {
  tc.version = "0.1",
  tc.model = "comparisons",
  tc.expected = [{shape = [4, 5], dtype = i1, sum = 11.0, norm = 3.3166247903554, samples = dense<[0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0]> : tensor<20xf64>}, {shape = [4, 5], dtype = i1, sum = 9.0, norm = 3.0, samples = dense<[1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]> : tensor<20xf64>}, {shape = [4, 5], dtype = i1, sum = 20.0, norm = 4.47213595499958, samples = dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<20xf64>}, {shape = [4, 5], dtype = i1, sum = 20.0, norm = 4.47213595499958, samples = dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<20xf64>}, {shape = [], dtype = i64, sum = 9.0, norm = 9.0, samples = dense<[9.0]> : tensor<1xf64>}, {shape = [4, 5], dtype = i1, sum = 0.0, norm = 0.0, samples = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<20xf64>}]
} {
  fx.graph @main(%x: tensor<4x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %y: tensor<4x5xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<4x5xi1>, tensor<4x5xi1>, tensor<4x5xi1>, tensor<4x5xi1>, tensor<i64>, tensor<4x5xi1>) {
    %lt = fx.call "aten.lt.Tensor"(%x, %y) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    %ge = fx.call "aten.ge.Tensor"(%x, %y) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    %eq = fx.call "aten.eq.Tensor"(%x, %x) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    %ne = fx.call "aten.ne.Tensor"(%x, %y) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    %gt = fx.call "aten.gt.Scalar"(%x, 0.5) : (tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    %sum_1 = fx.call "aten.sum.default"(%gt) : (tensor<4x5xi1>) -> tensor<i64> loc(#loc0)
    %isnan = fx.call "aten.isnan.default"(%x) : (tensor<4x5xf32>) -> tensor<4x5xi1> loc(#loc0)
    fx.output %lt, %ge, %eq, %ne, %sum_1, %isnan : tensor<4x5xi1>, tensor<4x5xi1>, tensor<4x5xi1>, tensor<4x5xi1>, tensor<i64>, tensor<4x5xi1>
  }
}
#loc0 = loc("comparisons")
