module attributes {
  tc.version = "0.1",
  tc.model = "constant_buffers",
  tc.expected = [{shape = [2, 6], dtype = f32, sum = 37.23863488435745, norm = 12.390569506801846, eager_error = 3.098728315457128e-08, eager_max = 2.980232238769531e-07, samples = dense<[0.6996366083621979, 1.8127583265304565, 2.2960360436700284, 3.0047088474966586, 4.492166250944138, 5.72628590464592, 0.4079822599887848, 1.5338171422481537, 3.0808176486752927, 3.847868195269257, 4.1095342338085175, 6.227023422718048]> : tensor<12xf64>}]
} {
  prim.weight @"mask" : tensor<6x6xf32> {init = {kind = "tril"}}
  prim.weight @"steps" : tensor<6xi64> {init = {kind = "iota", start = 0, step = 1}}
  prim.weight @"table" : tensor<6xf32> {init = dense<[-1.0, -0.2160000205039978, -0.007999998517334461, 0.007999998517334461, 0.2160000205039978, 1.0]> : tensor<6xf32>}
  prim.weight @"scale" : tensor<6xf32> {init = {kind = "constant", value = 0.5}}
  fx.graph @main(%x: tensor<2x6xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<2x6xf32>) {
    %b_mask = fx.get_attr @"mask" : tensor<6x6xf32>
    %matmul = fx.call "aten.matmul.default"(%x, %b_mask) : (tensor<2x6xf32>, tensor<6x6xf32>) -> tensor<2x6xf32> loc(#loc0)
    %b_table = fx.get_attr @"table" : tensor<6xf32>
    %add = fx.call "aten.add.Tensor"(%matmul, %b_table) : (tensor<2x6xf32>, tensor<6xf32>) -> tensor<2x6xf32> loc(#loc0)
    %b_scale = fx.get_attr @"scale" : tensor<6xf32>
    %mul = fx.call "aten.mul.Tensor"(%add, %b_scale) : (tensor<2x6xf32>, tensor<6xf32>) -> tensor<2x6xf32> loc(#loc0)
    %b_steps = fx.get_attr @"steps" : tensor<6xi64>
    %add_1 = fx.call "aten.add.Tensor"(%mul, %b_steps) : (tensor<2x6xf32>, tensor<6xi64>) -> tensor<2x6xf32> loc(#loc0)
    fx.output %add_1 : tensor<2x6xf32>
  }
}
#loc0 = loc("constant_buffers")
