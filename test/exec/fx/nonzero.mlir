module attributes {
  tc.version = "0.1",
  tc.model = "nonzero",
  tc.expected = [{shape = [13, 2], dtype = i64, sum = 62, norm = 14.696938456699069, samples = dense<[0, 1, 0, 2, 0, 5, 1, 4, 1, 5, 2, 0, 2, 1, 2, 2, 2, 4, 2, 5, 3, 3, 3, 4, 3, 5]> : tensor<26xi64>}]
} {
  fx.graph @main(%x: tensor<4x6xi64> {fx.name = "x", tc.init = {kind = "randint", low = 0, high = 2, stream = 900, seed = 7}})
      -> (tensor<?x2xi64, #tc.dims<[u0, 2]>>) {
    %nonzero = fx.call "aten.nonzero.default"(%x) : (tensor<4x6xi64>) -> tensor<?x2xi64, #tc.dims<[u0, 2]>> loc(#loc0)
    fx.output %nonzero : tensor<?x2xi64, #tc.dims<[u0, 2]>>
  }
}
#loc0 = loc("nonzero")
