// Rules of slices, joins and pads, a function each: first where the rule
// applies, then where it must not.
// RUN: tc-opt %s --prim-simplify | FileCheck %s

!x = tensor<4x8xf32>
!h = tensor<4x4xf32>
!n = tensor<?xf32, #tc.dims<[n]>>

// CHECK-LABEL: func.func @sliceWhole(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.slice %arg0 <[0, 4]> step [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
// CHECK-NEXT: return %arg0, %[[V0]] : tensor<4x8xf32>, tensor<4x4xf32>
func.func @sliceWhole(%x: !x) -> (!x, !h) {
  %y = prim.slice %x <[0, 0]> step [1, 1] : !x to !x
  %n = prim.slice %x <[0, 4]> step [1, 1] : !x to !h
  return %y, %n : !x, !h
}

// CHECK-LABEL: func.func @sliceSlice(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.slice %arg0 <[0, 1]> step [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.slice %arg0 <[0, 3]> step [1, 4] : tensor<4x8xf32> to tensor<4x2xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.exp %[[V0]] : tensor<4x4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.slice %[[V2]] <[0, 1]> step [1, 2] : tensor<4x4xf32> to tensor<4x2xf32>
// CHECK-NEXT: return %[[V1]], %[[V3]] : tensor<4x2xf32>, tensor<4x2xf32>
func.func @sliceSlice(%x: !x) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = prim.slice %x <[0, 1]> step [1, 2] : !x to !h
  %y = prim.slice %0 <[0, 1]> step [1, 2] : !h to tensor<4x2xf32>
  %1 = prim.exp %0 : !h
  %n = prim.slice %1 <[0, 1]> step [1, 2] : !h to tensor<4x2xf32>
  return %y, %n : tensor<4x2xf32>, tensor<4x2xf32>
}

// CHECK-LABEL: func.func @sliceNumber(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.broadcast_in_dim %arg0 [] : tensor<f32> to tensor<4x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.broadcast_in_dim %arg1 [1] : tensor<8xf32> to tensor<4x8xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.slice %[[V1]] <[0, 4]> step [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4x4xf32>, tensor<4x4xf32>
func.func @sliceNumber(%s: tensor<f32>, %r: tensor<8xf32>) -> (!h, !h) {
  %0 = prim.broadcast_in_dim %s [] : tensor<f32> to !x
  %y = prim.slice %0 <[0, 4]> step [1, 1] : !x to !h
  %1 = prim.broadcast_in_dim %r [1] : tensor<8xf32> to !x
  %n = prim.slice %1 <[0, 4]> step [1, 1] : !x to !h
  return %y, %n : !h, !h
}

// CHECK-LABEL: func.func @sliceOfCat(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.cat %arg0, %arg1 dim 0 : tensor<?xf32, #tc.dims<[n]>>, tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.slice %arg1 <[1]> step [1] : tensor<4xf32> to tensor<2xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.slice %[[V0]] <[1]> step [1] : tensor<?xf32, #tc.dims<[n + 4]>> to tensor<2xf32>
// CHECK-NEXT: return %[[V1]], %[[V2]] : tensor<2xf32>, tensor<2xf32>
func.func @sliceOfCat(%x: !n, %z: tensor<4xf32>)
    -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = prim.cat %x, %z dim 0 : !n, tensor<4xf32>
  %y = prim.slice %0 <[n + 1]> step [1]
    : tensor<?xf32, #tc.dims<[n + 4]>> to tensor<2xf32>
  %n = prim.slice %0 <[1]> step [1]
    : tensor<?xf32, #tc.dims<[n + 4]>> to tensor<2xf32>
  return %y, %n : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @catOne(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.cat %arg0, %arg0 dim 0 : tensor<4x8xf32>, tensor<4x8xf32>
// CHECK-NEXT: return %arg0, %[[V0]] : tensor<4x8xf32>, tensor<8x8xf32>
func.func @catOne(%x: !x) -> (!x, tensor<8x8xf32>) {
  %y = prim.cat %x dim 0 : !x
  %n = prim.cat %x, %x dim 0 : !x, !x
  return %y, %n : !x, tensor<8x8xf32>
}

// CHECK-LABEL: func.func @catOfSlices(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.slice %arg0 <[0, 0]> step [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.slice %arg0 <[0, 4]> step [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.cat %[[V1]], %[[V0]] dim 1 : tensor<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: return %arg0, %[[V2]] : tensor<4x8xf32>, tensor<4x8xf32>
func.func @catOfSlices(%x: !x) -> (!x, !x) {
  %0 = prim.slice %x <[0, 0]> step [1, 1] : !x to !h
  %1 = prim.slice %x <[0, 4]> step [1, 1] : !x to !h
  %y = prim.cat %0, %1 dim 1 : !h, !h
  %n = prim.cat %1, %0 dim 1 : !h, !h
  return %y, %n : !x, !x
}

// CHECK-LABEL: func.func @padNone(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.pad %arg0, %arg1 low <[0, 0]> high <[0, 1]> interior [0, 0] : tensor<4x8xf32>, tensor<f32> to tensor<4x9xf32>
// CHECK-NEXT: return %arg0, %[[V0]] : tensor<4x8xf32>, tensor<4x9xf32>
func.func @padNone(%x: !x, %s: tensor<f32>) -> (!x, tensor<4x9xf32>) {
  %y = prim.pad %x, %s low <[0, 0]> high <[0, 0]>
    interior [0, 0] : !x, tensor<f32> to !x
  %n = prim.pad %x, %s low <[0, 0]> high <[0, 1]>
    interior [0, 0] : !x, tensor<f32> to tensor<4x9xf32>
  return %y, %n : !x, tensor<4x9xf32>
}

// CHECK-LABEL: func.func @updateWhole(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.dynamic_update_slice %arg0, %arg2[%arg3, %arg3] : tensor<4x8xf32>, tensor<4x4xf32>, tensor<i64>, tensor<i64>
// CHECK-NEXT: return %arg1, %[[V0]] : tensor<4x8xf32>, tensor<4x8xf32>
func.func @updateWhole(%x: !x, %u: !x, %h: !h, %i: tensor<i64>) -> (!x, !x) {
  %y = prim.dynamic_update_slice %x, %u[%i, %i]
    : !x, !x, tensor<i64>, tensor<i64>
  %n = prim.dynamic_update_slice %x, %h[%i, %i]
    : !x, !h, tensor<i64>, tensor<i64>
  return %y, %n : !x, !x
}
