// Derivative rules of prims that move elements.
// RUN: tc-opt %s --split-input-file --prim-autodiff --cse | FileCheck %s

// cast_sizes
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.cast_sizes %arg0 : tensor<?xf32, #tc.dims<[n]>> to tensor<3xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.cast_sizes %arg1 : tensor<3xf32> to tensor<?xf32, #tc.dims<[n]>>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<3xf32>, tensor<?xf32, #tc.dims<[n]>>
func.func @main(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<3xf32> {
  %y = prim.cast_sizes %x : tensor<?xf32, #tc.dims<[n]>> to tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// broadcast_in_dim: dimensions that are new, and one of size 1
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.broadcast_in_dim %arg0 [1, 2] : tensor<1x3xf32> to tensor<2x4x3xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.sum %arg1 [0, 1] : tensor<2x4x3xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.reshape %[[V1]] : tensor<3xf32> to tensor<1x3xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<2x4x3xf32>, tensor<1x3xf32>
func.func @main(%x: tensor<1x3xf32>) -> tensor<2x4x3xf32> {
  %y = prim.broadcast_in_dim %x [1, 2] : tensor<1x3xf32> to tensor<2x4x3xf32>
  return %y : tensor<2x4x3xf32>
}

// -----

// reshape
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<2x3x4xf32> to tensor<6x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.reshape %arg1 : tensor<6x4xf32> to tensor<2x3x4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<6x4xf32>, tensor<2x3x4xf32>
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<6x4xf32> {
  %y = prim.reshape %x : tensor<2x3x4xf32> to tensor<6x4xf32>
  return %y : tensor<6x4xf32>
}

// -----

// transpose
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.transpose %arg0 [1, 2, 0] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.transpose %arg1 [2, 0, 1] : tensor<3x4x2xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<3x4x2xf32>, tensor<2x3x4xf32>
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<3x4x2xf32> {
  %y = prim.transpose %x [1, 2, 0] : tensor<2x3x4xf32>
  return %y : tensor<3x4x2xf32>
}

// -----

// rev
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.rev %arg0 [0, 2] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.rev %arg1 [0, 2] : tensor<2x3x4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %y = prim.rev %x [0, 2] : tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

// -----

// slice
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.slice %arg0 <[1, 0, 1]> step [1, 2, 2] : tensor<2x3x4xf32> to tensor<1x2x2xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.pad %arg1, %[[V1]] low <[1, 0, 1]> high <[0, 0, 0]> interior [0, 1, 1] : tensor<1x2x2xf32>, tensor<f32> to tensor<2x3x4xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<1x2x2xf32>, tensor<2x3x4xf32>
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<1x2x2xf32> {
  %y = prim.slice %x <[1, 0, 1]> step [1, 2, 2] : tensor<2x3x4xf32> to tensor<1x2x2xf32>
  return %y : tensor<1x2x2xf32>
}

// -----

// slice, of symbolic sizes
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.slice %arg0 <[n]> step [1] : tensor<?xf32, #tc.dims<[2*n]>> to tensor<?xf32, #tc.dims<[n]>>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.pad %arg1, %[[V1]] low <[n]> high <[0]> interior [0] : tensor<?xf32, #tc.dims<[n]>>, tensor<f32> to tensor<?xf32, #tc.dims<[2*n]>>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<?xf32, #tc.dims<[n]>>, tensor<?xf32, #tc.dims<[2*n]>>
func.func @main(%x: tensor<?xf32, #tc.dims<[2*n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
  %y = prim.slice %x <[n]> step [1] : tensor<?xf32, #tc.dims<[2*n]>> to tensor<?xf32, #tc.dims<[n]>>
  return %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// pad: what is padded, and what it is padded with
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.pad %arg0, %arg1 low <[1, -1]> high <[2, 1]> interior [1, 0] : tensor<3x5xf32>, tensor<f32> to tensor<8x5xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.pad %arg2, %[[V1]] low <[-1, 1]> high <[-2, -1]> interior [0, 0] : tensor<8x5xf32>, tensor<f32> to tensor<5x5xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.slice %[[V2]] <[0, 0]> step [2, 1] : tensor<5x5xf32> to tensor<3x5xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.sum %arg2 [0, 1] : tensor<8x5xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.sum %[[V3]] [0, 1] : tensor<3x5xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.sub %[[V4]], %[[V5]] : tensor<f32>
// CHECK-NEXT: return %[[V0]], %[[V3]], %[[V6]] : tensor<8x5xf32>, tensor<3x5xf32>, tensor<f32>
func.func @main(%x: tensor<3x5xf32>, %c: tensor<f32>) -> tensor<8x5xf32> {
  %y = prim.pad %x, %c low <[1, -1]> high <[2, 1]> interior [1, 0]
    : tensor<3x5xf32>, tensor<f32> to tensor<8x5xf32>
  return %y : tensor<8x5xf32>
}

// -----

// cat
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.cat %arg0, %arg1 dim 1 : tensor<2x3xf32>, tensor<2x1xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.slice %arg2 <[0, 0]> step [1, 1] : tensor<2x4xf32> to tensor<2x3xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.slice %arg2 <[0, 3]> step [1, 1] : tensor<2x4xf32> to tensor<2x1xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]] : tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x1xf32>
func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x1xf32>) -> tensor<2x4xf32> {
  %y = prim.cat %a, %b dim 1 : tensor<2x3xf32>, tensor<2x1xf32>
  return %y : tensor<2x4xf32>
}

// -----

// dynamic_slice
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.dynamic_slice %arg0[%arg1, %arg1] : (tensor<4x5xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4x5xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.dynamic_update_slice %[[V2]], %arg2[%arg1, %arg1] : tensor<4x5xf32>, tensor<2x3xf32>, tensor<i64>, tensor<i64>
// CHECK-NEXT: return %[[V0]], %[[V3]] : tensor<2x3xf32>, tensor<4x5xf32>
func.func @main(%x: tensor<4x5xf32>, %i: tensor<i64>) -> tensor<2x3xf32> {
  %y = prim.dynamic_slice %x[%i, %i]
    : (tensor<4x5xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

// dynamic_update_slice
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.dynamic_update_slice %arg0, %arg1[%arg2, %arg2] : tensor<4x5xf32>, tensor<2x3xf32>, tensor<i64>, tensor<i64>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<2x3xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.dynamic_update_slice %arg3, %[[V2]][%arg2, %arg2] : tensor<4x5xf32>, tensor<2x3xf32>, tensor<i64>, tensor<i64>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.dynamic_slice %arg3[%arg2, %arg2] : (tensor<4x5xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
// CHECK-NEXT: return %[[V0]], %[[V3]], %[[V4]] : tensor<4x5xf32>, tensor<4x5xf32>, tensor<2x3xf32>
func.func @main(%x: tensor<4x5xf32>, %u: tensor<2x3xf32>, %i: tensor<i64>) -> tensor<4x5xf32> {
  %y = prim.dynamic_update_slice %x, %u[%i, %i]
    : tensor<4x5xf32>, tensor<2x3xf32>, tensor<i64>, tensor<i64>
  return %y : tensor<4x5xf32>
}
