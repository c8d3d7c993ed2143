module attributes {
  tc.version = "0.1",
  tc.model = "nonzero",
  tc.expected = [{shape = [13, 2], dtype = i64, sum = 62.0, norm = 14.696938456699069, samples = dense<[0.0, 1.0, 0.0, 2.0, 0.0, 5.0, 1.0, 4.0, 1.0, 5.0, 2.0, 0.0, 2.0, 1.0, 2.0, 2.0, 2.0, 4.0, 2.0, 5.0, 3.0, 3.0, 3.0, 4.0, 3.0, 5.0]> : tensor<26xf64>}]
} {
  fx.graph @main(%x: tensor<4x6xi64> {fx.name = "x", tc.init = {kind = "randint", low = 0, high = 2, stream = 900, seed = 7}})
      -> (tensor<?x2xi64, #tc.dims<[u0, 2]>>) {
    %nonzero = fx.call "aten.nonzero.default"(%x) : (tensor<4x6xi64>) -> tensor<?x2xi64, #tc.dims<[u0, 2]>> loc(#loc0)
    fx.output %nonzero : tensor<?x2xi64, #tc.dims<[u0, 2]>>
  }
}
#loc0 = loc("nonzero")
