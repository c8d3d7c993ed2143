// Gathers read at positions of data; scatters write there.
// RUN: tc-opt %s --prim-to-loop | FileCheck %s

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_index(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}iters(d0 = 5, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG2:[a-z0-9]+]] = %[[ARG1]][d0] : tensor<5xi64>) -> tensor<5x8xf32> {
// CHECK-NEXT: %[[V1:[a-z0-9]+]] = loop.index <d1>
// CHECK-NEXT: %[[V2:[a-z0-9]+]] = loop.at %[[ARG0]][%[[ARG2]], %[[V1]]] : tensor<10x8xf32>
// CHECK-NEXT: loop.yield %[[V2]] : f32
// CHECK: loop.yield %[[V0]] : tensor<5x8xf32>
// CHECK: func.func @index(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_index(
// CHECK-NEXT: return
func.func @index(%x: tensor<10x8xf32>, %i: tensor<5xi64>) -> tensor<5x8xf32> {
  %0 = prim.index %x [%i] [0] : tensor<10x8xf32>, tensor<5xi64>
  return %0 : tensor<5x8xf32>
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_index_put(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}, %[[ARG2:arg[0-9]+]]: {{.*}}iters(d0 = 5, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]] = loop.scatter (d0, d1) into %[[ARG0]] : tensor<10x8xf32> [add] reads(%[[ARG3:[a-z0-9]+]] = %[[ARG2]][d0] : tensor<5xi64>, %[[ARG4:[a-z0-9]+]] = %[[ARG1]][d0, d1] : tensor<5x8xf32>) {
// CHECK-NEXT: %[[V1:[a-z0-9]+]] = loop.index <d1>
// CHECK-NEXT: loop.yield %[[ARG3]], %[[V1]], %[[ARG4]] : i64, i64, f32
// CHECK: loop.yield %[[V0]] : tensor<10x8xf32>
// CHECK: func.func @index_put(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_index_put(
// CHECK-NEXT: return
func.func @index_put(%x: tensor<10x8xf32>, %v: tensor<5x8xf32>, %i: tensor<5xi64>) -> tensor<10x8xf32> {
  %0 = prim.index_put %x, %v [%i] [0] "add" : tensor<10x8xf32>, tensor<5x8xf32>, tensor<5xi64>
  return %0 : tensor<10x8xf32>
}
