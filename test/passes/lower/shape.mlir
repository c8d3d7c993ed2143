// Views and joins: maps whose index maps say where elements come from; a
// reshape of what lies densely moves nothing and stays as it is.
// RUN: tc-opt %s --prim-to-loop | FileCheck %s

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_broadcast_in_dim(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = 4, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d1] : tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: loop.yield %[[ARG1]] : f32
// CHECK: loop.yield %[[V0]] : tensor<4x8xf32>
// CHECK: func.func @broadcast(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_broadcast_in_dim(
// CHECK-NEXT: return
func.func @broadcast(%x: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = prim.broadcast_in_dim %x [1] : tensor<8xf32> to tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_transpose(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = 8, d1 = 4)
// CHECK: %[[V0:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d1, d0] : tensor<4x8xf32>) -> tensor<8x4xf32> {
// CHECK-NEXT: loop.yield %[[ARG1]] : f32
// CHECK: loop.yield %[[V0]] : tensor<8x4xf32>
// CHECK: func.func @transpose(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_transpose(
// CHECK-NEXT: return
func.func @transpose(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = prim.transpose %x [1, 0] : tensor<4x8xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_rev(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = 4, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, -d1 + 7] : tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: loop.yield %[[ARG1]] : f32
// CHECK: loop.yield %[[V0]] : tensor<4x8xf32>
// CHECK: func.func @reverse(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_rev(
// CHECK-NEXT: return
func.func @reverse(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = prim.rev %x [1] : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_cat(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}iters(d0 = 4, d1 = 10)
// CHECK: %[[V0:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG2:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<4x8xf32> else 0.000000e+00, %[[ARG3:[a-z0-9]+]] = %[[ARG1]][d0, d1 - 8] : tensor<4x2xf32> else 0.000000e+00) -> tensor<4x10xf32> {
// CHECK-NEXT: %[[V1:[a-z0-9]+]] = loop.index <d1>
// CHECK-NEXT: %[[V2:[a-z0-9]+]] = prim.constant 8 : i64
// CHECK-NEXT: %[[V3:[a-z0-9]+]] = prim.lt %[[V1]], %[[V2]] : i64
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.where %[[V3]], %[[ARG2]], %[[ARG3]] : i1, f32
// CHECK-NEXT: loop.yield %[[V4]] : f32
// CHECK: loop.yield %[[V0]] : tensor<4x10xf32>
// CHECK: func.func @cat(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_cat(
// CHECK-NEXT: return
func.func @cat(%x: tensor<4x8xf32>, %y: tensor<4x2xf32>) -> tensor<4x10xf32> {
  %0 = prim.cat %x, %y dim 1 : tensor<4x8xf32>, tensor<4x2xf32>
  return %0 : tensor<4x10xf32>
}

// CHECK: func.func @reshape(
// CHECK-NEXT: %{{.*}} = prim.reshape %{{.*}} : tensor<4x8xf32> to tensor<32xf32>
// CHECK-NEXT: return
func.func @reshape(%x: tensor<4x8xf32>) -> tensor<32xf32> {
  %0 = prim.reshape %x : tensor<4x8xf32> to tensor<32xf32>
  return %0 : tensor<32xf32>
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_iota(
// CHECK-SAME: iters(d0 = 6)
// CHECK: %[[V0:[a-z0-9]+]] = loop.map (d0) -> tensor<6xi64> {
// CHECK-NEXT: %[[V1:[a-z0-9]+]] = loop.index <d0>
// CHECK-NEXT: %[[V2:[a-z0-9]+]] = prim.constant 3 : i64
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.mul %[[V1]], %[[V2]] : i64
// CHECK-NEXT: %[[V3:[a-z0-9]+]] = prim.constant 2 : i64
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.add %[[V4]], %[[V3]] : i64
// CHECK-NEXT: loop.yield %[[V5]] : i64
// CHECK: loop.yield %[[V0]] : tensor<6xi64>
// CHECK: func.func @iota(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_iota(
// CHECK-NEXT: return
func.func @iota() -> tensor<6xi64> {
  %0 = prim.iota 2 : i64, 3 : i64 : tensor<6xi64>
  return %0 : tensor<6xi64>
}
