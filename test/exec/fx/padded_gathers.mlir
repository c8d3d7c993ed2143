module attributes {
  tc.version = "0.1",
  tc.model = "padded_gathers",
  tc.expected = [{shape = [3, 7], dtype = f32, sum = 3.3533064797520638, norm = 2.317241570960907, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.0, -0.32212033867836, 0.7198862433433533, 0.6547982692718506, 0.42783159017562866, 0.0, 0.0, 0.0, -0.32212033867836, 0.7198862433433533, 0.6547982692718506, 0.42783159017562866, 0.0, 0.0, 0.0, -1.2634556293487549, 0.5540893077850342, 0.9934366941452026, 0.10844457894563675, 0.0, 0.0]> : tensor<21xf64>}, {shape = [3, 8], dtype = f32, sum = 8.095583714544773, norm = 3.4930003777801697, eager_error = 0.0, eager_max = 0.0, samples = dense<[-0.32212033867836, 0.7198862433433533, 0.6547982692718506, 0.42783159017562866, 0.5577565431594849, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, -0.32212033867836, 0.7198862433433533, 0.6547982692718506, 0.42783159017562866, 0.5577565431594849, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, -1.2634556293487549, 0.5540893077850342, 0.9934366941452026, 0.10844457894563675, -0.32212033867836, 0.7198862433433533, 0.6547982692718506, 0.42783159017562866]> : tensor<24xf64>}, {shape = [4, 2], dtype = f32, sum = 13.67787966132164, norm = 5.301298096937226, eager_error = 0.0, eager_max = 0.0, samples = dense<[2.0, 2.0, 2.0, 2.0, 2.0, -0.32212033867836, 2.0, 2.0]> : tensor<8xf64>}, {shape = [2, 4], dtype = f32, sum = 24.0, norm = 8.48528137423857, eager_error = 0.0, eager_max = 0.0, samples = dense<[3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0]> : tensor<8xf64>}]
} {
  fx.graph @main(%x: tensor<7x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %i: tensor<3xi64> {fx.name = "i", tc.init = {kind = "randint", low = 0, high = 7, stream = 901, seed = 7}}, %empty: tensor<0x4xf32> {fx.name = "empty", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}})
      -> (tensor<3x7xf32>, tensor<3x8xf32>, tensor<4x2xf32>, tensor<2x4xf32>) {
    %embedding = fx.call "aten.embedding.default"(%x, %i) : (tensor<7x4xf32>, tensor<3xi64>) -> tensor<3x4xf32> loc(#loc0)
    %slice_1 = fx.call "aten.slice.Tensor"(%i, 0, 0, 0) : (tensor<3xi64>) -> tensor<0xi64> loc(#loc0)
    %embedding_1 = fx.call "aten.embedding.default"(%empty, %slice_1) : (tensor<0x4xf32>, tensor<0xi64>) -> tensor<0x4xf32> loc(#loc0)
    %pad = fx.call "aten.pad.default"(%embedding, [1, 2]) : (tensor<3x4xf32>) -> tensor<3x7xf32> loc(#loc0)
    %sub = fx.call "aten.sub.Tensor"(%i, 3) : (tensor<3xi64>) -> tensor<3xi64> loc(#loc0)
    %index = fx.call "aten.index.Tensor"(%x, [%sub]) : (tensor<7x4xf32>, tensor<3xi64>) -> tensor<3x4xf32> loc(#loc0)
    %cat = fx.call "aten.cat.default"([%embedding, %index], -1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x8xf32> loc(#loc0)
    %unsqueeze = fx.call "aten.unsqueeze.default"(%i, 0) : (tensor<3xi64>) -> tensor<1x3xi64> loc(#loc0)
    %slice_2 = fx.call "aten.slice.Tensor"(%unsqueeze, 1, 0, 1) : (tensor<1x3xi64>) -> tensor<1x1xi64> loc(#loc0)
    %gather = fx.call "aten.gather.default"(%x, 0, %slice_2) : (tensor<7x4xf32>, tensor<1x1xi64>) -> tensor<1x1xf32> loc(#loc0)
    %pad_1 = fx.call "aten.pad.default"(%gather, [1, 0, 2, 1], "constant", 2.0) : (tensor<1x1xf32>) -> tensor<4x2xf32> loc(#loc0)
    %pad_2 = fx.call "aten.pad.default"(%embedding_1, [0, 0, 1, 1], "constant", 3.0) : (tensor<0x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    fx.output %pad, %cat, %pad_1, %pad_2 : tensor<3x7xf32>, tensor<3x8xf32>, tensor<4x2xf32>, tensor<2x4xf32>
  }
}
#loc0 = loc("padded_gathers")
