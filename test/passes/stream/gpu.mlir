// What a GPU streams: products that a matrix unit multiplies, of head sizes whose
// sums a warp can hold. Others stay launches of their own.
// RUN: tc-opt %s --tc-gpu | FileCheck %s
// RUN: sed 's/tc.version = "0.1"/tc.version = "0.1", tc.target = "rocm"/' %s | tc-opt --tc-gpu | FileCheck %s --check-prefix=NONE
// RUN: not tc-opt %s --loop-fuse="stream=true otherwise=nowhere" 2>&1 | FileCheck %s --check-prefix=TARGET
// CHECK-COUNT-3: loop.stream =
// CHECK-NOT: loop.stream =
// NONE-NOT: loop.stream =
// TARGET: error: 'builtin.module' op [TC-2600]
!b = tensor<1x2x128x64xbf16>
!h = tensor<1x2x128x80xf16>
!f = tensor<1x2x128x64xf32>
!w = tensor<1x2x128x320xbf16>
module attributes {tc.version = "0.1"} {
fx.graph @main(%b: !b, %h: !h, %f: !f, %w: !w) -> (!b, !h, !f, !w) {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%b, %b, %b, none, 0.0, true) : (!b, !b, !b) -> !b
  %1 = fx.call "aten.scaled_dot_product_attention.default"(%h, %h, %h, none, 0.0, false) : (!h, !h, !h) -> !h
  %2 = fx.call "aten.scaled_dot_product_attention.default"(%f, %f, %f, none, 0.0, true) : (!f, !f, !f) -> !f
  %3 = fx.call "aten.scaled_dot_product_attention.default"(%w, %w, %w, none, 0.0, true) : (!w, !w, !w) -> !w
  fx.output %0, %1, %2, %3 : !b, !h, !f, !w
}
}
