// Rules of products and convolutions, a function each: first where the rule
// applies, then where it must not. Weights that the program writes stay.
// RUN: tc-opt %s --prim-simplify | FileCheck %s

!x = tensor<1x4x8x8xf32>
!w = tensor<6x4x1x1xf32>
!v = tensor<6xf32>
!y = tensor<1x6x8x8xf32>

prim.weight @w : !w
prim.weight @s : !v
prim.weight @t : !v
prim.weight @u : !v
prim.weight @written : !v {mutated}

// CHECK-LABEL: func.func @dotOfTranspose(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.dot_general %arg0, %arg1 batch [], [] contract [1], [1] : tensor<4x8xf32>, tensor<16x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.transpose %arg2 [1, 0, 2] : tensor<3x2x8xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.dot_general %arg0, %[[V1]] batch [], [] contract [1], [2] : tensor<4x8xf32>, tensor<2x3x8xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4x16xf32>, tensor<4x2x3xf32>
func.func @dotOfTranspose(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>,
                          %z: tensor<3x2x8xf32>)
    -> (tensor<4x16xf32>, tensor<4x2x3xf32>) {
  %0 = prim.transpose %w [1, 0] : tensor<16x8xf32>
  %y = prim.dot_general %x, %0 batch [], [] contract [1], [0]
    : tensor<4x8xf32>, tensor<8x16xf32>
  // Two free dimensions change places: the result would be another.
  %1 = prim.transpose %z [1, 0, 2] : tensor<3x2x8xf32>
  %n = prim.dot_general %x, %1 batch [], [] contract [1], [2]
    : tensor<4x8xf32>, tensor<2x3x8xf32>
  return %y, %n : tensor<4x16xf32>, tensor<4x2x3xf32>
}

// CHECK-LABEL: func.func @dotOfBytes(
// CHECK: %[[V0:[a-z0-9_]+]] = prim.dot_general %arg0, %arg0 batch [], [] contract [1], [1] {out = i32} : tensor<4x8xi8>, tensor<4x8xi8>
// CHECK: %[[V1:[a-z0-9_]+]] = prim.dot_general %arg1, %arg1 batch [], [] contract [1], [1] {out = i32} : tensor<4x8xui8>, tensor<4x8xui8>
// CHECK: prim.dot_general %{{.*}} : tensor<4x8xi32>, tensor<4x8xi32>
// CHECK: prim.dot_general %{{.*}} : tensor<4x8xi64>, tensor<4x8xi64>
// CHECK: prim.dot_general %{{.*}} : tensor<4x8xi32>, tensor<4x8xi32>
func.func @dotOfBytes(%x: tensor<4x8xi8>, %u: tensor<4x8xui8>, %i: tensor<4x8xi32>)
    -> (tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi64>, tensor<4x4xi32>) {
  %0 = prim.convert_element_type %x : tensor<4x8xi8> to tensor<4x8xi32>
  %1 = prim.convert_element_type %u : tensor<4x8xui8> to tensor<4x8xi32>
  %a = prim.dot_general %0, %0 batch [], [] contract [1], [1] : tensor<4x8xi32>, tensor<4x8xi32>
  %b = prim.dot_general %1, %1 batch [], [] contract [1], [1] : tensor<4x8xi32>, tensor<4x8xi32>
  // A product's factors have one type; sums of i64 do not wrap where i32 does.
  %c = prim.dot_general %0, %1 batch [], [] contract [1], [1] : tensor<4x8xi32>, tensor<4x8xi32>
  %2 = prim.convert_element_type %x : tensor<4x8xi8> to tensor<4x8xi64>
  %d = prim.dot_general %2, %2 batch [], [] contract [1], [1] : tensor<4x8xi64>, tensor<4x8xi64>
  %e = prim.dot_general %0, %i batch [], [] contract [1], [1] : tensor<4x8xi32>, tensor<4x8xi32>
  return %a, %b, %c, %d, %e : tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi64>, tensor<4x4xi32>
}

// CHECK-LABEL: func.func @foldScaleIntoWeight(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.get_weight @w : tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.get_weight @s : tensor<6xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.get_weight @written : tensor<6xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [1] : tensor<6xf32> to tensor<1x6x8x8xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [0] : tensor<6xf32> to tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.mul %[[V0]], %[[V4]] : tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.convolution %arg0, %[[V5]] strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x4x8x8xf32>, tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.convolution %arg0, %[[V0]] strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x4x8x8xf32>, tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.mul %[[V7]], %[[V3]] : tensor<1x6x8x8xf32>
// CHECK-NEXT: return %[[V6]], %[[V8]] : tensor<1x6x8x8xf32>, tensor<1x6x8x8xf32>
func.func @foldScaleIntoWeight(%x: !x) -> (!y, !y) {
  %w = prim.get_weight @w : !w
  %s = prim.get_weight @s : !v
  %m = prim.get_weight @written : !v
  %sb = prim.broadcast_in_dim %s [1] : !v to !y
  %mb = prim.broadcast_in_dim %m [1] : !v to !y
  %0 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0]
    dilation [1, 1], [1, 1] groups 1 : !x, !w
  %y = prim.mul %0, %sb : !y
  %1 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0]
    dilation [1, 1], [1, 1] groups 1 : !x, !w
  %n = prim.mul %1, %mb : !y
  return %y, %n : !y, !y
}

// CHECK-LABEL: func.func @scaleBeforeShift(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.get_weight @w : tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.get_weight @s : tensor<6xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.get_weight @t : tensor<6xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.get_weight @written : tensor<6xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [1] : tensor<6xf32> to tensor<1x6x8x8xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V3]] [1] : tensor<6xf32> to tensor<1x6x8x8xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [0] : tensor<6xf32> to tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.mul %[[V0]], %[[V6]] : tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.convolution %arg0, %[[V7]] strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x4x8x8xf32>, tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.mul %[[V2]], %[[V1]] : tensor<6xf32>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V9]] [1] : tensor<6xf32> to tensor<1x6x8x8xf32>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.add %[[V8]], %[[V10]] : tensor<1x6x8x8xf32>
// CHECK-NEXT: %[[V12:[a-z0-9_]+]] = prim.convolution %arg0, %[[V0]] strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x4x8x8xf32>, tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V13:[a-z0-9_]+]] = prim.add %[[V12]], %[[V5]] : tensor<1x6x8x8xf32>
// CHECK-NEXT: %[[V14:[a-z0-9_]+]] = prim.mul %[[V13]], %[[V4]] : tensor<1x6x8x8xf32>
// CHECK-NEXT: return %[[V11]], %[[V14]] : tensor<1x6x8x8xf32>, tensor<1x6x8x8xf32>
func.func @scaleBeforeShift(%x: !x) -> (!y, !y) {
  %w = prim.get_weight @w : !w
  %s = prim.get_weight @s : !v
  %t = prim.get_weight @t : !v
  %m = prim.get_weight @written : !v
  %sb = prim.broadcast_in_dim %s [1] : !v to !y
  %tb = prim.broadcast_in_dim %t [1] : !v to !y
  %mb = prim.broadcast_in_dim %m [1] : !v to !y
  %0 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0]
    dilation [1, 1], [1, 1] groups 1 : !x, !w
  %1 = prim.add %0, %tb : !y
  %y = prim.mul %1, %sb : !y
  %2 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0]
    dilation [1, 1], [1, 1] groups 1 : !x, !w
  %3 = prim.add %2, %mb : !y
  %n = prim.mul %3, %sb : !y
  return %y, %n : !y, !y
}

// CHECK-LABEL: func.func @mergeShifts(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.get_weight @w : tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.get_weight @t : tensor<6xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.get_weight @u : tensor<6xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [1] : tensor<6xf32> to tensor<1x6x8x8xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.broadcast_in_dim %arg1 [1] : tensor<6xf32> to tensor<1x6x8x8xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.convolution %arg0, %[[V0]] strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x4x8x8xf32>, tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.add %[[V1]], %[[V2]] : tensor<6xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V6]] [1] : tensor<6xf32> to tensor<1x6x8x8xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.add %[[V5]], %[[V7]] : tensor<1x6x8x8xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.add %[[V5]], %[[V4]] : tensor<1x6x8x8xf32>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.add %[[V9]], %[[V3]] : tensor<1x6x8x8xf32>
// CHECK-NEXT: return %[[V8]], %[[V10]] : tensor<1x6x8x8xf32>, tensor<1x6x8x8xf32>
func.func @mergeShifts(%x: !x, %z: !v) -> (!y, !y) {
  %w = prim.get_weight @w : !w
  %t = prim.get_weight @t : !v
  %u = prim.get_weight @u : !v
  %tb = prim.broadcast_in_dim %t [1] : !v to !y
  %ub = prim.broadcast_in_dim %u [1] : !v to !y
  %zb = prim.broadcast_in_dim %z [1] : !v to !y
  %0 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0]
    dilation [1, 1], [1, 1] groups 1 : !x, !w
  %1 = prim.add %0, %tb : !y
  %y = prim.add %1, %ub : !y
  %2 = prim.add %0, %zb : !y
  %n = prim.add %2, %ub : !y
  return %y, %n : !y, !y
}
