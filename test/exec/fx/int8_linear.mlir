module attributes {
  tc.version = "0.1",
  tc.model = "int8_linear",
  tc.expected = [{shape = [4, 24], dtype = f32, sum = -1972.6997132196045, norm = 3908.62462476777, eager_error = 4.5727077106343376e-08, eager_max = 7.156971673794033e-05, samples = dense<[-552.9531841910126, -284.40561766844814, 304.5716435747341, 42.370434918039585, 83.3930274014862, 24.124085544964167, 314.232057428025, 314.68773852174417, -390.3158314875478, 161.92612798626806, -17.591871623689602, -410.2040918635538, 642.8556994350675, -440.9945928237395, 348.7972814215521, -6.938158046020193, 59.28033238580086, 61.3149079951867, -288.3236388474849, -601.4536156671668, 17.15841903711815, -143.87680003803044, -263.13249358652683, -0.4093079109955547, 99.96158328625899, 311.35863410513855, -912.2066713941274, 645.1891661120338, -128.30689826117262, -85.21278236774079, -95.67003907260772, -206.1271611080544, 182.91345837158076, 358.78961183754336, -91.97995283061553, -909.4838441276283, 616.4182494380404, -36.35114227349719, -140.7693096181579, -345.9968413716978, 178.30325183313377, -478.3135982618919, 354.62468982264915, -87.12487914326346, 18.787126354623187, -593.6185034629779, -243.58973082112874, -4.867466173566039, -630.0295718062926, 198.47006693155313, -207.85634103746278, -39.90352791824615, 34.94306386726699, 31.62368052526708, 364.4692801954354, -709.6676370990883, -145.08536645763908, -1228.7551901961642, 44.66477472073216, -488.0191580060353, -724.3720118169914, -111.82232674525456, 294.2472538084173, 425.7569930947176, -90.70630206112472, 136.5234181350935, 616.1649177030721, 250.42111207395885, -60.18114013067611, -240.29054419817234, -425.1983007421949, 4.571940754460111, 902.0923202774551, 684.2133518250555, 899.3078186782783, -571.3482843432312, 198.97903873103766, -102.35252507456349, -75.3522736110749, -256.3175614842997, 320.83795494727565, -289.2881376053225, 24.504612638447966, -125.01354388949564, -211.30531777339428, 262.3560417683409, -285.2150585529295, 180.9482358159759, 297.52516543613376, 178.59027568280763, -357.78201873490934, 1228.2285871947167, 42.33701242398917, 174.70440534312132, 225.6415091863302, 0.20009153737400076]> : tensor<96xf64>}]
} {
  fx.graph @main(%x: tensor<4x32xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %w: tensor<24x32xi8> {fx.name = "w", tc.init = {kind = "randint", low = -128, high = 128, stream = 901, seed = 7}}, %scale: tensor<24xf32> {fx.name = "scale", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}}, %bias: tensor<24xf32> {fx.name = "bias", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 903, seed = 7}})
      -> (tensor<4x24xf32>) {
    %abs_1 = fx.call "aten.abs.default"(%x) : (tensor<4x32xf32>) -> tensor<4x32xf32> loc(#loc0)
    %amax = fx.call "aten.amax.default"(%abs_1, [-1], true) : (tensor<4x32xf32>) -> tensor<4x1xf32> loc(#loc0)
    %clamp = fx.call "aten.clamp.default"(%amax, 1.0e-05) : (tensor<4x1xf32>) -> tensor<4x1xf32> loc(#loc0)
    %div = fx.call "aten.div.Tensor"(%clamp, 127) : (tensor<4x1xf32>) -> tensor<4x1xf32> loc(#loc0)
    %div_1 = fx.call "aten.div.Tensor"(%x, %div) : (tensor<4x32xf32>, tensor<4x1xf32>) -> tensor<4x32xf32> loc(#loc0)
    %round_1 = fx.call "aten.round.default"(%div_1) : (tensor<4x32xf32>) -> tensor<4x32xf32> loc(#loc0)
    %clamp_1 = fx.call "aten.clamp.default"(%round_1, -128, 127) : (tensor<4x32xf32>) -> tensor<4x32xf32> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%clamp_1, dtype = f32, device = "cpu", layout = "strided") : (tensor<4x32xf32>) -> () loc(#loc0)
    %to = fx.call "aten.to.dtype"(%clamp_1, i8) : (tensor<4x32xf32>) -> tensor<4x32xi8> loc(#loc0)
    %t = fx.call "aten.t.default"(%w) : (tensor<24x32xi8>) -> tensor<32x24xi8> loc(#loc0)
    %_int_mm = fx.call "aten._int_mm.default"(%to, %t) : (tensor<4x32xi8>, tensor<32x24xi8>) -> tensor<4x24xi32> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%_int_mm, dtype = i32, device = "cpu", layout = "strided") : (tensor<4x24xi32>) -> () loc(#loc0)
    %to_1 = fx.call "aten.to.dtype"(%_int_mm, f32) : (tensor<4x24xi32>) -> tensor<4x24xf32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%to_1, %div) : (tensor<4x24xf32>, tensor<4x1xf32>) -> tensor<4x24xf32> loc(#loc0)
    %mul_1 = fx.call "aten.mul.Tensor"(%mul, %scale) : (tensor<4x24xf32>, tensor<24xf32>) -> tensor<4x24xf32> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%mul_1, %bias) : (tensor<4x24xf32>, tensor<24xf32>) -> tensor<4x24xf32> loc(#loc0)
    fx.output %add : tensor<4x24xf32>
  }
}
#loc0 = loc("int8_linear")
