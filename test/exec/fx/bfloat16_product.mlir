module attributes {
  tc.version = "0.1",
  tc.model = "bfloat16_product",
  tc.expected = [{shape = [4, 8], dtype = bf16, sum = 58.55788094550371, norm = 16.219121017081214, eager_error = 0.0033749916861435516, eager_max = 0.031492091715335846, samples = dense<[5.613285064697266, 3.031166434288025, 0.0, 2.9492273330688477, 1.80560302734375, 3.178182601928711, 0.0, 4.477294921875, 0.0, 0.0, 4.61912727355957, 0.0, 0.0, 3.4331655502319336, 1.6630439758300781, 0.0, 0.0, 8.000242091715336, 0.0, 0.3577752709388733, 0.0, 0.0, 0.0, 2.672408103942871, 0.6476025581359863, 0.0, 0.0, 4.729666501283646, 2.2751822471618652, 3.1959500312805176, 0.0, 5.9089579582214355]> : tensor<32xf64>}]
} {
  fx.graph @main(%x: tensor<4x16xbf16> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %y: tensor<16x8xbf16> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}}, %bias: tensor<8xbf16> {fx.name = "bias", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}})
      -> (tensor<4x8xbf16>) {
    %matmul = fx.call "aten.matmul.default"(%x, %y) : (tensor<4x16xbf16>, tensor<16x8xbf16>) -> tensor<4x8xbf16> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%matmul, %bias) : (tensor<4x8xbf16>, tensor<8xbf16>) -> tensor<4x8xbf16> loc(#loc0)
    %relu = fx.call "aten.relu.default"(%add) : (tensor<4x8xbf16>) -> tensor<4x8xbf16> loc(#loc0)
    fx.output %relu : tensor<4x8xbf16>
  }
}
#loc0 = loc("bfloat16_product")
