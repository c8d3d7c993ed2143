// What dropout leaves of attention's terms, multiplied by a number, is rounded
// to bf16: the machine's 2^x will do for the terms and for the carried factor.
// RUN: tc-opt %s --tc-gpu | FileCheck %s
// CHECK: loop.for
// CHECK: prim.exp {{.*}} {tc.absolute} : f32
// CHECK: prim.exp {{.*}} {tc.absolute, tc.rescales} : f32
// CHECK-NOT: prim.exp
!q = tensor<2x4x128x64xbf16>
!s = tensor<2x4x128x128xbf16>
!m = tensor<2x4x128x128xi1>
module attributes {tc.target = "cuda,tune=sm_90a", tc.version = "0.1"} {
fx.graph @main(%q: !q, %k: !q, %v: !q, %kept: !m) -> !q {
  %0, %1 = fx.call "aten._scaled_dot_product_attention_math.default"(%q, %k, %v, none, 0.1, true, %kept) : (!q, !q, !q, !m) -> (!q, !s)
  fx.output %0 : !q
}
}
