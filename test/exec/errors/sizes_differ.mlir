// Sizes that a program says are equal, and are not.
// FAILS: TC-1505, interpreted TC-0301
module attributes {tc.version = "0.1", tc.sizes = {n = 5}} {
func.func @main(%x: tensor<?xf32, #tc.dims<[n]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> tensor<3xf32> {
  %y = prim.cast_sizes %x : tensor<?xf32, #tc.dims<[n]>> to tensor<3xf32>
  %z = prim.exp %y : tensor<3xf32>
  return %z : tensor<3xf32>
}
}
