module attributes {
  tc.version = "0.1",
  tc.model = "overloads_of_losses",
  tc.expected = [{shape = [], dtype = f32, sum = 1.0336202231856684, norm = 1.0336202231856684, eager_error = 1.4626716341518913e-08, eager_max = 1.511846980939424e-08, samples = dense<[1.0336202231856684]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 0.62577891331049, norm = 0.62577891331049, eager_error = 2.995224694144901e-10, eager_max = 1.8743484542227407e-10, samples = dense<[0.62577891331049]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 0.5076187205170055, norm = 0.5076187205170055, eager_error = 9.422090822386643e-09, eager_max = 4.782829687854928e-09, samples = dense<[0.5076187205170055]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 0.6763046509806778, norm = 0.6763046509806778, eager_error = 1.862312361830184e-08, eager_max = 1.2594905118845645e-08, samples = dense<[0.6763046509806778]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 14.490294733620756, norm = 14.490294733620756, eager_error = 4.668887049778856e-08, eager_max = 6.76535494292807e-07, samples = dense<[14.490294733620756]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 0.7881264395043999, norm = 0.7881264395043999, eager_error = 1.1261986367270559e-07, eager_max = 8.875869217384036e-08, samples = dense<[0.7881264395043999]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 2.05974291389175, norm = 2.05974291389175, eager_error = 1.091199575676e-07, eager_max = 2.247590593640325e-07, samples = dense<[2.05974291389175]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 1.680466698015475, norm = 1.680466698015475, eager_error = 1.6930865129456797e-07, eager_max = 2.845175501864361e-07, samples = dense<[1.680466698015475]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 1.680466698015475, norm = 1.680466698015475, eager_error = 1.6930865129456797e-07, eager_max = 2.845175501864361e-07, samples = dense<[1.680466698015475]> : tensor<1xf64>}, {shape = [2, 4, 3, 3], dtype = f32, sum = -1.6804666980154752, norm = 0.5314102297791259, eager_error = 1.8704320234422642e-07, eager_max = 3.1431987262964256e-08, samples = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.1680466698015475, -0.1680466698015475, 0.0, 0.0, 0.0, -0.1680466698015475, -0.1680466698015475, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.1680466698015475, 0.0, -0.1680466698015475, 0.0, 0.0, 0.0, 0.0, -0.1680466698015475, -0.1680466698015475, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.1680466698015475, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.1680466698015475, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<72xf64>}]
} {
  fx.graph @main(%x: tensor<6x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %y: tensor<6x5xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}}, %target: tensor<6xi64> {fx.name = "target", tc.init = {kind = "randint", low = 0, high = 5, stream = 902, seed = 7}}, %image: tensor<2x4x3x3xf32> {fx.name = "image", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 903, seed = 7}}, %classes: tensor<2x3x3xi64> {fx.name = "classes", tc.init = {kind = "randint", low = 0, high = 4, stream = 904, seed = 7}})
      -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<2x4x3x3xf32>) {
    %abs_1 = fx.call "aten.abs.default"(%x) : (tensor<6x5xf32>) -> tensor<6x5xf32> loc(#loc0)
    %gt = fx.call "aten.gt.Scalar"(%abs_1, 1) : (tensor<6x5xf32>) -> tensor<6x5xi1> loc(#loc0)
    %gt_1 = fx.call "aten.gt.Scalar"(%x, 0) : (tensor<6x5xf32>) -> tensor<6x5xi1> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%gt_1, dtype = i1, device = "cpu", layout = "strided") : (tensor<6x5xi1>) -> () loc(#loc0)
    %to = fx.call "aten.to.dtype"(%gt_1, f32) : (tensor<6x5xi1>) -> tensor<6x5xf32> loc(#loc0)
    %sigmoid = fx.call "aten.sigmoid.default"(%x) : (tensor<6x5xf32>) -> tensor<6x5xf32> loc(#loc0)
    %where = fx.call "aten.where.self"(%gt, %to, %sigmoid) : (tensor<6x5xi1>, tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32> loc(#loc0)
    %sigmoid_1 = fx.call "aten.sigmoid.default"(%y) : (tensor<6x5xf32>) -> tensor<6x5xf32> loc(#loc0)
    %log_softmax = fx.call "aten.log_softmax.int"(%x, 1) : (tensor<6x5xf32>) -> tensor<6x5xf32> loc(#loc0)
    %eq = fx.call "aten.eq.Scalar"(%target, 3) : (tensor<6xi64>) -> tensor<6xi1> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%eq, 103) : (tensor<6xi1>) -> tensor<6xi64> loc(#loc0)
    %sub = fx.call "aten.sub.Tensor"(%target, %mul) : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64> loc(#loc0)
    %eq_1 = fx.call "aten.eq.Scalar"(%classes, 3) : (tensor<2x3x3xi64>) -> tensor<2x3x3xi1> loc(#loc0)
    %mul_1 = fx.call "aten.mul.Tensor"(%eq_1, 103) : (tensor<2x3x3xi1>) -> tensor<2x3x3xi64> loc(#loc0)
    %sub_1 = fx.call "aten.sub.Tensor"(%classes, %mul_1) : (tensor<2x3x3xi64>, tensor<2x3x3xi64>) -> tensor<2x3x3xi64> loc(#loc0)
    %log_softmax_1 = fx.call "aten.log_softmax.int"(%image, 1) : (tensor<2x4x3x3xf32>) -> tensor<2x4x3x3xf32> loc(#loc0)
    %nll_loss2d_forward:2 = fx.call "aten.nll_loss2d_forward.default"(%log_softmax_1, %sub_1, none, 1, -100) : (tensor<2x4x3x3xf32>, tensor<2x3x3xi64>) -> (tensor<f32>, tensor<f32>) loc(#loc0)
    %l1_loss = fx.call "aten.l1_loss.default"(%x, %y) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<f32> loc(#loc0)
    %smooth_l1_loss = fx.call "aten.smooth_l1_loss.default"(%x, %y) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<f32> loc(#loc0)
    %huber_loss = fx.call "aten.huber_loss.default"(%x, %y, 1, 0.7) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<f32> loc(#loc0)
    %kl_div = fx.call "aten.kl_div.default"(%log_softmax, %sigmoid_1) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<f32> loc(#loc0)
    %binary_cross_entropy = fx.call "aten.binary_cross_entropy.default"(%where, %sigmoid_1) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<f32> loc(#loc0)
    %binary_cross_entropy_with_logits = fx.call "aten.binary_cross_entropy_with_logits.default"(%x, %sigmoid_1) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<f32> loc(#loc0)
    %nll_loss = fx.call "aten.nll_loss.default"(%log_softmax, %sub) : (tensor<6x5xf32>, tensor<6xi64>) -> tensor<f32> loc(#loc0)
    %nll_loss2d = fx.call "aten.nll_loss2d.default"(%log_softmax_1, %sub_1) : (tensor<2x4x3x3xf32>, tensor<2x3x3xi64>) -> tensor<f32> loc(#loc0)
    %nll_loss2d_backward = fx.call "aten.nll_loss2d_backward.default"(%nll_loss2d_forward#0, %log_softmax_1, %sub_1, none, 1, -100, %nll_loss2d_forward#1) : (tensor<f32>, tensor<2x4x3x3xf32>, tensor<2x3x3xi64>, tensor<f32>) -> tensor<2x4x3x3xf32> loc(#loc0)
    fx.output %l1_loss, %smooth_l1_loss, %huber_loss, %kl_div, %binary_cross_entropy, %binary_cross_entropy_with_logits, %nll_loss, %nll_loss2d, %nll_loss2d_forward#0, %nll_loss2d_backward : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<2x4x3x3xf32>
  }
}
#loc0 = loc("overloads_of_losses")
