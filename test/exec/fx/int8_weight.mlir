module attributes {
  tc.version = "0.1",
  tc.model = "int8_weight",
  tc.expected = [{shape = [3, 8], dtype = f32, sum = 10.727677554387757, norm = 14.516660221981583, eager_error = 5.034730520547692e-08, eager_max = 4.122279264606732e-07, samples = dense<[-3.2370387302447114, -2.9007395312369963, -2.336670352608182, -0.7831429675243289, 0.752542123749155, 3.3545907150641736, 5.99728565394179, 9.412101813060524, -0.6211665188451625, -0.4589440214796272, -0.47849327711346556, 0.0818739410872622, 0.21485717959457595, 1.004662272280926, 1.4255719799094004, 2.20906117515852, 1.8836561299178003, 1.8849260431135377, 1.3148169463089265, 0.9350170663379062, -0.26177400889707814, -1.1913504013869238, -2.879429435935619, -4.594536239864645]> : tensor<24xf64>}]
} {
  prim.weight @"linear.bias" : tensor<8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 1, seed = 7}}
  prim.weight @"codes" : tensor<8x16xi8> {init = dense<[[-64, -63, -62, -61, -60, -59, -58, -57, -56, -55, -54, -53, -52, -51, -50, -49], [-48, -47, -46, -45, -44, -43, -42, -41, -40, -39, -38, -37, -36, -35, -34, -33], [-32, -31, -30, -29, -28, -27, -26, -25, -24, -23, -22, -21, -20, -19, -18, -17], [-16, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31], [32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47], [48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]]> : tensor<8x16xi8>}
  prim.weight @"scale" : tensor<8xf32> {init = dense<[0.009999999776482582, 0.012857142835855484, 0.015714285895228386, 0.018571428954601288, 0.02142857015132904, 0.024285713210701942, 0.027142856270074844, 0.029999999329447746]> : tensor<8xf32>}
  fx.graph @main(%x: tensor<3x16xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<3x8xf32>) {
    %b_codes = fx.get_attr @"codes" : tensor<8x16xi8>
    fx.call "aten._assert_tensor_metadata.default"(%b_codes, dtype = i8, device = "cpu", layout = "strided") : (tensor<8x16xi8>) -> () loc(#loc0)
    %to = fx.call "aten.to.dtype"(%b_codes, f32) : (tensor<8x16xi8>) -> tensor<8x16xf32> loc(#loc0)
    %b_scale = fx.get_attr @"scale" : tensor<8xf32>
    %unsqueeze = fx.call "aten.unsqueeze.default"(%b_scale, 1) : (tensor<8xf32>) -> tensor<8x1xf32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%to, %unsqueeze) : (tensor<8x16xf32>, tensor<8x1xf32>) -> tensor<8x16xf32> loc(#loc0)
    %p_linear_bias = fx.get_attr @"linear.bias" : tensor<8xf32>
    %linear = fx.call "aten.linear.default"(%x, %mul, %p_linear_bias) : (tensor<3x16xf32>, tensor<8x16xf32>, tensor<8xf32>) -> tensor<3x8xf32> loc(#loc0)
    fx.output %linear : tensor<3x8xf32>
  }
}
#loc0 = loc("int8_weight")
