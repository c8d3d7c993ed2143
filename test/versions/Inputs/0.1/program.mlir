module attributes {
  tc.version = "0.1",
  tc.model = "lstm_step",
  tc.expected = [{shape = [2, 4], dtype = f32, sum = -1.125212485982772, norm = 0.7682577835148812, eager_error = 6.706699761057088e-08, eager_max = 3.38110153208504e-08, samples = dense<[0.15142823556131887, -0.22182201684580277, -0.5052644458529709, -0.39383276896150665, -0.3147814157201592, 0.06330190078985654, 0.04997949944868496, 0.045778525597807186]> : tensor<8xf64>}, {shape = [2, 4], dtype = f32, sum = -0.8499653315480263, norm = 1.5165871351339062, eager_error = 7.780130882068939e-08, eager_max = 1.0633729630171729e-07, samples = dense<[0.25033851588157996, -0.2505753719121181, -1.0427293906185753, -0.4764010375438107, -0.40077297224486297, 0.12123351933570181, 0.13185197795421869, 0.8170894275998402]> : tensor<8xf64>}]
} {
  prim.weight @"cell.weight_ih" : tensor<16x6xf32> {init = {kind = "uniform", mean = 0.0, std = 0.408248290463863, stream = 0, seed = 7}}
  prim.weight @"cell.weight_hh" : tensor<16x4xf32> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 1, seed = 7}}
  prim.weight @"cell.bias_ih" : tensor<16xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 2, seed = 7}}
  prim.weight @"cell.bias_hh" : tensor<16xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 3, seed = 7}}
  fx.graph @main(%x: tensor<2x6xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %h: tensor<2x4xf32> {fx.name = "h", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}}, %c: tensor<2x4xf32> {fx.name = "c", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}})
      -> (tensor<2x4xf32>, tensor<2x4xf32>) {
    %p_cell_weight_ih = fx.get_attr @"cell.weight_ih" : tensor<16x6xf32>
    %p_cell_weight_hh = fx.get_attr @"cell.weight_hh" : tensor<16x4xf32>
    %p_cell_bias_ih = fx.get_attr @"cell.bias_ih" : tensor<16xf32>
    %p_cell_bias_hh = fx.get_attr @"cell.bias_hh" : tensor<16xf32>
    %lstm_cell:2 = fx.call "aten.lstm_cell.default"(%x, [%h, %c], %p_cell_weight_ih, %p_cell_weight_hh, %p_cell_bias_ih, %p_cell_bias_hh) : (tensor<2x6xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x6xf32>, tensor<16x4xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) loc(#loc0)
    fx.output %lstm_cell#0, %lstm_cell#1 : tensor<2x4xf32>, tensor<2x4xf32>
  }
}
#loc0 = loc("cell")
