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

// -----

// A view that is a result of the program goes into the launch that makes what it
// is of, though others read it: there would be a copy for the result alone.
// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_transpose(
// CHECK: loop.contract (d0, d2, d1) over (d3)
// CHECK: loop.map (d0, d1, d2) reads(%{{.*}} = %{{.*}}[d0, d2, d1] : tensor<4x6x16xf32>) -> tensor<4x16x6xf32>
// CHECK: func.func @stored(
// CHECK-NEXT: %[[T:.*]] = loop.launch @{{k[0-9]+}}_transpose(%arg0, %arg1)
// CHECK-NEXT: %[[SUM:.*]] = loop.launch @{{k[0-9]+}}_sum(%[[T]])
// CHECK-NEXT: return %[[T]], %[[SUM]]
func.func @stored(%x: tensor<4x6x8xf32>, %w: tensor<8x16xf32>) -> (tensor<4x16x6xf32>, tensor<16xf32>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [2], [0] : tensor<4x6x8xf32>, tensor<8x16xf32>
  %1 = prim.transpose %0 [0, 2, 1] : tensor<4x6x16xf32>
  %2 = prim.sum %1 [0, 2] : tensor<4x16x6xf32>
  return %1, %2 : tensor<4x16x6xf32>, tensor<16xf32>
}

// -----

// Not where something else reads the value itself: that would be stored twice.
// CHECK-LABEL: func.func @stored_apart(
// CHECK-NEXT: %[[DOT:.*]] = loop.launch @{{k[0-9]+}}_dot_general(%arg0, %arg1)
// CHECK-DAG: loop.launch @{{k[0-9]+}}_transpose(%[[DOT]])
// CHECK-DAG: loop.launch @{{k[0-9]+}}_sum(%[[DOT]])
// CHECK: return
func.func @stored_apart(%x: tensor<4x6x8xf32>, %w: tensor<8x16xf32>) -> (tensor<4x16x6xf32>, tensor<16xf32>, tensor<4x6x16xf32>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [2], [0] : tensor<4x6x8xf32>, tensor<8x16xf32>
  %1 = prim.transpose %0 [0, 2, 1] : tensor<4x6x16xf32>
  %2 = prim.sum %1 [0, 2] : tensor<4x16x6xf32>
  return %1, %2, %0 : tensor<4x16x6xf32>, tensor<16xf32>, tensor<4x6x16xf32>
}
