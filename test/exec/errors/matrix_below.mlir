// A matrix of a stack, chosen by -4 from the end of three, in bf16.
// FAILS: TC-1520, interpreted TC-0302
func.func @main(%x: tensor<4x64x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %w: tensor<3x64x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %i: tensor<4xi64> {tc.init = {kind = "iota", start = -4, step = 1}}) -> tensor<4x64x64xbf16> {
  %zero = prim.constant dense<0> : tensor<4xi64>
  %size = prim.constant dense<3> : tensor<4xi64>
  %below = prim.lt %i, %zero : tensor<4xi64>
  %later = prim.add %i, %size : tensor<4xi64>
  %at = prim.where %below, %later, %i : tensor<4xi1>, tensor<4xi64>
  %m = prim.index %w[%at] [0] : tensor<3x64x64xbf16>, tensor<4xi64>
  %y = prim.dot_general %x, %m batch [0], [0] contract [2], [1] : tensor<4x64x64xbf16>, tensor<4x64x64xbf16>
  return %y : tensor<4x64x64xbf16>
}
