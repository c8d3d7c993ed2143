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

// -----

// Bodies keep narrow floats wide, so what is looked for among them is saved.
!a = tensor<4x8xbf16>
!w = tensor<4x8xf32>

// CHECK-LABEL: func.func @main.forward(
// CHECK: %[[N:.*]] = prim.convert_element_type %{{.*}} : tensor<4x8xf32> to tensor<4x8xbf16>
// CHECK: prim.amax %[[N]]
// CHECK: return %{{.*}}, %[[N]]
// CHECK-LABEL: func.func @main.backward(
// CHECK: prim.eq %arg
func.func @main(%x: !a, %y: !a) -> tensor<4xbf16> {
  %p = prim.mul %x, %y : !a
  %w = prim.convert_element_type %p : !a to !w
  %e = prim.exp %w : !w
  %n = prim.convert_element_type %e : !w to !a
  %m = prim.amax %n [1] : !a
  return %m : tensor<4xbf16>
}
