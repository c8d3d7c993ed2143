// Elementwise prims: a map each, whose body is the prim on scalars.
// RUN: tc-opt %s --prim-to-loop | FileCheck %s

!x = tensor<?x8xf32, #tc.dims<[n, 8]>>

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_exp(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = n, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<?x8xf32, #tc.dims<[n, 8]>>) -> tensor<?x8xf32, #tc.dims<[n, 8]>> {
// CHECK-NEXT: %[[V1:[a-z0-9]+]] = prim.exp %[[ARG1]] : f32
// CHECK-NEXT: loop.yield %[[V1]] : f32
// CHECK: loop.yield %[[V0]] : tensor<?x8xf32, #tc.dims<[n, 8]>>
// CHECK: func.func @unary(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_exp(
// CHECK-NEXT: return
func.func @unary(%x: !x) -> !x {
  %0 = prim.exp %x : !x
  return %0 : !x
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_mul(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}iters(d0 = n, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG2:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<?x8xf32, #tc.dims<[n, 8]>>, %[[ARG3:[a-z0-9]+]] = %[[ARG1]][d0, d1] : tensor<?x8xf32, #tc.dims<[n, 8]>>) -> tensor<?x8xf32, #tc.dims<[n, 8]>> {
// CHECK-NEXT: %[[V1:[a-z0-9]+]] = prim.mul %[[ARG2]], %[[ARG3]] : f32
// CHECK-NEXT: loop.yield %[[V1]] : f32
// CHECK: loop.yield %[[V0]] : tensor<?x8xf32, #tc.dims<[n, 8]>>
// CHECK: func.func @binary(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_mul(
// CHECK-NEXT: return
func.func @binary(%x: !x, %y: !x) -> !x {
  %0 = prim.mul %x, %y : !x
  return %0 : !x
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_lt(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}iters(d0 = n, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG2:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<?x8xf32, #tc.dims<[n, 8]>>, %[[ARG3:[a-z0-9]+]] = %[[ARG1]][d0, d1] : tensor<?x8xf32, #tc.dims<[n, 8]>>) -> tensor<?x8xi1, #tc.dims<[n, 8]>> {
// CHECK-NEXT: %[[V1:[a-z0-9]+]] = prim.lt %[[ARG2]], %[[ARG3]] : f32
// CHECK-NEXT: loop.yield %[[V1]] : i1
// CHECK: loop.yield %[[V0]] : tensor<?x8xi1, #tc.dims<[n, 8]>>
// CHECK: func.func @compare(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_lt(
// CHECK-NEXT: return
func.func @compare(%x: !x, %y: !x) -> tensor<?x8xi1, #tc.dims<[n, 8]>> {
  %0 = prim.lt %x, %y : !x
  return %0 : tensor<?x8xi1, #tc.dims<[n, 8]>>
}
