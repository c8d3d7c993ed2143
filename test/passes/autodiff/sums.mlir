// The cotangent of a norm's mean does not wait for that of its deviation: what is
// one number for all elements that are added up is taken out of the sum.
// RUN: tc-opt %s --split-input-file --prim-autodiff="wrt=0 unit=false" --cse --prim-simplify --cse | FileCheck %s

!x = tensor<4x3x8xf32>
!c = tensor<3xf32>

// Both sums over what is given are there before the small values that are made
// of them; nothing computed of them is added up again, and the deviations from
// their own mean, whose sum is 0, are not added up at all.
// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[D:.*]] = prim.sub %arg0
// CHECK: %[[GD:.*]] = prim.mul %arg2, %[[D]]
// CHECK-NEXT: prim.sum %[[GD]] [0, 2] : tensor<4x3x8xf32>
// CHECK: prim.sum %arg2 [0, 2] : tensor<4x3x8xf32>
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

// -----

// The same of the mean over symbolic sizes.
// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[D:.*]] = prim.sub %arg0
// CHECK-NOT: prim.sum %[[D]]
// CHECK: return
!s = tensor<?x3xf32, #tc.dims<[n, 3]>>
func.func @main(%x: !s) -> !s {
  %n = prim.size <n> : tensor<i64>
  %f = prim.convert_element_type %n : tensor<i64> to tensor<f32>
  %c = prim.broadcast_in_dim %f [] : tensor<f32> to tensor<3xf32>
  %0 = prim.sum %x [0] : !s
  %1 = prim.div %0, %c : tensor<3xf32>
  %2 = prim.broadcast_in_dim %1 [1] : tensor<3xf32> to !s
  %3 = prim.sub %x, %2 : !s
  %4 = prim.mul %3, %3 : !s
  %5 = prim.sum %4 [0] : !s
  %6 = prim.broadcast_in_dim %5 [1] : tensor<3xf32> to !s
  %7 = prim.mul %3, %6 : !s
  return %7 : !s
}

// -----

// Of a variance alone nothing is left but the deviations: nothing is added up.
// CHECK-LABEL: func.func @main.joint(
// CHECK-COUNT-2: prim.sum
// CHECK-NOT: prim.sum
// CHECK: return
func.func @main(%x: tensor<8x3xf32>) -> tensor<3xf32> {
  %c = prim.constant dense<8.0> : tensor<3xf32>
  %0 = prim.sum %x [0] : tensor<8x3xf32>
  %1 = prim.div %0, %c : tensor<3xf32>
  %2 = prim.broadcast_in_dim %1 [1] : tensor<3xf32> to tensor<8x3xf32>
  %3 = prim.sub %x, %2 : tensor<8x3xf32>
  %4 = prim.mul %3, %3 : tensor<8x3xf32>
  %5 = prim.sum %4 [0] : tensor<8x3xf32>
  return %5 : tensor<3xf32>
}

// -----

// Deviations from something else (a sum by another number, of something else,
// along another dimension) are added up.
// CHECK-LABEL: func.func @main.joint(
// CHECK-COUNT-3: prim.sum
// CHECK: return
func.func @main(%x: tensor<8x3xf32>) -> tensor<3xf32> {
  %c = prim.constant dense<7.0> : tensor<3xf32>
  %0 = prim.sum %x [0] : tensor<8x3xf32>
  %1 = prim.div %0, %c : tensor<3xf32>
  %2 = prim.broadcast_in_dim %1 [1] : tensor<3xf32> to tensor<8x3xf32>
  %3 = prim.sub %x, %2 : tensor<8x3xf32>
  %4 = prim.mul %3, %3 : tensor<8x3xf32>
  %5 = prim.sum %4 [0] : tensor<8x3xf32>
  return %5 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @main.joint(
// CHECK-COUNT-3: prim.sum
// CHECK: return
func.func @main(%z: tensor<8x3xf32>, %x: tensor<8x3xf32>) -> tensor<3xf32> {
  %c = prim.constant dense<8.0> : tensor<3xf32>
  %0 = prim.sum %z [0] : tensor<8x3xf32>
  %1 = prim.div %0, %c : tensor<3xf32>
  %2 = prim.broadcast_in_dim %1 [1] : tensor<3xf32> to tensor<8x3xf32>
  %3 = prim.sub %x, %2 : tensor<8x3xf32>
  %4 = prim.mul %3, %3 : tensor<8x3xf32>
  %5 = prim.sum %4 [0] : tensor<8x3xf32>
  return %5 : tensor<3xf32>
}

// -----

// One term alone: its factors that are one number for all that is added up are
// taken out.
// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[P:.*]] = prim.mul %arg2, %arg1 : tensor<8x3xf32>
// CHECK-NEXT: %[[S:.*]] = prim.sum %[[P]] [0] : tensor<8x3xf32>
// CHECK-NEXT: prim.mul %[[S]], %{{.*}} : tensor<3xf32>
func.func @main(%w: tensor<3xf32>, %x: tensor<8x3xf32>) -> tensor<8x3xf32> {
  %c = prim.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = prim.broadcast_in_dim %c [1] : tensor<3xf32> to tensor<8x3xf32>
  %1 = prim.broadcast_in_dim %w [1] : tensor<3xf32> to tensor<8x3xf32>
  %2 = prim.mul %x, %0 : tensor<8x3xf32>
  %3 = prim.mul %2, %1 : tensor<8x3xf32>
  return %3 : tensor<8x3xf32>
}

// -----

// The sum of no elements is 0, whatever the factors are.
// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[S:.*]] = prim.sum {{.*}} : tensor<0x3xf32>
// CHECK-NEXT: return %{{.*}}, %[[S]]
func.func @main(%w: tensor<3xf32>, %x: tensor<0x3xf32>, %c: tensor<3xf32>) -> tensor<0x3xf32> {
  %0 = prim.broadcast_in_dim %c [1] : tensor<3xf32> to tensor<0x3xf32>
  %1 = prim.broadcast_in_dim %w [1] : tensor<3xf32> to tensor<0x3xf32>
  %2 = prim.mul %x, %0 : tensor<0x3xf32>
  %3 = prim.mul %2, %1 : tensor<0x3xf32>
  return %3 : tensor<0x3xf32>
}
