// A scatter to positions 2, 3, 4 of four.
// FAILS: TC-1520, interpreted TC-0302
func.func @main(%x: tensor<4x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %u: tensor<3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %i: tensor<3xi64> {tc.init = {kind = "iota", start = 2, step = 1}}) -> tensor<4x3xf32> {
  %y = prim.index_put %x, %u[%i] [0] "add" : tensor<4x3xf32>, tensor<3x3xf32>, tensor<3xi64>
  return %y : tensor<4x3xf32>
}
