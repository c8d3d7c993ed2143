// No position is one of an empty tensor.
// FAILS: TC-1520, interpreted TC-0302
module attributes {tc.version = "0.1", tc.sizes = {n = 0}} {
func.func @main(%x: tensor<?xi64, #tc.dims<[n]>> {tc.init = {kind = "constant", value = 1.0}},
                %i: tensor<3xi64> {tc.init = {kind = "iota", start = 0, step = 1}}) -> tensor<3xi64> {
  %y = prim.index %x[%i] [0] : tensor<?xi64, #tc.dims<[n]>>, tensor<3xi64>
  return %y : tensor<3xi64>
}
}
