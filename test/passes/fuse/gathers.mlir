// What a kernel gathers few elements of is computed at their positions, though
// others read all of it: neither stores it. Of positions it is the position,
// within bounds.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse)' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{disable=gathers})' | FileCheck %s --check-prefix=OFF

// CHECK-LABEL: loop.kernel private @{{.*}}index
// CHECK: %[[SIZE:.*]] = loop.index <70>
// CHECK-NEXT: loop.within %{{.*}}, %[[SIZE]]
// CHECK-NOT: loop.at
// OFF-LABEL: loop.kernel private @{{.*}}index
// OFF: loop.at
func.func @positions(%i: tensor<500xi64>) -> tensor<500xi64> {
  %0 = prim.iota 0 : i64, 1 : i64 : tensor<70xi64>
  %y = prim.index %0[%i] [0] : tensor<70xi64>, tensor<500xi64>
  return %y : tensor<500xi64>
}

// -----

// The iterator in the body and in a read, each within its own bounds.
// CHECK-LABEL: loop.kernel private @{{.*}}index
// CHECK: loop.at %{{.*}} : tensor<70xi64>
// CHECK: loop.index <70>
// CHECK: loop.within
func.func @both(%x: tensor<70xi64>, %i: tensor<5xi64>) -> tensor<5xi64> {
  %0 = prim.iota 0 : i64, 1 : i64 : tensor<70xi64>
  %s = prim.add %0, %x : tensor<70xi64>
  %y = prim.index %s[%i] [0] : tensor<70xi64>, tensor<5xi64>
  return %y : tensor<5xi64>
}

// -----

// A log-softmax, of which a loss gathers an element a row and a gradient reads
// all: the loss takes it from the logits, and no launch stores it.
!x = tensor<40x1000xbf16>
!f = tensor<40x1000xf32>
!r = tensor<40xf32>
!i = tensor<40xi64>
// CHECK-LABEL: func.func @gathered(
// CHECK-NOT: loop.launch {{.*}} -> tensor<40x1000xf32>
// CHECK: return
func.func @gathered(%x: !x, %m: !r, %l: !r, %n: !i, %i: !i) -> (tensor<f32>, !x) {
  %f = prim.convert_element_type %x : !x to !f
  %mb = prim.broadcast_in_dim %m [0] : !r to !f
  %lb = prim.broadcast_in_dim %l [0] : !r to !f
  %0 = prim.sub %f, %mb : !f
  %1 = prim.sub %0, %lb : !f
  %2 = prim.convert_element_type %1 : !f to !x
  %y = prim.convert_element_type %2 : !x to !f
  %own = prim.index %y[%n, %i] [0, 1] : !f, !i, !i
  %loss = prim.sum %own [0] : !r
  %e = prim.exp %y : !f
  %g = prim.convert_element_type %e : !f to !x
  return %loss, %g : tensor<f32>, !x
}

// -----

// Rows of which a kernel needs the sum of all first are no rows of it, though its
// first stage is small: nothing would run in parallel.
!x = tensor<512x4096xf32>
!r = tensor<512xf32>
// CHECK-LABEL: func.func @apart(
// CHECK: loop.launch {{.*}} -> tensor<512xf32>
// CHECK: loop.launch {{.*}} -> tensor<512x4096xf32>
func.func @apart(%x: !x, %c: !r, %t: !r) -> !x {
  %n = prim.sum %c [0] : !r
  %nb = prim.broadcast_in_dim %n [] : tensor<f32> to !r
  %q = prim.div %c, %nb : !r
  %e = prim.exp %q : !r
  %u = prim.exp %t : !r
  %ub = prim.broadcast_in_dim %u [0] : !r to !x
  %eb = prim.broadcast_in_dim %e [0] : !r to !x
  %m = prim.amax %x [1] : !x
  %mb = prim.broadcast_in_dim %m [0] : !r to !x
  %0 = prim.sub %x, %mb : !x
  %1 = prim.mul %ub, %0 : !x
  %y = prim.mul %1, %eb : !x
  return %y : !x
}
