// A graph that was captured for lengths of 4 to 8, called with 3.
module attributes {tc.version = "0.1", tc.sizes = {n = 3}} {
fx.graph @main(%x: tensor<?xf32, #tc.dims<[n]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> (tensor<?xf32, #tc.dims<[n]>>) {
  fx.guard #tc.size<4> "le" #tc.size<n>
  fx.guard #tc.size<n> "le" #tc.size<8>
  %0 = fx.call "aten.exp.default"(%x) : (tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>>
  fx.output %0 : tensor<?xf32, #tc.dims<[n]>>
}
}
