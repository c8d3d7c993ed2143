module attributes {
  tc.version = "0.1",
  tc.model = "inplace_on_transposed_input",
  tc.expected = [{shape = [6], dtype = f32, sum = 7.17416150867939, norm = 10.485821656906433, eager_error = 2.4324921978954917e-08, eager_max = 1.4901161193847656e-07, samples = dense<[-1.9292239546775818, 5.233131527900696, 2.9452322721481323, 2.9007977098226547, -6.456161022186279, 4.480384975671768]> : tensor<6xf64>}],
  tc.expected_state = [{argument = 0, shape = [4, 6], dtype = f32, sum = 7.17416150867939, norm = 8.479165243166578, eager_error = 7.0295415959049086e-09, eager_max = 5.960464477539063e-08, samples = dense<[0.11551308631896973, 2.482889175415039, 1.1973087787628174, -1.5338295698165894, 0.6315213441848755, 0.9051436185836792, 0.06466042995452881, -1.7720019817352295, 0.9637978076934814, 3.369335889816284, -2.901956796646118, 2.9080936908721924, -1.64424067735672, 1.4397724866867065, 1.3095965385437012, 0.8556631803512573, -1.29572331905365, -0.33527371287345886, -0.46515679359436035, 3.0824718475341797, -0.5254708528518677, 0.20962820947170258, -2.8900022506713867, 1.0024213790893555]> : tensor<24xf64>}]
} {
  fx.graph @main(%x: tensor<4x6xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<6xf32>) {
    %t = fx.call "aten.t.default"(%x) : (tensor<4x6xf32>) -> tensor<6x4xf32> loc(#loc0)
    %mul_ = fx.call "aten.mul_.Tensor"(%t, 2.0) : (tensor<6x4xf32>) -> tensor<6x4xf32> loc(#loc0)
    %t_1 = fx.call "aten.t.default"(%x) : (tensor<4x6xf32>) -> tensor<6x4xf32> loc(#loc0)
    %select = fx.call "aten.select.int"(%t_1, 0, 0) : (tensor<6x4xf32>) -> tensor<4xf32> loc(#loc0)
    %sub_ = fx.call "aten.sub_.Tensor"(%select, 1.0) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc0)
    %sum_1 = fx.call "aten.sum.dim_IntList"(%x, [0]) : (tensor<4x6xf32>) -> tensor<6xf32> loc(#loc0)
    fx.output %sum_1 : tensor<6xf32>
  }
}
#loc0 = loc("inplace_on_transposed_input")
