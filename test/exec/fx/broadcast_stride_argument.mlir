module attributes {
  tc.version = "0.1",
  tc.model = "broadcast_stride_argument",
  tc.expected = [{shape = [4, 5], dtype = f32, sum = 5.751185578169537, norm = 3.9074551850256833, eager_error = 2.8906977759389057e-08, eager_max = 6.765674243069952e-08, samples = dense<[0.20095365105454377, 1.9887061720618249, 0.2823600554788328, 0.1222871524227509, 0.27990032393359954, -0.6783482917554835, 2.0964198789055217, -0.12477273040132175, -0.922334599645005, -0.057569885280455146, -0.36359247745278367, 0.3956610256952615, -0.09548279875253307, 0.11836370721483469, -0.49960535942012996, 0.4175314319018497, 2.100429122790274, -0.0035993438842901737, 0.47666081776950975, 0.017217725532735484]> : tensor<20xf64>}]
} {
  fx.graph @main(%x: tensor<1x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}, tc.layout = #tc.layout<strides = [0, 1]>}, %y: tensor<4x5xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<4x5xf32>) {
    %mul = fx.call "aten.mul.Tensor"(%x, %y) : (tensor<1x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    fx.output %mul : tensor<4x5xf32>
  }
}
#loc0 = loc("broadcast_stride_argument")
