// Products: contracts; padding is what reads outside give.
// RUN: tc-opt %s --prim-to-loop | FileCheck %s

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_dot_general(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}iters(d0 = 2, d1 = 8, d2 = 4, d3 = 16)
// CHECK: %[[V0:[a-z0-9]+]] = loop.contract (d0, d2, d3) over (d1) reads(%[[ARG2:[a-z0-9]+]] = %[[ARG0]][d0, d2, d1] : tensor<2x4x8xf32>, %[[ARG3:[a-z0-9]+]] = %[[ARG1]][d0, d1, d3] : tensor<2x8x16xf32>) -> tensor<2x4x16xf32> {
// CHECK-NEXT: loop.yield %[[ARG2]], %[[ARG3]] : f32, f32
// CHECK: loop.yield %[[V0]] : tensor<2x4x16xf32>
// CHECK: func.func @matmul(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_dot_general(
// CHECK-NEXT: return
func.func @matmul(%x: tensor<2x4x8xf32>, %y: tensor<2x8x16xf32>) -> tensor<2x4x16xf32> {
  %0 = prim.dot_general %x, %y batch [0], [0] contract [2], [1] : tensor<2x4x8xf32>, tensor<2x8x16xf32>
  return %0 : tensor<2x4x16xf32>
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_convolution(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}iters(d0 = 1, d1 = 4, d2 = 8, d3 = 8, d4 = 3, d5 = 3, d6 = 3)
// CHECK: %[[V0:[a-z0-9]+]] = loop.contract (d0, d1, d2, d3) over (d4, d5, d6) reads(%[[ARG2:[a-z0-9]+]] = %[[ARG0]][d0, d4, d2 + d5 - 1, d3 + d6 - 1] : tensor<1x3x8x8xf32> else 0.000000e+00, %[[ARG3:[a-z0-9]+]] = %[[ARG1]][d1, d4, d5, d6] : tensor<4x3x3x3xf32>) -> tensor<1x4x8x8xf32> {
// CHECK-NEXT: loop.yield %[[ARG2]], %[[ARG3]] : f32, f32
// CHECK: loop.yield %[[V0]] : tensor<1x4x8x8xf32>
// CHECK: func.func @convolution(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_convolution(
// CHECK-NEXT: return
func.func @convolution(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<1x4x8x8xf32> {
  %0 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>
  return %0 : tensor<1x4x8x8xf32>
}
