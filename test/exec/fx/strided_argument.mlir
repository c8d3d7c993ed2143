module attributes {
  tc.version = "0.1",
  tc.model = "strided_argument",
  tc.expected = [{shape = [3, 4], dtype = f32, sum = 17.08908716616929, norm = 5.388075074752382, eager_error = 2.651197583617312e-08, eager_max = 7.493102316402656e-08, samples = dense<[1.2009536510545438, 2.988706172061825, 1.2823600554788328, 1.122287152422751, 1.2799003239335995, 0.4495782837602249, 1.8989427767220732, 1.1846620767001461, 1.579558565430446, 0.6928492086068605, 1.945869370869758, 1.4634195291282275]> : tensor<12xf64>}],
  tc.expected_state = [{argument = 0, shape = [3, 4], dtype = f32, sum = 5.089087166169288, norm = 2.617857650604652, eager_error = 2.512760917700385e-08, eager_max = 5.90554236623575e-08, samples = dense<[0.20095365105454377, 1.9887061720618249, 0.2823600554788328, 0.1222871524227509, 0.27990032393359954, -0.5504217162397751, 0.8989427767220732, 0.18466207670014612, 0.579558565430446, -0.3071507913931395, 0.9458693708697581, 0.4634195291282275]> : tensor<12xf64>}]
} {
  fx.graph @main(%x: tensor<3x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}, tc.layout = #tc.layout<strides = [10, 2], offset = 5>}, %y: tensor<3x4xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<3x4xf32>) {
    %mul_ = fx.call "aten.mul_.Tensor"(%x, %y) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%mul_, 1) : (tensor<3x4xf32>) -> tensor<3x4xf32> loc(#loc0)
    fx.output %add : tensor<3x4xf32>
  }
}
#loc0 = loc("strided_argument")
