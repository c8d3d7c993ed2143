// A matrix of a stack, chosen by a number that is one too large.
// FAILS: TC-1520, interpreted TC-0302
func.func @main(%x: tensor<4x3x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %w: tensor<3x8x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %i: tensor<4xi64> {tc.init = {kind = "iota", start = 0, step = 1}}) -> tensor<4x3x5xf32> {
  %m = prim.index %w[%i] [0] : tensor<3x8x5xf32>, tensor<4xi64>
  %y = prim.dot_general %x, %m batch [0], [0] contract [2], [1] : tensor<4x3x8xf32>, tensor<4x8x5xf32>
  return %y : tensor<4x3x5xf32>
}
