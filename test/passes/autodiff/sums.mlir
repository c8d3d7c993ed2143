// The cotangent of a norm's mean does not wait for that of its deviation: what is
// one number for all elements that are added up is taken out of the sum.
// RUN: tc-opt %s --prim-autodiff="wrt=0 unit=false" --cse --prim-simplify --cse | FileCheck %s

!x = tensor<4x3x8xf32>
!c = tensor<3xf32>

// Both sums over what is given are there before the small values that are made
// of them; nothing computed of them is added up again.
// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[D:.*]] = prim.sub %arg0
// CHECK: %[[G:.*]] = prim.mul %arg2
// CHECK: %[[GD:.*]] = prim.mul %[[G]], %[[D]]
// CHECK-NEXT: prim.sum %[[GD]] [0, 2] : tensor<4x3x8xf32>
// CHECK: prim.sum %arg2 [0, 2] : tensor<4x3x8xf32>
// CHECK: prim.sum %[[D]] [0, 2] : tensor<4x3x8xf32>
// CHECK-NOT: prim.sum
// CHECK: return
func.func @main(%x: !x, %w: !c) -> !x {
  %n = prim.constant dense<32.0> : !c
  %e = prim.constant dense<1.0e-05> : !c
  %0 = prim.sum %x [0, 2] : !x
  %1 = prim.div %0, %n : !c
  %2 = prim.broadcast_in_dim %1 [1] : !c to !x
  %3 = prim.sub %x, %2 : !x
  %4 = prim.mul %3, %3 : !x
  %5 = prim.sum %4 [0, 2] : !x
  %6 = prim.div %5, %n : !c
  %7 = prim.add %6, %e : !c
  %8 = prim.rsqrt %7 : !c
  %9 = prim.broadcast_in_dim %8 [1] : !c to !x
  %10 = prim.mul %3, %9 : !x
  %11 = prim.broadcast_in_dim %w [1] : !c to !x
  %12 = prim.mul %10, %11 : !x
  return %12 : !x
}
