module attributes {
  tc.version = "0.1",
  tc.model = "overlapping_inputs",
  tc.expected = [{shape = [4], dtype = f32, sum = 55.39012102782726, norm = 27.724844431021967, eager_error = 3.1646662511427254e-08, eager_max = 7.599592208862305e-07, samples = dense<[13.639213755726814, 14.88085363805294, 13.750582441687584, 13.119471192359924]> : tensor<4xf64>}, {shape = [4], dtype = f32, sum = 6.274422749876976, norm = 3.3900910114737703, eager_error = 3.6511804768389895e-08, eager_max = 1.1920928955078125e-07, samples = dense<[1.3602891862392426, 2.6019290685653687, 1.4716578722000122, 0.8405466228723526]> : tensor<4xf64>}],
  tc.expected_state = [{argument = 0, shape = [8], dtype = f32, sum = 12.278924569487572, norm = 4.533682874273111, eager_error = 3.303160383321971e-08, eager_max = 1.1920928955078125e-07, samples = dense<[1.5577565431594849, 1.3602891862392426, 1.5986543893814087, 2.6019290685653687, 1.3157606720924377, 1.4716578722000122, 1.5323302149772644, 0.8405466228723526]> : tensor<8xf64>}, {argument = 1, shape = [4], dtype = f32, sum = 6.274422749876976, norm = 3.3900910114737703, eager_error = 3.6511804768389895e-08, eager_max = 1.1920928955078125e-07, samples = dense<[1.3602891862392426, 2.6019290685653687, 1.4716578722000122, 0.8405466228723526]> : tensor<4xf64>}]
} {
  fx.graph @main(%x: tensor<8xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}, tc.layout = #tc.layout<strides = [1]>, tc.storage = 0}, %y: tensor<4xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}, tc.layout = #tc.layout<strides = [2], offset = 1>, tc.storage = 0})
      -> (tensor<4xf32>, tensor<4xf32>) {
    %add_ = fx.call "aten.add_.Tensor"(%x, 1.0) : (tensor<8xf32>) -> tensor<8xf32> loc(#loc0)
    %sum_1 = fx.call "aten.sum.default"(%add_) : (tensor<8xf32>) -> tensor<f32> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%sum_1, %y) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32> loc(#loc0)
    fx.output %add, %y : tensor<4xf32>, tensor<4xf32>
  }
}
#loc0 = loc("overlapping_inputs")
