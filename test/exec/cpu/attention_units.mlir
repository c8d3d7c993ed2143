// Streamed contractions on matrix units: head sizes that tiles are padded to, of
// keys and of values, masks in memory, grouped heads, operands that lie along the
// streamed points.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
module attributes {tc.version = "0.1"} {
fx.graph @main(%q0: tensor<1x2x40x16xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
    %k0: tensor<1x2x130x16xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
    %v0: tensor<1x2x130x48xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
    %m0: tensor<40x130xi1> {tc.init = {kind = "randint", low = 0, high = 2, stream = 4}},
    %q1: tensor<1x4x33x24xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
    %k1: tensor<1x2x70x24xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
    %v1: tensor<1x2x70x20xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
    %q2: tensor<1x2x20x128xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
    %k2: tensor<1x2x64x128xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}},
    %v2: tensor<1x2x64x128xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10}},
    %m2: tensor<1x2x20x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}},
    %q3: tensor<1x1x150x20xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}},
    %k3: tensor<1x1x150x20xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 13}},
    %v3: tensor<1x1x150x72xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 14}},
    %q4: tensor<1x1x20x256xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 15}},
    %k4: tensor<1x1x40x256xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 16}},
    %v4: tensor<1x1x40x256xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 17}},
    %q5: tensor<1x2x80x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 18}},
    %k5: tensor<1x2x32x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 19}},
    %v5: tensor<1x2x40x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 20}})
    -> (tensor<1x2x40x48xbf16>, tensor<1x4x33x20xf16>, tensor<1x2x20x128xbf16>, tensor<1x1x150x72xbf16>, tensor<1x1x20x256xbf16>, tensor<1x2x80x40xbf16>) {
  %r0 = fx.call "aten.scaled_dot_product_attention.default"(%q0, %k0, %v0, %m0, 0.0, false) : (tensor<1x2x40x16xbf16>, tensor<1x2x130x16xbf16>, tensor<1x2x130x48xbf16>, tensor<40x130xi1>) -> tensor<1x2x40x48xbf16>
  %r1 = fx.call "aten.scaled_dot_product_attention.default"(%q1, %k1, %v1, none, 0.0, true, enable_gqa = true) : (tensor<1x4x33x24xf16>, tensor<1x2x70x24xf16>, tensor<1x2x70x20xf16>) -> tensor<1x4x33x20xf16>
  %r2 = fx.call "aten.scaled_dot_product_attention.default"(%q2, %k2, %v2, %m2, 0.0, false) : (tensor<1x2x20x128xbf16>, tensor<1x2x64x128xbf16>, tensor<1x2x64x128xbf16>, tensor<1x2x20x64xbf16>) -> tensor<1x2x20x128xbf16>
  %r3 = fx.call "aten.scaled_dot_product_attention.default"(%q3, %k3, %v3, none, 0.0, true) : (tensor<1x1x150x20xbf16>, tensor<1x1x150x20xbf16>, tensor<1x1x150x72xbf16>) -> tensor<1x1x150x72xbf16>
  %r4 = fx.call "aten.scaled_dot_product_attention.default"(%q4, %k4, %v4, none, 0.0, false) : (tensor<1x1x20x256xbf16>, tensor<1x1x40x256xbf16>, tensor<1x1x40x256xbf16>) -> tensor<1x1x20x256xbf16>
  %s5 = fx.call "aten.matmul.default"(%q5, %k5) : (tensor<1x2x80x32xbf16>, tensor<1x2x32x96xbf16>) -> tensor<1x2x80x96xbf16>
  %x5 = fx.call "aten.mul.Scalar"(%s5, 0.2) : (tensor<1x2x80x96xbf16>) -> tensor<1x2x80x96xbf16>
  %p5 = fx.call "aten.softmax.int"(%x5, -1) : (tensor<1x2x80x96xbf16>) -> tensor<1x2x80x96xbf16>
  %w5 = fx.call "aten.transpose.int"(%v5, 2, 3) : (tensor<1x2x40x96xbf16>) -> tensor<1x2x96x40xbf16>
  %r5 = fx.call "aten.matmul.default"(%p5, %w5) : (tensor<1x2x80x96xbf16>, tensor<1x2x96x40xbf16>) -> tensor<1x2x80x40xbf16>
  fx.output %r0, %r1, %r2, %r3, %r4, %r5 : tensor<1x2x40x48xbf16>, tensor<1x4x33x20xf16>, tensor<1x2x20x128xbf16>, tensor<1x1x150x72xbf16>, tensor<1x1x20x256xbf16>, tensor<1x2x80x40xbf16>
}
}
