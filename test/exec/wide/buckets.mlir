module attributes {
  tc.version = "0.1",
  tc.model = "buckets",
  tc.expected = [{shape = [10], dtype = i64, sum = 9.0, norm = 4.123105625617661, samples = dense<[2.0, 0.0, 0.0, 1.0, 2.0, 2.0, 0.0, 0.0, 2.0, 0.0]> : tensor<10xf64>}]
} {
  prim.weight @"lifted_tensor_0" : tensor<3xi64> {init = dense<[2, 4, 6]> : tensor<3xi64>}
  fx.graph @main(%x: tensor<10xi64> {fx.name = "x", tc.init = {kind = "randint", low = 0, high = 7, stream = 900, seed = 7}})
      -> (tensor<10xi64>) {
    %c_lifted_tensor_0 = fx.get_attr @"lifted_tensor_0" : tensor<3xi64>
    %lift_fresh_copy = fx.call "aten.lift_fresh_copy.default"(%c_lifted_tensor_0) : (tensor<3xi64>) -> tensor<3xi64> loc(#loc0)
    %detach_ = fx.call "aten.detach_.default"(%lift_fresh_copy) : (tensor<3xi64>) -> tensor<3xi64> loc(#loc0)
    %bucketize = fx.call "aten.bucketize.Tensor"(%x, %detach_) : (tensor<10xi64>, tensor<3xi64>) -> tensor<10xi64> loc(#loc0)
    fx.output %bucketize : tensor<10xi64>
  }
}
#loc0 = loc("buckets")
