module attributes {
  tc.version = "0.1",
  tc.model = "rare_losses",
  tc.expected = [{shape = [], dtype = f32, sum = 2.986904179230705, norm = 2.986904179230705, eager_error = 9.152023575949624e-08, eager_max = 2.7336217467421875e-07, samples = dense<[2.986904179230705]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 66.89783436455764, norm = 66.89783436455764, eager_error = 6.177694635576584e-09, eager_max = 4.132743924856186e-07, samples = dense<[66.89783436455764]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 0.8124964199407954, norm = 0.8124964199407954, eager_error = 4.652965881440763e-09, eager_max = 3.7805181207772875e-09, samples = dense<[0.8124964199407954]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 0.8344689048030013, norm = 0.8344689048030013, eager_error = 4.368793272608991e-09, eager_max = 3.645622137504745e-09, samples = dense<[0.8344689048030013]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 0.8046646721659722, norm = 0.8046646721659722, eager_error = 1.490735393573035e-07, eager_max = 1.1995421067556578e-07, samples = dense<[0.8046646721659722]> : tensor<1xf64>}]
} {
  fx.graph @main(%x: tensor<6x9xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %target: tensor<6xi64> {fx.name = "target", tc.init = {kind = "randint", low = 0, high = 9, stream = 901, seed = 7}}, %y: tensor<6x9xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}})
      -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
    %cross_entropy_loss = fx.call "aten.cross_entropy_loss.default"(%x, %target, none, 1, -100, 0.1) : (tensor<6x9xf32>, tensor<6xi64>) -> tensor<f32> loc(#loc0)
    %broadcast_tensors:2 = fx.call "aten.broadcast_tensors.default"([%x, %y]) : (tensor<6x9xf32>, tensor<6x9xf32>) -> (tensor<6x9xf32>, tensor<6x9xf32>) loc(#loc0)
    %l1_loss = fx.call "aten.l1_loss.default"(%broadcast_tensors#0, %broadcast_tensors#1, 2) : (tensor<6x9xf32>, tensor<6x9xf32>) -> tensor<f32> loc(#loc0)
    %broadcast_tensors_1:2 = fx.call "aten.broadcast_tensors.default"([%broadcast_tensors#0, %broadcast_tensors#1]) : (tensor<6x9xf32>, tensor<6x9xf32>) -> (tensor<6x9xf32>, tensor<6x9xf32>) loc(#loc0)
    %smooth_l1_loss = fx.call "aten.smooth_l1_loss.default"(%broadcast_tensors_1#0, %broadcast_tensors_1#1) : (tensor<6x9xf32>, tensor<6x9xf32>) -> tensor<f32> loc(#loc0)
    %sigmoid = fx.call "aten.sigmoid.default"(%broadcast_tensors_1#1) : (tensor<6x9xf32>) -> tensor<6x9xf32> loc(#loc0)
    %binary_cross_entropy_with_logits = fx.call "aten.binary_cross_entropy_with_logits.default"(%broadcast_tensors_1#0, %sigmoid) : (tensor<6x9xf32>, tensor<6x9xf32>) -> tensor<f32> loc(#loc0)
    %log_softmax = fx.call "aten.log_softmax.int"(%broadcast_tensors_1#0, 1) : (tensor<6x9xf32>) -> tensor<6x9xf32> loc(#loc0)
    %softmax = fx.call "aten.softmax.int"(%broadcast_tensors_1#1, 1) : (tensor<6x9xf32>) -> tensor<6x9xf32> loc(#loc0)
    %kl_div = fx.call "aten.kl_div.default"(%log_softmax, %softmax, 2) : (tensor<6x9xf32>, tensor<6x9xf32>) -> tensor<f32> loc(#loc0)
    %div = fx.call "aten.div.Tensor"(%kl_div, 6) : (tensor<f32>) -> tensor<f32> loc(#loc0)
    fx.output %cross_entropy_loss, %l1_loss, %smooth_l1_loss, %binary_cross_entropy_with_logits, %div : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
}
#loc0 = loc("rare_losses")
