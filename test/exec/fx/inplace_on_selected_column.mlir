module attributes {
  tc.version = "0.1",
  tc.model = "inplace_on_selected_column",
  tc.expected = [{shape = [3], dtype = f32, sum = 5.073586940765381, norm = 3.1521122712640985, eager_error = 3.7818859003703725e-08, eager_max = 1.1920928955078125e-07, samples = dense<[1.0, 2.6019290685653687, 1.4716578722000122]> : tensor<3xf64>}],
  tc.expected_state = [{argument = 0, shape = [3, 5], dtype = f32, sum = 18.263342559337616, norm = 10.307613103307325, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.4525718092918396, 0.5323302149772644, 1.6019290685653687, 0.4818989038467407, 7.0, -1.450978398323059, 1.4540468454360962, 0.4716578722000122, 0.7198862433433533, 7.0]> : tensor<15xf64>}]
} {
  fx.graph @main(%x: tensor<3x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %y: tensor<3xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<3xf32>) {
    %select = fx.call "aten.select.int"(%x, 1, 2) : (tensor<3x5xf32>) -> tensor<3xf32> loc(#loc0)
    %copy_ = fx.call "aten.copy_.default"(%select, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> loc(#loc0)
    %select_1 = fx.call "aten.select.int"(%x, 1, 4) : (tensor<3x5xf32>) -> tensor<3xf32> loc(#loc0)
    %fill_ = fx.call "aten.fill_.Scalar"(%select_1, 7.0) : (tensor<3xf32>) -> tensor<3xf32> loc(#loc0)
    %select_2 = fx.call "aten.select.int"(%x, 0, 0) : (tensor<3x5xf32>) -> tensor<5xf32> loc(#loc0)
    %zero_ = fx.call "aten.zero_.default"(%select_2) : (tensor<5xf32>) -> tensor<5xf32> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%copy_, 1.0) : (tensor<3xf32>) -> tensor<3xf32> loc(#loc0)
    fx.output %add : tensor<3xf32>
  }
}
#loc0 = loc("inplace_on_selected_column")
