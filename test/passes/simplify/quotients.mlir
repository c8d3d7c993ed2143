// Rules of quotients by one divisor a row, a function each: where the rule
// applies, then where it must not.
// RUN: tc-opt %s --prim-simplify | FileCheck %s

!s = tensor<4x9xf32>
!r = tensor<4xf32>

// Through signs, and selects of 0.
// CHECK-LABEL: func.func @commonDivisor(
// CHECK-NEXT: %[[Z:.*]] = prim.constant dense<0.000000e+00>
// CHECK-NEXT: %[[ZB:.*]] = prim.broadcast_in_dim %[[Z]] []
// CHECK-NEXT: %[[B:.*]] = prim.broadcast_in_dim %arg1 [0] : tensor<4xf32> to tensor<4x9xf32>
// CHECK-NEXT: %[[N:.*]] = prim.neg %arg2 : tensor<4xf32>
// CHECK-NEXT: %[[W:.*]] = prim.where %arg3, %[[ZB]], %[[N]]
// CHECK-NEXT: %[[Y:.*]] = prim.broadcast_in_dim %[[W]] [0]
// CHECK-NEXT: %[[A:.*]] = prim.add %arg0, %[[Y]]
// CHECK-NEXT: %[[D:.*]] = prim.div %[[A]], %[[B]]
// CHECK-NEXT: return %[[D]]
func.func @commonDivisor(%x: !s, %l: !r, %t: !r, %c: tensor<4xi1>) -> !s {
  %zero = prim.constant dense<0.0> : tensor<f32>
  %z = prim.broadcast_in_dim %zero [] : tensor<f32> to !r
  %b = prim.broadcast_in_dim %l [0] : !r to !s
  %0 = prim.div %x, %b : !s
  %1 = prim.div %t, %l : !r
  %2 = prim.neg %1 : !r
  %3 = prim.where %c, %z, %2 : tensor<4xi1>, !r
  %4 = prim.broadcast_in_dim %3 [0] : !r to !s
  %y = prim.add %0, %4 : !s
  return %y : !s
}

// Another divisor; a quotient that is read elsewhere; a chain that does not
// pass zero on.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-5: prim.div
func.func @others(%x: !s, %l: !r, %t: !r, %k: !r) -> (!s, !s, !s, !s) {
  %b = prim.broadcast_in_dim %l [0] : !r to !s
  %0 = prim.div %x, %b : !s
  %1 = prim.div %t, %k : !r
  %2 = prim.broadcast_in_dim %1 [0] : !r to !s
  %y = prim.add %0, %2 : !s
  %w = prim.exp %x : !s
  %3 = prim.div %w, %b : !s
  %4 = prim.div %t, %l : !r
  %5 = prim.broadcast_in_dim %4 [0] : !r to !s
  %z = prim.add %3, %5 : !s
  %v = prim.tanh %x : !s
  %6 = prim.div %v, %b : !s
  %7 = prim.exp %1 : !r
  %8 = prim.broadcast_in_dim %7 [0] : !r to !s
  %u = prim.add %6, %8 : !s
  return %y, %z, %3, %u : !s, !s, !s, !s
}

// CHECK-LABEL: func.func @quotientOfFactor(
// CHECK: %[[P:.*]] = prim.div %arg1, %[[B:.*]] :
// CHECK-NEXT: %[[M:.*]] = prim.mul %arg0, %[[P]]
// CHECK-NEXT: return %[[P]], %[[M]]
func.func @quotientOfFactor(%z: !s, %e: !s, %l: !r) -> (!s, !s) {
  %b = prim.broadcast_in_dim %l [0] : !r to !s
  %p = prim.div %e, %b : !s
  %0 = prim.div %z, %b : !s
  %y = prim.mul %0, %e : !s
  return %p, %y : !s, !s
}

// e / l is not computed.
// CHECK-LABEL: func.func @factor(
// CHECK: prim.div %arg0
// CHECK-NEXT: prim.mul
func.func @factor(%z: !s, %e: !s, %l: !r) -> !s {
  %b = prim.broadcast_in_dim %l [0] : !r to !s
  %0 = prim.div %z, %b : !s
  %y = prim.mul %0, %e : !s
  return %y : !s
}
