module attributes {
  tc.version = "0.1",
  tc.model = "empty_permuted",
  tc.expected = [{shape = [2, 3, 4], dtype = f32, sum = 11.17416150867939, norm = 8.487508192135603, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.1155130863189697, 2.482889175415039, 1.1973087787628174, -1.5338295698165894, 0.6315213441848755, 0.9051436185836792, 1.0646604299545288, -1.7720019817352295, 0.9637978076934814, 3.369335889816284, -2.901956796646118, 2.9080936908721924, -0.64424067735672, 1.4397724866867065, 1.3095965385437012, 0.8556631803512573, -1.29572331905365, -0.33527371287345886, 0.5348432064056396, 3.0824718475341797, -0.5254708528518677, 0.20962820947170258, -2.8900022506713867, 1.0024213790893555]> : tensor<24xf64>}]
} {
  fx.graph @main(%x: tensor<2x3x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<2x3x4xf32>) {
    %empty_permuted = fx.call "aten.empty_permuted.default"([2, 3, 4], [0, 2, 1], device = "cpu", pin_memory = false) : () -> tensor<2x3x4xf32> loc(#loc0)
    %fill_ = fx.call "aten.fill_.Scalar"(%empty_permuted, 2.0) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%fill_, %x) : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32> loc(#loc0)
    fx.output %mul : tensor<2x3x4xf32>
  }
}
#loc0 = loc("empty_permuted")
