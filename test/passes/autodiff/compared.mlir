// RUN: tc-opt %s --split-input-file --prim-autodiff --cse --prim-partition --cse | FileCheck %s
// A quotient of rows is recomputed as a product,
!a = tensor<4x8xf32>
!r = tensor<4xf32>

// CHECK-LABEL: func.func @main.backward(
// CHECK: prim.reciprocal %arg1
// CHECK: prim.mul %arg0
func.func @main(%x: !a, %s: !r) -> !r {
  %b = prim.broadcast_in_dim %s [0] : !r to !a
  %q = prim.div %x, %b : !a
  %e = prim.mul %q, %q : !a
  %y = prim.sum %e [1] : !a
  return %y : !r
}

// -----

// unless it is compared: the greatest element is the one that equals it.
!a = tensor<4x8xf32>
!r = tensor<4xf32>

// CHECK-LABEL: func.func @main.backward(
// CHECK: %[[Q:.*]] = prim.div %arg0
// CHECK: prim.eq %[[Q]]
func.func @main(%x: !a, %s: !r) -> !r {
  %b = prim.broadcast_in_dim %s [0] : !r to !a
  %q = prim.div %x, %b : !a
  %y = prim.amax %q [1] : !a
  return %y : !r
}
