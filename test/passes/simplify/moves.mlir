// Rules of what moves elements, a function each: first where the rule applies,
// then where it must not.
// RUN: tc-opt %s --prim-simplify='disable=reshapeLater' | FileCheck %s

!x = tensor<4x8xf32>
!u = tensor<1x4x8xf32>
!n = tensor<?x8xf32, #tc.dims<[n, 8]>>
!m = tensor<?x8xf32, #tc.dims<[m, 8]>>
!i = tensor<?x3x4x5xf32, #tc.dims<[n, 3, 4, 5]>>
!i6 = tensor<?x6x4x5xf32, #tc.dims<[n, 6, 4, 5]>>
!m6 = tensor<?x6x20xf32, #tc.dims<[n, 6, 20]>>
!o = tensor<?x20x6xf32, #tc.dims<[n, 20, 6]>>
!s6 = tensor<?x2x3x4x5xf32, #tc.dims<[n, 2, 3, 4, 5]>>
!s = tensor<4x2x3x?x5xf32, #tc.dims<[4, 2, 3, n, 5]>>

// CHECK-LABEL: func.func @reshapeSame(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<4x8xf32> to tensor<8x4xf32>
// CHECK-NEXT: return %arg0, %[[V0]] : tensor<4x8xf32>, tensor<8x4xf32>
func.func @reshapeSame(%x: !x) -> (!x, tensor<8x4xf32>) {
  %y = prim.reshape %x : !x to !x
  %n = prim.reshape %x : !x to tensor<8x4xf32>
  return %y, %n : !x, tensor<8x4xf32>
}

// CHECK-LABEL: func.func @reshapeReshape(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<4x8xf32> to tensor<2x16xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.transpose %arg0 [1, 0] : tensor<4x8xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.reshape %[[V1]] : tensor<8x4xf32> to tensor<2x16xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<2x16xf32>, tensor<2x16xf32>
func.func @reshapeReshape(%x: !x) -> (tensor<2x16xf32>, tensor<2x16xf32>) {
  %0 = prim.reshape %x : !x to tensor<32xf32>
  %y = prim.reshape %0 : tensor<32xf32> to tensor<2x16xf32>
  %1 = prim.transpose %x [1, 0] : !x
  %n = prim.reshape %1 : tensor<8x4xf32> to tensor<2x16xf32>
  return %y, %n : tensor<2x16xf32>, tensor<2x16xf32>
}

// CHECK-LABEL: func.func @reshapeNumber(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.broadcast_in_dim %arg0 [] : tensor<f32> to tensor<32xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.broadcast_in_dim %arg1 [1] : tensor<8xf32> to tensor<4x8xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.reshape %[[V1]] : tensor<4x8xf32> to tensor<32xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<32xf32>, tensor<32xf32>
func.func @reshapeNumber(%s: tensor<f32>, %r: tensor<8xf32>)
    -> (tensor<32xf32>, tensor<32xf32>) {
  %0 = prim.broadcast_in_dim %s [] : tensor<f32> to !x
  %y = prim.reshape %0 : !x to tensor<32xf32>
  %1 = prim.broadcast_in_dim %r [1] : tensor<8xf32> to !x
  %n = prim.reshape %1 : !x to tensor<32xf32>
  return %y, %n : tensor<32xf32>, tensor<32xf32>
}

// CHECK-LABEL: func.func @castSizesSame(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.cast_sizes %arg0 : tensor<?x8xf32, #tc.dims<[n, 8]>> to tensor<?x8xf32, #tc.dims<[m, 8]>>
// CHECK-NEXT: return %arg0, %[[V0]] : tensor<?x8xf32, #tc.dims<[n, 8]>>, tensor<?x8xf32, #tc.dims<[m, 8]>>
func.func @castSizesSame(%x: !n) -> (!n, !m) {
  %y = prim.cast_sizes %x : !n to !n
  %n = prim.cast_sizes %x : !n to !m
  return %y, %n : !n, !m
}

// CHECK-LABEL: func.func @transposeSame(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.transpose %arg0 [1, 0] : tensor<4x4xf32>
// CHECK-NEXT: return %arg0, %[[V0]] : tensor<4x4xf32>, tensor<4x4xf32>
func.func @transposeSame(%x: tensor<4x4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %y = prim.transpose %x [0, 1] : tensor<4x4xf32>
  %n = prim.transpose %x [1, 0] : tensor<4x4xf32>
  return %y, %n : tensor<4x4xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: func.func @transposeTranspose(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.transpose %arg0 [1, 2, 0] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.transpose %arg0 [2, 1, 0] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.exp %[[V0]] : tensor<3x4x2xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.transpose %[[V2]] [1, 2, 0] : tensor<3x4x2xf32>
// CHECK-NEXT: return %[[V1]], %[[V3]] : tensor<4x3x2xf32>, tensor<4x2x3xf32>
func.func @transposeTranspose(%x: tensor<2x3x4xf32>)
    -> (tensor<4x3x2xf32>, tensor<4x2x3xf32>) {
  %0 = prim.transpose %x [1, 2, 0] : tensor<2x3x4xf32>
  %y = prim.transpose %0 [1, 0, 2] : tensor<3x4x2xf32>
  %1 = prim.exp %0 : tensor<3x4x2xf32>
  %n = prim.transpose %1 [1, 2, 0] : tensor<3x4x2xf32>
  return %y, %n : tensor<4x3x2xf32>, tensor<4x2x3xf32>
}

// CHECK-LABEL: func.func @transposeUnits(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<1x4x8xf32> to tensor<4x1x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.transpose %arg0 [2, 0, 1] : tensor<1x4x8xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<4x1x8xf32>, tensor<8x1x4xf32>
func.func @transposeUnits(%x: !u) -> (tensor<4x1x8xf32>, tensor<8x1x4xf32>) {
  %y = prim.transpose %x [1, 0, 2] : !u
  %n = prim.transpose %x [2, 0, 1] : !u
  return %y, %n : tensor<4x1x8xf32>, tensor<8x1x4xf32>
}

// An einsum's operand; not where nothing is dropped.
// CHECK-LABEL: func.func @transposeDropUnits(
// CHECK-NEXT: %[[X:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<2x3x4x5x1xf32> to tensor<2x3x4x5xf32>
// CHECK-NEXT: %[[T:[a-z0-9_]+]] = prim.transpose %[[X]] [0, 2, 1, 3] : tensor<2x3x4x5xf32>
// CHECK-NEXT: %[[Y:[a-z0-9_]+]] = prim.reshape %[[T]] : tensor<2x4x3x5xf32> to tensor<8x3x5xf32>
// CHECK-NEXT: %[[U:[a-z0-9_]+]] = prim.transpose %arg0 [0, 2, 1, 3, 4]
// CHECK-NEXT: prim.reshape %[[U]] : tensor<2x4x3x5x1xf32> to tensor<2x4x3x1x5xf32>
func.func @transposeDropUnits(%x: tensor<2x3x4x5x1xf32>) ->
    (tensor<8x3x5xf32>, tensor<2x4x3x1x5xf32>) {
  %0 = prim.transpose %x [0, 2, 1, 3, 4] : tensor<2x3x4x5x1xf32>
  %y = prim.reshape %0 : tensor<2x4x3x5x1xf32> to tensor<8x3x5xf32>
  %1 = prim.transpose %x [0, 2, 1, 3, 4] : tensor<2x3x4x5x1xf32>
  %n = prim.reshape %1 : tensor<2x4x3x5x1xf32> to tensor<2x4x3x1x5xf32>
  return %y, %n : tensor<8x3x5xf32>, tensor<2x4x3x1x5xf32>
}

// Nor of a convolution's result, whose points become rows as they lie.
// CHECK-LABEL: func.func @transposeKeepUnits(
// CHECK: prim.transpose %{{.*}} [0, 2, 3, 1] : tensor<1x6x4x5xf32>
// CHECK-NEXT: prim.reshape %{{.*}} : tensor<1x4x5x6xf32> to tensor<20x6xf32>
// CHECK: prim.transpose %{{.*}} [0, 2, 1, 3] : tensor<1x6x20x1xf32>
// CHECK-NEXT: prim.reshape %{{.*}} : tensor<1x20x6x1xf32> to tensor<20x6xf32>
func.func @transposeKeepUnits(%x: tensor<1x3x4x5xf32>, %w: tensor<6x3x1x1xf32>) ->
    (tensor<20x6xf32>, tensor<20x6xf32>) {
  %0 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x3x4x5xf32>, tensor<6x3x1x1xf32>
  %1 = prim.transpose %0 [0, 2, 3, 1] : tensor<1x6x4x5xf32>
  %y = prim.reshape %1 : tensor<1x4x5x6xf32> to tensor<20x6xf32>
  %2 = prim.exp %x : tensor<1x3x4x5xf32>
  %3 = prim.convolution %2, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x3x4x5xf32>, tensor<6x3x1x1xf32>
  %4 = prim.reshape %3 : tensor<1x6x4x5xf32> to tensor<1x6x20x1xf32>
  %5 = prim.transpose %4 [0, 2, 1, 3] : tensor<1x6x20x1xf32>
  %z = prim.reshape %5 : tensor<1x20x6x1xf32> to tensor<20x6xf32>
  return %y, %z : tensor<20x6xf32>, tensor<20x6xf32>
}

// Not where the convolution has another reader, nor where a dimension is split.
// CHECK-LABEL: func.func @transposeMerge(
// CHECK: prim.transpose %{{.*}} [0, 2, 3, 1] : tensor<?x6x4x5xf32, #tc.dims<[n, 6, 4, 5]>>
// CHECK-NEXT: prim.reshape %{{.*}} : tensor<?x4x5x6xf32, {{.*}} to tensor<?x20x6xf32
// CHECK: prim.transpose %{{.*}} [0, 2, 1] : tensor<?x6x20xf32
// CHECK: prim.transpose %{{.*}} [0, 2, 1] : tensor<?x6x20xf32
// CHECK: prim.transpose %{{.*}} [3, 1, 2, 0, 4] : tensor<?x2x3x4x5xf32
func.func @transposeMerge(%x: !i, %w: tensor<6x3x2x2xf32>) -> (!o, !i6, !o, !o, !s) {
  %c = prim.convolution %x, %w strides [1, 1] pad [0, 0], [1, 1] dilation [1, 1], [1, 1] groups 1 : !i, tensor<6x3x2x2xf32>
  %e = prim.exp %c : !i6
  %0 = prim.reshape %e : !i6 to !m6
  %y = prim.transpose %0 [0, 2, 1] : !m6
  %d = prim.convolution %x, %w strides [1, 1] pad [1, 1], [0, 0] dilation [1, 1], [1, 1] groups 1 : !i, tensor<6x3x2x2xf32>
  %1 = prim.reshape %d : !i6 to !m6
  %n = prim.transpose %1 [0, 2, 1] : !m6
  %f = prim.exp %d : !i6
  %2 = prim.neg %f : !i6
  %3 = prim.reshape %2 : !i6 to !m6
  %k = prim.transpose %3 [0, 2, 1] : !m6
  %g = prim.convolution %x, %w strides [1, 1] pad [0, 1], [1, 0] dilation [1, 1], [1, 1] groups 1 : !i, tensor<6x3x2x2xf32>
  %4 = prim.reshape %g : !i6 to !s6
  %s = prim.transpose %4 [3, 1, 2, 0, 4] : !s6
  return %y, %d, %n, %k, %s : !o, !i6, !o, !o, !s
}

// Not where something else reads the image, too, nor where dimensions join.
// CHECK-LABEL: func.func @transposeOfSplit(
// CHECK-NEXT: %[[R:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<2x20x3xf32> to tensor<2x4x5x3xf32>
// CHECK-NEXT: %[[T:[a-z0-9_]+]] = prim.transpose %[[R]] [0, 3, 1, 2]
// CHECK-NEXT: prim.convolution %[[T]]
// CHECK: prim.transpose %{{.*}} [0, 2, 1] : tensor<2x20x3xf32>
// CHECK-NEXT: prim.reshape {{.*}} to tensor<2x3x4x5xf32>
func.func @transposeOfSplit(%x: tensor<2x20x3xf32>, %z: tensor<2x20x3xf32>, %w: tensor<6x3x2x2xf32>) -> (tensor<2x6x4x5xf32>, tensor<2x6x4x5xf32>, tensor<2x3x4x5xf32>) {
  %0 = prim.transpose %x [0, 2, 1] : tensor<2x20x3xf32>
  %1 = prim.reshape %0 : tensor<2x3x20xf32> to tensor<2x3x4x5xf32>
  %y = prim.convolution %1, %w strides [1, 1] pad [0, 0], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x4x5xf32>, tensor<6x3x2x2xf32>
  %2 = prim.transpose %z [0, 2, 1] : tensor<2x20x3xf32>
  %3 = prim.reshape %2 : tensor<2x3x20xf32> to tensor<2x3x4x5xf32>
  %n = prim.convolution %3, %w strides [1, 1] pad [0, 0], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x4x5xf32>, tensor<6x3x2x2xf32>
  return %y, %n, %3 : tensor<2x6x4x5xf32>, tensor<2x6x4x5xf32>, tensor<2x3x4x5xf32>
}

// CHECK-LABEL: func.func @transposeNumber(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.broadcast_in_dim %arg0 [] : tensor<f32> to tensor<8x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.broadcast_in_dim %arg1 [1] : tensor<8xf32> to tensor<4x8xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.transpose %[[V1]] [1, 0] : tensor<4x8xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<8x4xf32>, tensor<8x4xf32>
func.func @transposeNumber(%s: tensor<f32>, %r: tensor<8xf32>)
    -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = prim.broadcast_in_dim %s [] : tensor<f32> to !x
  %y = prim.transpose %0 [1, 0] : !x
  %1 = prim.broadcast_in_dim %r [1] : tensor<8xf32> to !x
  %n = prim.transpose %1 [1, 0] : !x
  return %y, %n : tensor<8x4xf32>, tensor<8x4xf32>
}

// CHECK-LABEL: func.func @revRev(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.rev %arg0 [0] : tensor<4x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.rev %[[V0]] [1] : tensor<4x8xf32>
// CHECK-NEXT: return %arg0, %[[V1]] : tensor<4x8xf32>, tensor<4x8xf32>
func.func @revRev(%x: !x) -> (!x, !x) {
  %0 = prim.rev %x [0] : !x
  %y = prim.rev %0 [0] : !x
  %n = prim.rev %0 [1] : !x
  return %y, %n : !x, !x
}

// CHECK-LABEL: func.func @broadcastSame(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.broadcast_in_dim %arg0 [0, 1] : tensor<4x1xf32> to tensor<4x2xf32>
// CHECK-NEXT: return %arg0, %[[V0]] : tensor<4x1xf32>, tensor<4x2xf32>
func.func @broadcastSame(%x: tensor<4x1xf32>)
    -> (tensor<4x1xf32>, tensor<4x2xf32>) {
  %y = prim.broadcast_in_dim %x [0, 1] : tensor<4x1xf32> to tensor<4x1xf32>
  %n = prim.broadcast_in_dim %x [0, 1] : tensor<4x1xf32> to tensor<4x2xf32>
  return %y, %n : tensor<4x1xf32>, tensor<4x2xf32>
}

// CHECK-LABEL: func.func @broadcastBroadcast(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.broadcast_in_dim %arg0 [1] : tensor<8xf32> to tensor<2x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.broadcast_in_dim %arg0 [2] : tensor<8xf32> to tensor<4x2x8xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.exp %[[V0]] : tensor<2x8xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [1, 2] : tensor<2x8xf32> to tensor<4x2x8xf32>
// CHECK-NEXT: return %[[V1]], %[[V3]] : tensor<4x2x8xf32>, tensor<4x2x8xf32>
func.func @broadcastBroadcast(%r: tensor<8xf32>)
    -> (tensor<4x2x8xf32>, tensor<4x2x8xf32>) {
  %0 = prim.broadcast_in_dim %r [1] : tensor<8xf32> to tensor<2x8xf32>
  %y = prim.broadcast_in_dim %0 [1, 2] : tensor<2x8xf32> to tensor<4x2x8xf32>
  %1 = prim.exp %0 : tensor<2x8xf32>
  %n = prim.broadcast_in_dim %1 [1, 2] : tensor<2x8xf32> to tensor<4x2x8xf32>
  return %y, %n : tensor<4x2x8xf32>, tensor<4x2x8xf32>
}

// CHECK-LABEL: func.func @broadcastUnsqueeze(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.broadcast_in_dim %arg0 [1] : tensor<8xf32> to tensor<4x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<8xf32> to tensor<2x4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [0, 2] : tensor<2x4xf32> to tensor<2x2x4x3xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4x8xf32>, tensor<2x2x4x3xf32>
func.func @broadcastUnsqueeze(%r: tensor<8xf32>)
    -> (tensor<4x8xf32>, tensor<2x2x4x3xf32>) {
  %0 = prim.reshape %r : tensor<8xf32> to tensor<1x8xf32>
  %y = prim.broadcast_in_dim %0 [0, 1] : tensor<1x8xf32> to tensor<4x8xf32>
  %1 = prim.reshape %r : tensor<8xf32> to tensor<2x4xf32>
  %n = prim.broadcast_in_dim %1 [0, 2] : tensor<2x4xf32> to tensor<2x2x4x3xf32>
  return %y, %n : tensor<4x8xf32>, tensor<2x2x4x3xf32>
}

// CHECK-LABEL: func.func @broadcastToReshape(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<4x8xf32> to tensor<1x4x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.broadcast_in_dim %arg0 [1, 2] : tensor<4x8xf32> to tensor<2x4x8xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<1x4x8xf32>, tensor<2x4x8xf32>
func.func @broadcastToReshape(%x: !x) -> (!u, tensor<2x4x8xf32>) {
  %y = prim.broadcast_in_dim %x [1, 2] : !x to !u
  %n = prim.broadcast_in_dim %x [1, 2] : !x to tensor<2x4x8xf32>
  return %y, %n : !u, tensor<2x4x8xf32>
}

// CHECK-LABEL: func.func @sumUnits(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<1x4x8xf32> to tensor<4x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.sum %arg0 [1] : tensor<1x4x8xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<4x8xf32>, tensor<1x8xf32>
func.func @sumUnits(%x: !u) -> (!x, tensor<1x8xf32>) {
  %y = prim.sum %x [0] : !u
  %n = prim.sum %x [1] : !u
  return %y, %n : !x, tensor<1x8xf32>
}

// CHECK-LABEL: func.func @prodUnits(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<1x4x8xf32> to tensor<4x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.prod %arg0 [1] : tensor<1x4x8xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<4x8xf32>, tensor<1x8xf32>
func.func @prodUnits(%x: !u) -> (!x, tensor<1x8xf32>) {
  %y = prim.prod %x [0] : !u
  %n = prim.prod %x [1] : !u
  return %y, %n : !x, tensor<1x8xf32>
}

// CHECK-LABEL: func.func @amaxUnits(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<1x4x8xf32> to tensor<4x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.amax %arg0 [1] : tensor<1x4x8xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<4x8xf32>, tensor<1x8xf32>
func.func @amaxUnits(%x: !u) -> (!x, tensor<1x8xf32>) {
  %y = prim.amax %x [0] : !u
  %n = prim.amax %x [1] : !u
  return %y, %n : !x, tensor<1x8xf32>
}

// CHECK-LABEL: func.func @aminUnits(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<1x4x8xf32> to tensor<4x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.amin %arg0 [1] : tensor<1x4x8xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<4x8xf32>, tensor<1x8xf32>
func.func @aminUnits(%x: !u) -> (!x, tensor<1x8xf32>) {
  %y = prim.amin %x [0] : !u
  %n = prim.amin %x [1] : !u
  return %y, %n : !x, tensor<1x8xf32>
}

// CHECK-LABEL: func.func @indexOfPositions(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.index %arg0[%arg1] [0] : tensor<4x8xf32>, tensor<4xi64>
// CHECK-NEXT: return %arg0, %[[V0]] : tensor<4x8xf32>, tensor<4x8xf32>
func.func @indexOfPositions(%x: !x, %k: tensor<4xi64>) -> (!x, !x) {
  %at = prim.iota 0, 1 : i64 : tensor<4xi64>
  %y = prim.index %x[%at] [0] : !x, tensor<4xi64>
  %n = prim.index %x[%k] [0] : !x, tensor<4xi64>
  return %y, %n : !x, !x
}
