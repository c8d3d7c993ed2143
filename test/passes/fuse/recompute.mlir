// Products over what products make compute those again rather than hold them:
// all readers of what lies between, or none.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true},loop-plan-memory)' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_80"},loop-plan-memory)' | FileCheck %s --check-prefix=GPU
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true})' | FileCheck %s --check-prefix=KERNEL
// RUN: sed 's/xf32/xbf16/g; s/64/128/g; s/x8x/x16x/g' %s | tc-opt --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_80"},loop-plan-memory)' | FileCheck %s --check-prefix=NARROW
// RUN: sed 's/xf32/xbf16/g; s/64/2112/g; s/x8x/x264x/g' %s | tc-opt --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_80"},loop-plan-memory)' | FileCheck %s --check-prefix=WIDE
// NARROW: func.func @gradients(
// NARROW-SAME: loop.arena = #tc.size<0>
// Sums of more columns than a warp's registers hold.
// WIDE: func.func @gradients(
// WIDE: loop.launch {{.*}} -> tensor<2x2112x2112xbf16>
// As many columns as a warp's registers hold, but not those of dk and of dv together: each sums alone.
// On a GPU 64 rows are enough, whatever the steps.
// RUN: sed 's/xf32/xbf16/g; s/x8x/x192x/g' %s | tc-opt --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_90a"},loop-plan-memory)' | FileCheck %s --check-prefix=APART
// RUN: sed 's/xf32/xbf16/g; s/x8x/x128x/g' %s | tc-opt --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_90a"},loop-plan-memory)' | FileCheck %s --check-prefix=TOGETHER
// APART: func.func @gradients(
// APART-SAME: loop.arena = #tc.size<0>
// APART-COUNT-3: loop.launch {{.*}} -> tensor<2x64x192xbf16>
// APART-NEXT: return
// TOGETHER: func.func @gradients(
// TOGETHER-SAME: loop.arena = #tc.size<0>
// TOGETHER-NEXT: loop.launch {{.*}} -> tensor<2x64x128xbf16>
// TOGETHER-NEXT: loop.launch {{.*}} -> (tensor<2x64x128xbf16>, tensor<2x64x128xbf16>)
// TOGETHER-NEXT: return

// The gradients of attention: one kernel sums over columns, one over rows. No
// value of 64 x 64 is anywhere.
// CHECK-LABEL: func.func @gradients(
// CHECK-SAME: loop.arena = #tc.size<0>
// CHECK-NEXT: %[[Q:.*]] = loop.launch {{.*}} -> tensor<2x64x8xf32>
// CHECK-NEXT: %[[K:.*]]:2 = loop.launch {{.*}} -> (tensor<2x64x8xf32>, tensor<2x64x8xf32>)
// CHECK-NEXT: return %[[Q]], %[[K]]#1, %[[K]]#0
// KERNEL-LABEL: loop.kernel
// KERNEL-COUNT-3: loop.contract
// KERNEL: loop.kernel
// KERNEL-COUNT-4: loop.contract
// KERNEL-NOT: loop.contract
// KERNEL: func.func @gradients(
// The matrix units of a GPU take narrow operands: these values are held there.
// GPU-LABEL: func.func @gradients(
// GPU-COUNT-2: loop.launch {{.*}} -> tensor<2x64x64xf32>
!x = tensor<2x64x8xf32>
!s = tensor<2x64x64xf32>
!r = tensor<2x64xf32>
func.func @gradients(%g: !x, %q: !x, %k: !x, %v: !x, %l: !r, %e: !r) -> (!x, !x, !x) {
  %s = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : !x, !x
  %lb = prim.broadcast_in_dim %l [0, 1] : !r to !s
  %0 = prim.sub %s, %lb : !s
  %p = prim.exp %0 : !s
  %dp = prim.dot_general %g, %v batch [0], [0] contract [2], [2] : !x, !x
  %eb = prim.broadcast_in_dim %e [0, 1] : !r to !s
  %1 = prim.sub %dp, %eb : !s
  %ds = prim.mul %p, %1 : !s
  %dq = prim.dot_general %ds, %k batch [0], [0] contract [2], [1] : !s, !x
  %dk = prim.dot_general %ds, %q batch [0], [0] contract [1], [1] : !s, !x
  %dv = prim.dot_general %p, %g batch [0], [0] contract [1], [1] : !s, !x
  return %dq, %dk, %dv : !x, !x, !x
}

// -----

// No name is known: any function of the elements.
// CHECK-LABEL: func.func @tanh(
// CHECK-SAME: loop.arena = #tc.size<0>
// CHECK-NEXT: loop.launch {{.*}} -> tensor<2x64x8xf32>
// CHECK-NEXT: return
!x = tensor<2x64x8xf32>
!s = tensor<2x64x64xf32>
func.func @tanh(%q: !x, %k: !x, %v: !x) -> !x {
  %s = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : !x, !x
  %p = prim.tanh %s : !s
  %o = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !s, !x
  return %o : !x
}

// -----

// What lies between is a result, too.
// CHECK-LABEL: func.func @result(
// CHECK-NEXT: loop.launch {{.*}} -> tensor<2x64x64xf32>
// CHECK-NEXT: loop.launch {{.*}} -> tensor<2x64x8xf32>
// CHECK-NEXT: return
!x = tensor<2x64x8xf32>
!s = tensor<2x64x64xf32>
func.func @result(%q: !x, %k: !x, %v: !x) -> (!x, !s) {
  %s = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : !x, !x
  %p = prim.tanh %s : !s
  %o = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !s, !x
  return %o, %p : !x, !s
}

// -----

// Another reader is a reduction.
// CHECK-LABEL: func.func @reduced(
// CHECK-NEXT: loop.launch {{.*}} -> tensor<2x64x64xf32>
// CHECK-NEXT: loop.launch
// CHECK-NEXT: loop.launch
// CHECK-NEXT: return
!x = tensor<2x64x8xf32>
!s = tensor<2x64x64xf32>
!r = tensor<2x64xf32>
func.func @reduced(%q: !x, %k: !x, %v: !x) -> (!x, !r) {
  %s = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : !x, !x
  %p = prim.tanh %s : !s
  %r = prim.sum %p [2] : !s
  %o = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !s, !x
  return %o, %r : !x, !r
}

// -----

// Few columns: little is held, and as much computed again.
// CHECK-LABEL: func.func @few(
// CHECK-NEXT: loop.launch {{.*}} -> tensor<2x64x16xf32>
// CHECK-NEXT: loop.launch {{.*}} -> tensor<2x64x8xf32>
// CHECK-NEXT: return
!x = tensor<2x64x8xf32>
!k = tensor<2x16x8xf32>
!s = tensor<2x64x16xf32>
func.func @few(%q: !x, %k: !k, %v: !k) -> !x {
  %s = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : !x, !k
  %p = prim.tanh %s : !s
  %o = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !s, !k
  return %o : !x
}

// -----

// Products that are no batch: two layers.
// CHECK-LABEL: func.func @layers(
// CHECK-NEXT: loop.launch {{.*}} -> tensor<64x64xf32>
// CHECK-NEXT: loop.launch {{.*}} -> tensor<64x8xf32>
// CHECK-NEXT: return
!x = tensor<64x8xf32>
!s = tensor<64x64xf32>
func.func @layers(%q: !x, %k: !x, %v: !x) -> !x {
  %s = prim.dot_general %q, %k batch [], [] contract [1], [1] : !x, !x
  %p = prim.tanh %s : !s
  %o = prim.dot_general %p, %v batch [], [] contract [1], [0] : !s, !x
  return %o : !x
}

// -----

// Many steps: computing again would cost more than is saved.
// CHECK-LABEL: func.func @steps(
// CHECK-NEXT: loop.launch {{.*}} -> tensor<2x4096x4096xf32>
// CHECK-NEXT: loop.launch {{.*}} -> tensor<2x4096x8xf32>
// CHECK-NEXT: return
!x = tensor<2x4096x300xf32>
!v = tensor<2x4096x8xf32>
!s = tensor<2x4096x4096xf32>
func.func @steps(%q: !x, %k: !x, %v: !v) -> !v {
  %s = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : !x, !x
  %p = prim.tanh %s : !s
  %o = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !s, !v
  return %o : !v
}

// -----

// Few rows: the product of few rows with many columns is small, too.
// CHECK-LABEL: func.func @rows(
// CHECK-NEXT: loop.launch {{.*}} -> tensor<2x16x64xf32>
// CHECK-NEXT: loop.launch {{.*}} -> tensor<2x16x8xf32>
// CHECK-NEXT: return
!q = tensor<2x16x8xf32>
!x = tensor<2x64x8xf32>
!s = tensor<2x16x64xf32>
func.func @rows(%q: !q, %k: !x, %v: !x) -> !q {
  %s = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : !q, !x
  %p = prim.tanh %s : !s
  %o = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !s, !x
  return %o : !q
}

// -----

// What lies between is larger than the product, which would be computed three
// times.
// CHECK-LABEL: func.func @same(
// CHECK-NEXT: loop.launch {{.*}} -> tensor<2x64x64xf32>
// CHECK-NEXT: loop.launch
// CHECK: return
!x = tensor<2x64x8xf32>
!s = tensor<2x64x64xf32>
!t = tensor<2x3x64x64xf32>
!o = tensor<2x3x64x8xf32>
func.func @same(%q: !x, %k: !x, %v: !x, %t: !t) -> !o {
  %s = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : !x, !x
  %sb = prim.broadcast_in_dim %s [0, 2, 3] : !s to !t
  %p = prim.mul %sb, %t : !t
  %o = prim.dot_general %p, %v batch [0], [0] contract [3], [1] : !t, !x
  return %o : !o
}
