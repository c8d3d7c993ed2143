// Prims that move elements: they come back as they went in, with the types that
// follow from their operands.
// RUN: tc-opt %s | FileCheck %s
// RUN: tc-opt %s --mlir-print-op-generic | tc-opt | FileCheck %s

!x = tensor<?x?x64xf32, #tc.dims<[b, s, 64]>>
!i = tensor<i64>

// CHECK-LABEL: func.func @static
func.func @static(%x: tensor<2x3xf32>, %v: tensor<f32>, %i: !i) -> tensor<5x3xf32> {
  // CHECK: prim.broadcast_in_dim %{{.*}} [1, 2] : tensor<2x3xf32> to tensor<4x2x3xf32>
  %0 = prim.broadcast_in_dim %x [1, 2] : tensor<2x3xf32> to tensor<4x2x3xf32>
  // A size of 1 repeats.
  // CHECK: prim.broadcast_in_dim %{{.*}} [0] : tensor<1xf32> to tensor<4xf32>
  %r = prim.reshape %v : tensor<f32> to tensor<1xf32>
  %1 = prim.broadcast_in_dim %r [0] : tensor<1xf32> to tensor<4xf32>
  // CHECK: prim.slice %{{.*}} <[1, 0]> step [1, 2] : tensor<2x3xf32> to tensor<1x2xf32>
  %2 = prim.slice %x <[1, 0]> step [1, 2] : tensor<2x3xf32> to tensor<1x2xf32>
  // Elements of an empty slice are nowhere.
  // CHECK: prim.slice
  %3 = prim.slice %x <[2, 0]> step [1, 1] : tensor<2x3xf32> to tensor<0x3xf32>
  // CHECK: prim.pad %{{.*}}, %{{.*}} low <[1, -1]> high <[0, 2]> interior [1, 0] : tensor<2x3xf32>, tensor<f32> to tensor<4x4xf32>
  %4 = prim.pad %x, %v low <[1, -1]> high <[0, 2]> interior [1, 0] : tensor<2x3xf32>, tensor<f32> to tensor<4x4xf32>
  // CHECK: prim.dynamic_slice %{{.*}}[%{{.*}}, %{{.*}}] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf32>
  %5 = prim.dynamic_slice %x[%i, %i] : (tensor<2x3xf32>, !i, !i) -> tensor<1x3xf32>
  // CHECK: %[[U:.*]] = prim.dynamic_update_slice %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tensor<2x3xf32>, tensor<1x3xf32>, tensor<i64>, tensor<i64>
  %6 = prim.dynamic_update_slice %x, %5[%i, %i] : tensor<2x3xf32>, tensor<1x3xf32>, !i, !i
  // CHECK: %[[C:.*]] = prim.cat %[[U]], %{{.*}}, %[[U]] dim 0 : tensor<2x3xf32>, tensor<1x3xf32>, tensor<2x3xf32>
  // CHECK-NEXT: return %[[C]] : tensor<5x3xf32>
  %7 = prim.cat %6, %5, %6 dim 0 : tensor<2x3xf32>, tensor<1x3xf32>, tensor<2x3xf32>
  return %7 : tensor<5x3xf32>
}

// CHECK-LABEL: func.func @symbolic
func.func @symbolic(%x: !x, %w: tensor<?x64xf32, #tc.dims<[b*s, 64]>>) {
  // Equal numbers of elements, written differently.
  // CHECK: prim.reshape %{{.*}} : tensor<?x?x64xf32, #tc.dims<[b, s, 64]>> to tensor<?x64xf32, #tc.dims<[b*s, 64]>>
  %0 = prim.reshape %x : !x to tensor<?x64xf32, #tc.dims<[s*b, 64]>>
  // CHECK: prim.add %{{.*}}, %{{.*}} : tensor<?x64xf32, #tc.dims<[b*s, 64]>>
  %1 = prim.add %0, %w : tensor<?x64xf32, #tc.dims<[floordiv(64*b*s, 64), 64]>>
  // CHECK: prim.reshape %{{.*}} to tensor<?x?x8x8xf32, #tc.dims<[b, s, 8, 8]>>
  %2 = prim.reshape %1 : tensor<?x64xf32, #tc.dims<[b*s, 64]>> to tensor<?x?x8x8xf32, #tc.dims<[b, s, 8, 8]>>
  // CHECK: %[[T:.*]] = prim.transpose %{{.*}} [2, 0, 3, 1]
  // CHECK-NEXT: prim.rev %[[T]] [1, 3] : tensor<8x?x8x?xf32, #tc.dims<[8, b, 8, s]>>
  %3 = prim.transpose %2 [2, 0, 3, 1] : tensor<?x?x8x8xf32, #tc.dims<[b, s, 8, 8]>>
  %4 = prim.rev %3 [1, 3] : tensor<8x?x8x?xf32, #tc.dims<[8, b, 8, s]>>
  // CHECK: %[[C:.*]] = prim.cat %{{.*}}, %{{.*}} dim 1
  // CHECK-NEXT: prim.slice %[[C]] <[0, s, 0]> step [1, 1, 1] : tensor<?x?x64xf32, #tc.dims<[b, 2*s, 64]>> to tensor<?x?x64xf32, #tc.dims<[b, s, 64]>>
  %5 = prim.cat %x, %x dim 1 : !x, !x
  %6 = prim.slice %5 <[0, s, 0]> step [1, 1, 1] : tensor<?x?x64xf32, #tc.dims<[b, 2*s, 64]>> to !x
  return
}
