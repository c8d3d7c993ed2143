module attributes {
  tc.version = "0.1",
  tc.model = "running_extremes",
  tc.expected = [{shape = [3, 6], dtype = f32, sum = 13.5, norm = 3.774917217635375, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 1.5, 1.5, 1.5, -0.5, 0.5, 0.5, 0.5, 0.5, 0.5]> : tensor<18xf64>}, {shape = [3, 6], dtype = i64, sum = 30.0, norm = 9.16515138991168, samples = dense<[0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 2.0, 3.0, 3.0, 5.0, 0.0, 1.0, 2.0, 3.0, 3.0, 3.0]> : tensor<18xf64>}, {shape = [3, 6], dtype = f32, sum = 26.427860674034047, norm = 7.022970652190329, eager_error = 3.1652977090846476e-08, eager_max = 1.1463127380650917e-07, samples = dense<[0.5, 1.4740769841801067, 1.7943767694176431, 1.853732798546091, 2.0834740354534174, 2.270169989706123, 0.5, 0.7014132779827524, 1.2989161848417257, 2.097651118012225, 2.1246707556921822, 2.553486235703943, -0.5, 0.8132616875182228, 1.361994804058251, 1.7142833003627604, 1.8179509792964157, 1.9684017532621878]> : tensor<18xf64>}, {shape = [3, 6], dtype = f32, sum = 0.6875, norm = 1.6458992602829616, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5, 0.5, 0.25, -0.25, -0.125, -0.0625, 0.5, -0.5, -0.25, -0.375, 0.5625, 0.84375, -0.5, -0.25, -0.125, -0.0625, 0.03125, -0.0]> : tensor<18xf64>}]
} {
  fx.graph @main(%x: tensor<3x6xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<3x6xf32>, tensor<3x6xi64>, tensor<3x6xf32>, tensor<3x6xf32>) {
    %mul = fx.call "aten.mul.Tensor"(%x, 2) : (tensor<3x6xf32>) -> tensor<3x6xf32> loc(#loc0)
    %round_1 = fx.call "aten.round.default"(%mul) : (tensor<3x6xf32>) -> tensor<3x6xf32> loc(#loc0)
    %div = fx.call "aten.div.Tensor"(%round_1, 2) : (tensor<3x6xf32>) -> tensor<3x6xf32> loc(#loc0)
    %cummax:2 = fx.call "aten.cummax.default"(%div, 1) : (tensor<3x6xf32>) -> (tensor<3x6xf32>, tensor<3x6xi64>) loc(#loc0)
    %logcumsumexp = fx.call "aten.logcumsumexp.default"(%div, 1) : (tensor<3x6xf32>) -> tensor<3x6xf32> loc(#loc0)
    %cumprod = fx.call "aten.cumprod.default"(%div, 1) : (tensor<3x6xf32>) -> tensor<3x6xf32> loc(#loc0)
    fx.output %cummax#0, %cummax#1, %logcumsumexp, %cumprod : tensor<3x6xf32>, tensor<3x6xi64>, tensor<3x6xf32>, tensor<3x6xf32>
  }
}
#loc0 = loc("running_extremes")
