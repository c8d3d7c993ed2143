// Index maps of views go into what reads through them.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse | FileCheck %s

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_mul(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}iters(d0 = 3, d1 = 4)
// CHECK: %[[V0:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG2:[a-z0-9]+]] = %[[ARG0]][4*d0 + d1] : tensor<12xf32>, %[[ARG3:[a-z0-9]+]] = %[[ARG1]][2*d1, 2*d0 + 1] : tensor<8x6xf32>, %[[ARG4:[a-z0-9]+]] = %[[ARG0]][3*d1] : tensor<12xf32>) -> tensor<3x4xf32> {
// CHECK-NEXT: %[[V1:[a-z0-9]+]] = prim.add %[[ARG3]], %[[ARG4]] : f32
// CHECK-NEXT: %[[V2:[a-z0-9]+]] = prim.mul %[[V1]], %[[ARG2]] : f32
// CHECK-NEXT: loop.yield %[[V2]] : f32
// CHECK: loop.yield %[[V0]] : tensor<3x4xf32>
// CHECK: func.func @views(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_mul(
// CHECK-NEXT: return
func.func @views(%x: tensor<8x6xf32>, %y: tensor<12xf32>) -> tensor<3x4xf32> {
  %t = prim.transpose %x [1, 0] : tensor<8x6xf32>
  %s = prim.slice %t <[1, 0]> step [2, 2] : tensor<6x8xf32> to tensor<3x4xf32>
  %v = prim.slice %y <[0]> step [3] : tensor<12xf32> to tensor<4xf32>
  %b = prim.broadcast_in_dim %v [1] : tensor<4xf32> to tensor<3x4xf32>
  %r = prim.reshape %y : tensor<12xf32> to tensor<3x4xf32>
  %0 = prim.add %s, %b : tensor<3x4xf32>
  %1 = prim.mul %0, %r : tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}
