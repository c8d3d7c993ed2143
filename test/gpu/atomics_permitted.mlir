// Atomic additions are permitted by the module or by the compiler's option, never
// by default; not made on chips without warp groups.
// RUN: tc-compile %s --atomics --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s
// RUN: sed 's/tc.version = "0.1"/tc.version = "0.1", tc.atomics/' %s | tc-compile - --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s
// RUN: sed 's/0.0, false/0.0, true/' %s | tc-compile - --atomics --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=NOT
// RUN: tc-compile %s --atomics --target=cuda --target-cpu=sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=NOT
// CHECK: red.global.add.v4.f32
// NOT: mma
// NOT-NOT: red.global.add
!x = tensor<1x2x256x128xbf16>
!r = tensor<1x2x256xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%do: !x, %q: !x, %k: !x, %v: !x, %o: !x, %l: !r) -> (!x, !x, !x) {
  %0:3 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu_backward.default"(%do, %q, %k, %v, %o, %l, 0.0, false) : (!x, !x, !x, !x, !x, !r) -> (!x, !x, !x)
  fx.output %0#0, %0#1, %0#2 : !x, !x, !x
}
}
