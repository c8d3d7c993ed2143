// A gather at positions 0 to 5 of four.
// FAILS: TC-1520, interpreted TC-0302
func.func @main(%x: tensor<4x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %i: tensor<6xi64> {tc.init = {kind = "iota", start = 0, step = 1}}) -> tensor<6x3xf32> {
  %y = prim.index %x[%i] [0] : tensor<4x3xf32>, tensor<6xi64>
  return %y : tensor<6x3xf32>
}
