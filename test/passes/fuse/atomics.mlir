// The gradients of attention where the program permits atomic additions: one
// kernel in place of two, of what sums over rows and what sums over columns.
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_90a"})' >%t.mlir
// RUN: FileCheck %s <%t.mlir
// RUN: tc-opt %t.mlir --loop-stream="even=false otherwise=cuda,tune=sm_90a" | FileCheck %s --check-prefix=STREAM
// Without the permission, as a rule that is off, where no unit is of warp groups, on a CPU, of few columns (lib/cost/numbers.inc, gpu_atomic_columns),
// of rows and columns that are no whole tiles or not known, and in f32 there are two.
// RUN: sed 's/tc.atomics/tc.nothing/' %s | tc-opt --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_90a"})' | FileCheck %s --check-prefix=TWO
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_80"})' | FileCheck %s --check-prefix=TWO
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="rocm,tune=gfx942"})' | FileCheck %s --check-prefix=NONE
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="x86-64-v4"})' | FileCheck %s --check-prefix=NONE
// RUN: sed 's/x128xbf16/x64xbf16/g; s/tensor<2x256x128xf32>/tensor<2x256x64xf32>/g' %s | tc-opt --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_90a"})' | FileCheck %s --check-prefix=TWO
// RUN: sed 's/192/200/g' %s | tc-opt --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_90a"})' | FileCheck %s --check-prefix=TWO
// RUN: sed 's/256/320/g' %s | tc-opt --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_90a"})' | FileCheck %s --check-prefix=TWO
// Nor where gradients are multiplied with what makes no terms, or columns are not the last iterator of their sums.
// RUN: sed 's/%l: !r,/%l: !r, %k2: !k,/; s/prim.dot_general %ds, %k /prim.dot_general %ds, %k2 /' %s | tc-opt --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_90a"})' | FileCheck %s --check-prefix=TWO
// RUN: sed 's/%dq = .*/%dq = prim.dot_general %k, %ds batch [0], [0] contract [1], [2] : !k, !n/; s/-> (!q,/-> (tensor<2x128x192xbf16>,/; s/%dv : !q/%dv : tensor<2x128x192xbf16>/' %s | tc-opt --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_90a"})' | FileCheck %s --check-prefix=TWO
// Nor where the products that make terms have more steps together than a stream with such sums has.
// RUN: sed 's/%g: !q/%g: tensor<2x192x256xbf16>/; s/%v: !k/%v: tensor<2x256x256xbf16>/; s/\(%dp = .*\) : !q, !k/\1 : tensor<2x192x256xbf16>, tensor<2x256x256xbf16>/; /%dv = /d; s/%dk, %dv : !q, !k, !k/%dk : !q, !k/; s/-> (!q, !k, !k)/-> (!q, !k)/' %s | tc-opt --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_90a"})' | FileCheck %s --check-prefix=TWO
// CHECK-NOT: loop.kernel
// CHECK: loop.kernel
// CHECK: loop.contract {{.*}} attributes {loop.atomics}
// CHECK-NOT: loop.atomics
// CHECK-NOT: loop.kernel
// CHECK: func.func @gradients(
// CHECK-NEXT: loop.launch
// CHECK-NEXT: return
// The sums of all blocks are stacked; what reads them stands behind the loop.
// STREAM: loop.for [[B:[a-z0-9]+]] carry
// STREAM-SAME: -> (tensor<2x256x128xf32>, tensor<2x256x128xf32>, tensor<3x2x64x128xf32>)
// STREAM: loop.contract {{.*}} attributes {loop.atomics}
// STREAM: loop.yield {{.*}} : tensor<2x256x128xf32>, tensor<2x256x128xf32>, tensor<2x64x128xf32>
// STREAM: loop.map ([[I0:[a-z0-9]+]], [[I:[a-z0-9]+]], [[D:[a-z0-9]+]]) reads({{.*}}[floordiv([[I]], 64), [[I0]], mod([[I]], 64), [[D]]]
// TWO: func.func @gradients(
// TWO-NEXT: loop.launch
// TWO-NEXT: loop.launch
// TWO-NEXT: return
// TWO-NOT: loop.atomics
// NONE-NOT: loop.atomics
!q = tensor<2x192x128xbf16>
!k = tensor<2x256x128xbf16>
!s = tensor<2x192x256xf32>
!n = tensor<2x192x256xbf16>
!r = tensor<2x192xf32>
module attributes {tc.atomics} {
func.func @gradients(%g: !q, %q: !q, %k: !k, %v: !k, %l: !r, %e: !r) -> (!q, !k, !k) {
  %s = prim.dot_general %q, %k batch [0], [0] contract [2], [2] {out = f32} : !q, !k
  %lb = prim.broadcast_in_dim %l [0, 1] : !r to !s
  %0 = prim.sub %s, %lb : !s
  %p = prim.exp %0 : !s
  %dp = prim.dot_general %g, %v batch [0], [0] contract [2], [2] {out = f32} : !q, !k
  %eb = prim.broadcast_in_dim %e [0, 1] : !r to !s
  %1 = prim.sub %dp, %eb : !s
  %2 = prim.mul %p, %1 : !s
  %ds = prim.convert_element_type %2 : !s to !n
  %pn = prim.convert_element_type %p : !s to !n
  %dq = prim.dot_general %ds, %k batch [0], [0] contract [2], [1] : !n, !k
  %dk = prim.dot_general %ds, %q batch [0], [0] contract [1], [1] : !n, !q
  %dv = prim.dot_general %pn, %g batch [0], [0] contract [1], [1] : !n, !q
  return %dq, %dk, %dv : !q, !k, !k
}
}
