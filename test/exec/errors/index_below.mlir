// One position of many is negative.
// FAILS: TC-1520, interpreted TC-0302
func.func @main(%x: tensor<1000x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %i: tensor<5000xi64> {tc.init = {kind = "iota", start = -1, step = 0}}) -> tensor<64xf32> {
  %y = prim.index %x[%i] [0] : tensor<1000x64xf32>, tensor<5000xi64>
  %s = prim.sum %y [0] : tensor<5000x64xf32>
  return %s : tensor<64xf32>
}
