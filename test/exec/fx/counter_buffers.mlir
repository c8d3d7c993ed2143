module attributes {
  tc.version = "0.1",
  tc.model = "counter_buffers",
  tc.expected = [{shape = [4], dtype = f32, sum = 28.23102617263794, norm = 14.487980620968102, eager_error = 0.0, eager_max = 0.0, samples = dense<[4.2310261726379395, 8.0, 8.0, 8.0]> : tensor<4xf64>}],
  tc.expected_state = [{weight = "calls", shape = [], dtype = i64, sum = 4.0, norm = 4.0, samples = dense<[4.0]> : tensor<1xf64>}, {weight = "total", shape = [4], dtype = f32, sum = 7.057756543159485, norm = 3.6219951552420255, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.0577565431594849, 2.0, 2.0, 2.0]> : tensor<4xf64>}]
} {
  prim.weight @"calls" : tensor<i64> {mutated, init = {kind = "constant", value = 3}}
  prim.weight @"total" : tensor<4xf32> {mutated, init = dense<[0.5, 1.5, 2.5, 3.5]> : tensor<4xf32>}
  fx.graph @main(%x: tensor<4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<4xf32>) {
    %b_calls = fx.get_attr @"calls" : tensor<i64>
    %add_ = fx.call "aten.add_.Tensor"(%b_calls, 1) : (tensor<i64>) -> tensor<i64> loc(#loc0)
    %b_total = fx.get_attr @"total" : tensor<4xf32>
    %add__1 = fx.call "aten.add_.Tensor"(%b_total, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc(#loc0)
    %clamp_ = fx.call "aten.clamp_.default"(%add__1, none, 2.0) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%clamp_, %add_) : (tensor<4xf32>, tensor<i64>) -> tensor<4xf32> loc(#loc0)
    %copy__default = fx.call "aten.copy_.default"(%b_calls, %add_) : (tensor<i64>, tensor<i64>) -> tensor<i64> loc(#loc0)
    fx.output %mul : tensor<4xf32>
  }
}
#loc0 = loc("counter_buffers")
