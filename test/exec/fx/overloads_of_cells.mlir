module attributes {
  tc.version = "0.1",
  tc.model = "overloads_of_cells",
  tc.expected = [{shape = [2, 3], dtype = f32, sum = 2.0180374683831444, norm = 1.7305150848252826, eager_error = 9.59640722663203e-08, eager_max = 1.573570197477281e-07, samples = dense<[0.4376194700547779, 0.4187282715435121, 0.8548352518690716, 0.7959556752496896, 0.5117362356178338, -1.0008374359517405]> : tensor<6xf64>}, {shape = [2, 3], dtype = f32, sum = 1.355181743459644, norm = 1.8989635271710303, eager_error = 4.89579272735575e-08, eager_max = 6.736553570529935e-08, samples = dense<[0.9963533896656224, -0.9065574286841179, -0.4711032134171639, 0.8362604549230921, 0.9323074526105901, -0.032078911638378595]> : tensor<6xf64>}, {shape = [2, 3], dtype = f32, sum = 6.036991436552723, norm = 3.7693488264056327, eager_error = 4.903068281029963e-08, eager_max = 1.511074358973019e-07, samples = dense<[3.1526397147678082, 0.0, 0.0, 1.208604697740336, 1.6757470240445795, 0.0]> : tensor<6xf64>}, {shape = [3], dtype = f32, sum = -1.2441935341126167, norm = 3.201840115796227, eager_error = 5.38288883977958e-08, eager_max = 1.6170912608970411e-07, samples = dense<[2.0955185917695296, -2.0465146728175245, -1.2931974530646217]> : tensor<3xf64>}]
} {
  fx.graph @main(%x: tensor<2x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %h: tensor<2x3xf32> {fx.name = "h", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}}, %w: tensor<9x5xf32> {fx.name = "w", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}}, %u: tensor<9x3xf32> {fx.name = "u", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 903, seed = 7}}, %v: tensor<3x5xf32> {fx.name = "v", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 904, seed = 7}}, %t: tensor<3x3xf32> {fx.name = "t", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 905, seed = 7}})
      -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32>) {
    %gru_cell = fx.call "aten.gru_cell.default"(%x, %h, %w, %u) : (tensor<2x5xf32>, tensor<2x3xf32>, tensor<9x5xf32>, tensor<9x3xf32>) -> tensor<2x3xf32> loc(#loc0)
    %rnn_tanh_cell = fx.call "aten.rnn_tanh_cell.default"(%x, %h, %v, %t) : (tensor<2x5xf32>, tensor<2x3xf32>, tensor<3x5xf32>, tensor<3x3xf32>) -> tensor<2x3xf32> loc(#loc0)
    %rnn_relu_cell = fx.call "aten.rnn_relu_cell.default"(%x, %h, %v, %t) : (tensor<2x5xf32>, tensor<2x3xf32>, tensor<3x5xf32>, tensor<3x3xf32>) -> tensor<2x3xf32> loc(#loc0)
    %select = fx.call "aten.select.int"(%x, 0, 0) : (tensor<2x5xf32>) -> tensor<5xf32> loc(#loc0)
    %slice_1 = fx.call "aten.slice.Tensor"(%select, 0, 0, 3) : (tensor<5xf32>) -> tensor<3xf32> loc(#loc0)
    %select_1 = fx.call "aten.select.int"(%h, 0, 0) : (tensor<2x3xf32>) -> tensor<3xf32> loc(#loc0)
    %addmv = fx.call "aten.addmv.default"(%slice_1, %t, %select_1) : (tensor<3xf32>, tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32> loc(#loc0)
    fx.output %gru_cell, %rnn_tanh_cell, %rnn_relu_cell, %addmv : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32>
  }
}
#loc0 = loc("overloads_of_cells")
