// Scores of 34,848, all the same, whose products with log2 e are rounded by 2^-10:
// what was summed in blocks before is multiplied by 1 all the same, since its
// factor is made of the products that the terms had, rounded as they were
// (passes/lower/math/machine.c, fusedExponent). Each row is the mean of the values,
// whole numbers by 512, in tile registers, in blocks of one point, too.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: env TC_NUMBERS=cpu_stream_block=1 tc-run %t.mlir --check --guard --repeat=1
// RUN: env TC_NUMBERS=cpu_stream_block=2 tc-run %t.mlir --check --guard --repeat=1
module attributes {tc.version = "0.1"} {
fx.graph @main(%q: tensor<1x1x64x64xbf16> {tc.init = {kind = "constant", value = 66.0}},
    %k: tensor<1x1x512x64xbf16> {tc.init = {kind = "constant", value = 66.0}},
    %v: tensor<1x1x512x64xbf16> {tc.init = {kind = "odd", stream = 1}}) -> tensor<1x1x64x64xbf16> {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, false) : (tensor<1x1x64x64xbf16>, tensor<1x1x512x64xbf16>, tensor<1x1x512x64xbf16>) -> tensor<1x1x64x64xbf16>
  fx.output %0 : tensor<1x1x64x64xbf16>
}
}
