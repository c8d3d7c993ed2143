// What is done with each element of a product is done where it is made.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse | FileCheck %s

!y = tensor<64x256xf32>

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_add(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}, %[[ARG2:arg[0-9]+]]: {{.*}}, %[[ARG3:arg[0-9]+]]: {{.*}}iters(d0 = 64, d1 = 256, d2 = 128)
// CHECK: %[[V0:[a-z0-9]+]] = loop.contract (d0, d1) over (d2) reads(%[[ARG4:[a-z0-9]+]] = %[[ARG2]][d0, d2] : tensor<64x128xf32>, %[[ARG5:[a-z0-9]+]] = %[[ARG3]][d2, d1] : tensor<128x256xf32>) -> tensor<64x256xf32> {
// CHECK-NEXT: loop.yield %[[ARG4]], %[[ARG5]] : f32, f32
// CHECK: %[[V1:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG4:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<64x256xf32>, %[[ARG5:[a-z0-9]+]] = %[[V0]][d0, d1] : tensor<64x256xf32>, %[[ARG6:[a-z0-9]+]] = %[[ARG1]][d1] : tensor<256xf32>) -> tensor<64x256xf32> {
// CHECK-NEXT: %[[V2:[a-z0-9]+]] = prim.add %[[ARG5]], %[[ARG6]] : f32
// CHECK-NEXT: %[[V3:[a-z0-9]+]] = prim.constant 5.000000e-01 : f32
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.mul %[[V2]], %[[V3]] : f32
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.erf %[[V4]] : f32
// CHECK-NEXT: %[[V6:[a-z0-9]+]] = prim.mul %[[V2]], %[[V5]] : f32
// CHECK-NEXT: %[[V7:[a-z0-9]+]] = prim.add %[[V6]], %[[ARG4]] : f32
// CHECK-NEXT: loop.yield %[[V7]] : f32
// CHECK: loop.yield %[[V1]] : tensor<64x256xf32>
// CHECK: func.func @linear(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_add(
// CHECK-NEXT: return
func.func @linear(%x: tensor<64x128xf32>, %w: tensor<128x256xf32>,
                  %b: tensor<256xf32>, %r: !y) -> !y {
  %p = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<64x128xf32>, tensor<128x256xf32>
  %bb = prim.broadcast_in_dim %b [1] : tensor<256xf32> to !y
  %h = prim.add %p, %bb : !y
  %cb = prim.constant dense<0.5> : !y
  %g = prim.mul %h, %cb : !y
  %e = prim.erf %g : !y
  %gelu = prim.mul %h, %e : !y
  %y = prim.add %gelu, %r : !y
  return %y : !y
}

// -----

!y = tensor<2x16x8x8xf32>

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_add(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}, %[[ARG2:arg[0-9]+]]: {{.*}}, %[[ARG3:arg[0-9]+]]: {{.*}}iters(d0 = 2, d1 = 16, d2 = 8, d3 = 8, d4 = 3, d5 = 3, d6 = 3)
// CHECK: %[[V0:[a-z0-9]+]] = loop.contract (d0, d1, d2, d3) over (d4, d5, d6) reads(%[[ARG4:[a-z0-9]+]] = %[[ARG2]][d0, d4, d2 + d5 - 1, d3 + d6 - 1] : tensor<2x3x8x8xf32> else 0.000000e+00, %[[ARG5:[a-z0-9]+]] = %[[ARG3]][d1, d4, d5, d6] : tensor<16x3x3x3xf32>) -> tensor<2x16x8x8xf32> {
// CHECK-NEXT: loop.yield %[[ARG4]], %[[ARG5]] : f32, f32
// CHECK: %[[V1:[a-z0-9]+]] = loop.map (d0, d1, d2, d3) reads(%[[ARG4:[a-z0-9]+]] = %[[ARG0]][d0, d1, d2, d3] : tensor<2x16x8x8xf32>, %[[ARG5:[a-z0-9]+]] = %[[V0]][d0, d1, d2, d3] : tensor<2x16x8x8xf32>, %[[ARG6:[a-z0-9]+]] = %[[ARG1]][d1] : tensor<16xf32>) -> tensor<2x16x8x8xf32> {
// CHECK-NEXT: %[[V2:[a-z0-9]+]] = prim.add %[[ARG5]], %[[ARG6]] : f32
// CHECK-NEXT: %[[V3:[a-z0-9]+]] = prim.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.maximum %[[V2]], %[[V3]] : f32
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.add %[[V4]], %[[ARG4]] : f32
// CHECK-NEXT: loop.yield %[[V5]] : f32
// CHECK: loop.yield %[[V1]] : tensor<2x16x8x8xf32>
// CHECK: func.func @convolution(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_add(
// CHECK-NEXT: return
func.func @convolution(%x: tensor<2x3x8x8xf32>, %w: tensor<16x3x3x3xf32>,
                       %b: tensor<16xf32>, %r: !y) -> !y {
  %p = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x8x8xf32>, tensor<16x3x3x3xf32>
  %bb = prim.broadcast_in_dim %b [1] : tensor<16xf32> to !y
  %h = prim.add %p, %bb : !y
  %zb = prim.constant dense<0.0> : !y
  %relu = prim.maximum %h, %zb : !y
  %y = prim.add %relu, %r : !y
  return %y : !y
}

// -----

// Two maps read the product. They become one, which the product takes before a
// sum of rows does.
!y = tensor<64x256xf32>

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_mul(
// CHECK: loop.contract (d0, d1) over (d2)
// CHECK: loop.map (d0, d1)
// CHECK-NEXT: prim.erf
// CHECK-NEXT: prim.mul
// CHECK-NEXT: loop.yield
// CHECK: loop.kernel private @{{k[0-9]+}}_sum(
// CHECK-NOT: prim.erf
// CHECK: func.func @beforeRows(
// CHECK-NEXT: %[[V0:.*]] = loop.launch @{{k[0-9]+}}_mul(%arg0, %arg1)
// CHECK-NEXT: loop.launch @{{k[0-9]+}}_sum(%[[V0]])
// CHECK-NEXT: return
func.func @beforeRows(%x: tensor<64x128xf32>, %w: tensor<128x256xf32>) -> tensor<64xf32> {
  %p = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<64x128xf32>, tensor<128x256xf32>
  %e = prim.erf %p : !y
  %g = prim.mul %p, %e : !y
  %s = prim.sum %g [1] : !y
  return %s : tensor<64xf32>
}

// -----

// A bias of bf16 is widened where it is added: no launch of its own.
// CHECK-LABEL: func.func @widened_bias(
// CHECK-NEXT: %[[Y:.*]] = loop.launch
// CHECK-NEXT: return %[[Y]]
func.func @widened_bias(%x: tensor<2x4x8xbf16>, %w: tensor<6x4x3xbf16>, %b: tensor<6xbf16>) -> tensor<2x6x6xbf16> {
  %p = prim.convolution %x, %w strides [1] pad [0], [0] dilation [1], [1] groups 1 {prim.out = f32} : tensor<2x4x8xbf16>, tensor<6x4x3xbf16>
  %c = prim.convert_element_type %b : tensor<6xbf16> to tensor<6xf32>
  %d = prim.broadcast_in_dim %c [1] : tensor<6xf32> to tensor<2x6x6xf32>
  %s = prim.add %p, %d : tensor<2x6x6xf32>
  %y = prim.convert_element_type %s : tensor<2x6x6xf32> to tensor<2x6x6xbf16>
  return %y : tensor<2x6x6xbf16>
}
