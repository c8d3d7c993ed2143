module attributes {
  tc.version = "0.1",
  tc.model = "result_is_view_of_input",
  tc.expected = [{shape = [2, 6], dtype = f32, sum = 12.645713210105896, norm = 10.15651532053638, eager_error = 2.5580685396716005e-08, eager_max = 1.1920928955078125e-07, samples = dense<[1.6732696294784546, 3.7243337631225586, 1.795963168144226, -2.300744354724884, 0.9472820162773132, 1.3577154278755188, 1.5969906449317932, -2.6580029726028442, 1.4456967115402222, 5.054003834724426, -4.352935194969177, 4.362140536308289]> : tensor<12xf64>}, {shape = [4, 3], dtype = f32, sum = 12.645713210105896, norm = 10.156515320536382, eager_error = 2.5580685396716e-08, eager_max = 1.1920928955078125e-07, samples = dense<[1.6732696294784546, 0.9472820162773132, 1.4456967115402222, 3.7243337631225586, 1.3577154278755188, 5.054003834724426, 1.795963168144226, 1.5969906449317932, -4.352935194969177, -2.300744354724884, -2.6580029726028442, 4.362140536308289]> : tensor<12xf64>}],
  tc.expected_state = [{argument = 0, shape = [3, 4], dtype = f32, sum = 12.645713210105896, norm = 10.15651532053638, eager_error = 2.5580685396716005e-08, eager_max = 1.1920928955078125e-07, samples = dense<[1.6732696294784546, 3.7243337631225586, 1.795963168144226, -2.300744354724884, 0.9472820162773132, 1.3577154278755188, 1.5969906449317932, -2.6580029726028442, 1.4456967115402222, 5.054003834724426, -4.352935194969177, 4.362140536308289]> : tensor<12xf64>}]
} {
  fx.graph @main(%x: tensor<3x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<2x6xf32>, tensor<4x3xf32>) {
    %view = fx.call "aten.view.default"(%x, [2, 6]) : (tensor<3x4xf32>) -> tensor<2x6xf32> loc(#loc0)
    %mul_ = fx.call "aten.mul_.Tensor"(%x, 3.0) : (tensor<3x4xf32>) -> tensor<3x4xf32> loc(#loc0)
    %t = fx.call "aten.t.default"(%mul_) : (tensor<3x4xf32>) -> tensor<4x3xf32> loc(#loc0)
    fx.output %view, %t : tensor<2x6xf32>, tensor<4x3xf32>
  }
}
#loc0 = loc("result_is_view_of_input")
