// Convolutions of bf16 whose operands the caller gives, and their gradients, on
// matrix units: copied into other orders, read along pixels, in parts, with the
// innermost point of an operand another one than that of the result.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s

// CHECK: adds = [{as = "partial"
// CHECK: loop.launch @relays_0(%arg0,
!x = tensor<16x64x14x14xbf16>
!w = tensor<8x64x3x3xbf16>
!y = tensor<16x8x14x14xbf16>
!p = tensor<4096x24xbf16>
module attributes {tc.version = "0.1"} {
  fx.graph @main(
      %x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0, seed = 3}},
      %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 3}},
      %dy: !y {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 3}},
      %p: !p {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 3}},
      %q: tensor<4096x40xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4, seed = 3}})
      -> (!y, !x, !w, tensor<24x40xbf16>) {
    %0 = fx.call "aten.convolution.default"(%x, %w, none, [1, 1], [1, 1], [1, 1], false, [0, 0], 1) : (!x, !w) -> !y
    %1:3 = fx.call "aten.convolution_backward.default"(%dy, %x, %w, [0], [1, 1], [1, 1], [1, 1], false, [0, 0], 1, [true, true, false]) : (!y, !x, !w) -> (!x, !w, tensor<0xf32>)
    %2 = fx.call "aten.t.default"(%p) : (!p) -> tensor<24x4096xbf16>
    %3 = fx.call "aten.mm.default"(%2, %q) : (tensor<24x4096xbf16>, tensor<4096x40xbf16>) -> tensor<24x40xbf16>
    fx.output %0, %1#0, %1#1, %3 : !y, !x, !w, tensor<24x40xbf16>
  }
}
