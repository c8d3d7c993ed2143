// What stays apart.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse | FileCheck %s

// A product does not go into a product.
!m = tensor<64x64xf32>

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_dot_general(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}iters(d0 = 64, d1 = 64, d2 = 64)
// CHECK: %[[V0:[a-z0-9]+]] = loop.contract (d1, d2) over (d0) reads(%[[ARG2:[a-z0-9]+]] = %[[ARG0]][d1, d0] : tensor<64x64xf32>, %[[ARG3:[a-z0-9]+]] = %[[ARG1]][d0, d2] : tensor<64x64xf32>) -> tensor<64x64xf32> {
// CHECK-NEXT: loop.yield %[[ARG2]], %[[ARG3]] : f32, f32
// CHECK: loop.yield %[[V0]] : tensor<64x64xf32>
// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_dot_general(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}iters(d0 = 64, d1 = 64, d2 = 64)
// CHECK: %[[V0:[a-z0-9]+]] = loop.contract (d1, d2) over (d0) reads(%[[ARG2:[a-z0-9]+]] = %[[ARG0]][d1, d0] : tensor<64x64xf32>, %[[ARG3:[a-z0-9]+]] = %[[ARG1]][d0, d2] : tensor<64x64xf32>) -> tensor<64x64xf32> {
// CHECK-NEXT: loop.yield %[[ARG2]], %[[ARG3]] : f32, f32
// CHECK: loop.yield %[[V0]] : tensor<64x64xf32>
// CHECK: func.func @products(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_dot_general(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_dot_general(
// CHECK-NEXT: return
func.func @products(%a: !m, %b: !m) -> !m {
  %p = prim.dot_general %a, %b batch [], [] contract [1], [0] : !m, !m
  %q = prim.dot_general %p, %b batch [], [] contract [1], [0] : !m, !m
  return %q : !m
}

// -----

// A sum over everything has no iterators in common with who divides by it.
!x = tensor<64x128xf32>

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_sum(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = 64, d1 = 128)
// CHECK: %[[V0:[a-z0-9]+]] = loop.reduce () over (d0, d1) [add] reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<64x128xf32>) -> tensor<f32> {
// CHECK-NEXT: loop.yield %[[ARG1]] : f32
// CHECK: loop.yield %[[V0]] : tensor<f32>
// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_div(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}iters(d0 = 64, d1 = 128)
// CHECK: %[[V0:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG2:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<64x128xf32>, %[[ARG3:[a-z0-9]+]] = %[[ARG1]][] : tensor<f32>) -> tensor<64x128xf32> {
// CHECK-NEXT: %[[V1:[a-z0-9]+]] = prim.div %[[ARG2]], %[[ARG3]] : f32
// CHECK-NEXT: loop.yield %[[V1]] : f32
// CHECK: loop.yield %[[V0]] : tensor<64x128xf32>
// CHECK: func.func @whole(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_sum(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_div(
// CHECK-NEXT: return
func.func @whole(%x: !x) -> !x {
  %s = prim.sum %x [0, 1] : !x
  %sb = prim.broadcast_in_dim %s [] : tensor<f32> to !x
  %y = prim.div %x, %sb : !x
  return %y : !x
}
