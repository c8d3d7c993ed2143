module attributes {
  tc.version = "0.1",
  tc.model = "triplets",
  tc.expected = [{shape = [], dtype = f32, sum = 1.008991122031223, norm = 1.008991122031223, eager_error = 1.1835966880150908e-07, eager_max = 1.194238550272786e-07, samples = dense<[1.008991122031223]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = 1.2665100419792334, norm = 1.2665100419792334, eager_error = 2.5434941200359566e-08, eager_max = 3.221360844740673e-08, samples = dense<[1.2665100419792334]> : tensor<1xf64>}, {shape = [6], dtype = f32, sum = 6.053946732187338, norm = 3.5079302931707144, eager_error = 1.211530096284108e-07, eager_max = 3.270474326910744e-07, samples = dense<[0.0, 1.7775798671422778, 0.07522706803587242, 0.13998130433255307, 2.691649109903251, 1.3695093827733844]> : tensor<6xf64>}]
} {
  fx.graph @main(%a: tensor<6x5xf32> {fx.name = "a", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %p: tensor<6x5xf32> {fx.name = "p", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}}, %n: tensor<6x5xf32> {fx.name = "n", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}})
      -> (tensor<f32>, tensor<f32>, tensor<6xf32>) {
    %triplet_margin_loss = fx.call "aten.triplet_margin_loss.default"(%a, %p, %n) : (tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<f32> loc(#loc0)
    %triplet_margin_loss_1 = fx.call "aten.triplet_margin_loss.default"(%a, %p, %n, 0.3, 1.0, 1.0e-06, true) : (tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<f32> loc(#loc0)
    %triplet_margin_loss_2 = fx.call "aten.triplet_margin_loss.default"(%a, %p, %n, 1.0, 2.0, 1.0e-06, false, 0) : (tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6xf32> loc(#loc0)
    fx.output %triplet_margin_loss, %triplet_margin_loss_1, %triplet_margin_loss_2 : tensor<f32>, tensor<f32>, tensor<6xf32>
  }
}
#loc0 = loc("triplets")
