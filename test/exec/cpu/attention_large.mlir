// Scores of 2e11, all the same: exponents are 0, though products of the scores with
// log2 e have no bits behind the point (passes/lower/math/expand-math.c,
// fusedExponent, on GPUs). Each row is the mean of the values.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
module attributes {tc.version = "0.1"} {
fx.graph @main(%q: tensor<1x2x64x64xbf16> {tc.init = {kind = "constant", value = 185344.0}},
    %k: tensor<1x2x128x64xbf16> {tc.init = {kind = "constant", value = 185344.0}},
    %v: tensor<1x2x128x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> tensor<1x2x64x64xbf16> {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, false) : (tensor<1x2x64x64xbf16>, tensor<1x2x128x64xbf16>, tensor<1x2x128x64xbf16>) -> tensor<1x2x64x64xbf16>
  fx.output %0 : tensor<1x2x64x64xbf16>
}
}
