module attributes {
  tc.version = "0.1",
  tc.model = "symbolic_convolution",
  tc.sizes = {b = 2, h = 9},
  tc.expected = [{shape = [2, 4, 2, 2], dtype = f32, sum = 44.847861812800396, norm = 9.874660853671047, eager_error = 8.320093696719288e-08, eager_max = 4.019724795245594e-07, samples = dense<[2.273380057966462, 0.28495332004123974, 1.2965372445407182, 1.7524144844812257, 0.0, 2.7390141825495666, 0.0, 2.2372014619603515, 1.0426877162123562, 1.243544550277729, 1.231729761597788, 1.489985008317114, 5.19670147418948, 0.4257116949466213, 1.2949108703449315, 1.6199360933326499, 1.3646540681460924, 1.9007819862222917, 1.5904942012750176, 1.826298996447272, 2.237952838331603, 0.7442532580681719, 1.801273049740037, 0.4903235926581633, 0.0, 0.0, 0.32900323413803023, 0.7290641263991632, 1.356646199119457, 2.8528462944254667, 1.635123669338442, 1.86043837773295]> : tensor<32xf64>}]
} {
  prim.weight @"conv.weight" : tensor<4x3x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.2721655269759087, stream = 0, seed = 7}}
  prim.weight @"conv.bias" : tensor<4xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 1, seed = 7}}
  fx.graph @main(%x: tensor<?x3x?x?xf32, #tc.dims<[b, 3, h, h]>> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<?x4x?x?xf32, #tc.dims<[b, 4, floordiv(floordiv(h - 1, 2) - 1, 2) + 1, floordiv(floordiv(h - 1, 2) - 1, 2) + 1]>>) {
    fx.guard #tc.size<1> "le" #tc.size<b>
    fx.guard #tc.size<6> "le" #tc.size<h>
    %p_conv_weight = fx.get_attr @"conv.weight" : tensor<4x3x3x3xf32>
    %p_conv_bias = fx.get_attr @"conv.bias" : tensor<4xf32>
    %conv2d = fx.call "aten.conv2d.default"(%x, %p_conv_weight, %p_conv_bias, [2, 2], [1, 1]) : (tensor<?x3x?x?xf32, #tc.dims<[b, 3, h, h]>>, tensor<4x3x3x3xf32>, tensor<4xf32>) -> tensor<?x4x?x?xf32, #tc.dims<[b, 4, floordiv(h - 1, 2) + 1, floordiv(h - 1, 2) + 1]>> loc(#loc0)
    %relu = fx.call "aten.relu.default"(%conv2d) : (tensor<?x4x?x?xf32, #tc.dims<[b, 4, floordiv(h - 1, 2) + 1, floordiv(h - 1, 2) + 1]>>) -> tensor<?x4x?x?xf32, #tc.dims<[b, 4, floordiv(h - 1, 2) + 1, floordiv(h - 1, 2) + 1]>> loc(#loc1)
    %max_pool2d = fx.call "aten.max_pool2d.default"(%relu, [2, 2], [2, 2]) : (tensor<?x4x?x?xf32, #tc.dims<[b, 4, floordiv(h - 1, 2) + 1, floordiv(h - 1, 2) + 1]>>) -> tensor<?x4x?x?xf32, #tc.dims<[b, 4, floordiv(floordiv(h - 1, 2) - 1, 2) + 1, floordiv(floordiv(h - 1, 2) - 1, 2) + 1]>> loc(#loc2)
    fx.output %max_pool2d : tensor<?x4x?x?xf32, #tc.dims<[b, 4, floordiv(floordiv(h - 1, 2) - 1, 2) + 1, floordiv(floordiv(h - 1, 2) - 1, 2) + 1]>>
  }
}
#loc0 = loc("conv")
#loc1 = loc("symbolic_convolution")
#loc2 = loc("pool")
