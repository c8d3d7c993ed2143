module attributes {
  tc.version = "0.1",
  tc.model = "empty_parameters",
  tc.expected = [{shape = [3, 4], dtype = f32, sum = 0.2132025919854641, norm = 0.3611772034399405, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.06309448182582855, -0.15670908987522125, 0.056032944470644, 0.10864919424057007, 0.06309448182582855, -0.15670908987522125, 0.056032944470644, 0.10864919424057007, 0.06309448182582855, -0.15670908987522125, 0.056032944470644, 0.10864919424057007]> : tensor<12xf64>}, {shape = [3, 0], dtype = f32, sum = 0.0, norm = 0.0, eager_error = 0.0, eager_max = 0.0, samples = dense<[]> : tensor<0xf64>}, {shape = [2, 0], dtype = f32, sum = 0.0, norm = 0.0, eager_error = 0.0, eager_max = 0.0, samples = dense<[]> : tensor<0xf64>}, {shape = [3, 2], dtype = f32, sum = -0.2808438241481781, norm = 0.2926020462320282, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.06309448182582855, -0.15670908987522125, 0.06309448182582855, -0.15670908987522125, 0.06309448182582855, -0.15670908987522125]> : tensor<6xf64>}]
} {
  prim.weight @"extra" : tensor<0x2xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0, seed = 7}}
  prim.weight @"none_in.weight" : tensor<4x0xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 7}}
  prim.weight @"none_in.bias" : tensor<4xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 2, seed = 7}}
  prim.weight @"none_out.weight" : tensor<0x4xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 7}}
  prim.weight @"none_out.bias" : tensor<0xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4, seed = 7}}
  prim.weight @"rows.weight" : tensor<4x0xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5, seed = 7}}
  fx.graph @main(%x: tensor<3x0xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %i: tensor<2xi64> {fx.name = "i", tc.init = {kind = "randint", low = 0, high = 4, stream = 901, seed = 7}})
      -> (tensor<3x4xf32>, tensor<3x0xf32>, tensor<2x0xf32>, tensor<3x2xf32>) {
    %p_none_in_weight = fx.get_attr @"none_in.weight" : tensor<4x0xf32>
    %p_none_in_bias = fx.get_attr @"none_in.bias" : tensor<4xf32>
    %linear = fx.call "aten.linear.default"(%x, %p_none_in_weight, %p_none_in_bias) : (tensor<3x0xf32>, tensor<4x0xf32>, tensor<4xf32>) -> tensor<3x4xf32> loc(#loc0)
    %p_none_out_weight = fx.get_attr @"none_out.weight" : tensor<0x4xf32>
    %p_none_out_bias = fx.get_attr @"none_out.bias" : tensor<0xf32>
    %linear_1 = fx.call "aten.linear.default"(%linear, %p_none_out_weight, %p_none_out_bias) : (tensor<3x4xf32>, tensor<0x4xf32>, tensor<0xf32>) -> tensor<3x0xf32> loc(#loc1)
    %p_rows_weight = fx.get_attr @"rows.weight" : tensor<4x0xf32>
    %embedding = fx.call "aten.embedding.default"(%p_rows_weight, %i) : (tensor<4x0xf32>, tensor<2xi64>) -> tensor<2x0xf32> loc(#loc2)
    %slice_1 = fx.call "aten.slice.Tensor"(%linear, 1, 0, 2) : (tensor<3x4xf32>) -> tensor<3x2xf32> loc(#loc3)
    %p_extra = fx.get_attr @"extra" : tensor<0x2xf32>
    %cat = fx.call "aten.cat.default"([%slice_1, %p_extra]) : (tensor<3x2xf32>, tensor<0x2xf32>) -> tensor<3x2xf32> loc(#loc3)
    fx.output %linear, %linear_1, %embedding, %cat : tensor<3x4xf32>, tensor<3x0xf32>, tensor<2x0xf32>, tensor<3x2xf32>
  }
}
#loc0 = loc("none_in")
#loc1 = loc("none_out")
#loc2 = loc("rows")
#loc3 = loc("empty_parameters")
