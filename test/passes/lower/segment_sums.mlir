// Products of a batch that a scatter of ascending positions adds up are one
// contraction for each segment; its bounds are counted, and positions checked.
// RUN: tc-opt %s --split-input-file --prim-to-loop | FileCheck %s

// CHECK-LABEL: loop.kernel private @k0_index_put
// CHECK: loop.reduce (d0) over (d1) [add, add]
// CHECK: %[[S:.*]] = prim.constant 5 : i64
// CHECK: %[[AT:.*]] = loop.within %{{.*}}, %[[S]]
// CHECK: %[[G:.*]] = loop.index <d0>
// CHECK: prim.lt %[[AT]], %[[G]]
// CHECK: prim.le %[[AT]], %[[G]]
// CHECK-LABEL: loop.kernel private @k1_dot_general
// CHECK-SAME: iters(d0 = 4, d1 = 9, d2 = 16, d3 = 6, d4 = 7)
// CHECK: loop.contract (d0, d3, d4) over (d1, d2) reads(%[[X:.*]] = %{{.*}}[d1, d2, d3] : tensor<9x16x6xf32>, %[[Y:.*]] = %{{.*}}[d1, d2, d4] : tensor<9x16x7xf32>, %[[L:.*]] = %{{.*}}[d0] : tensor<4xi64>, %[[H:.*]] = %{{.*}}[d0] : tensor<4xi64>)
// CHECK: %[[B:.*]] = loop.index <d1>
// CHECK: %[[GE:.*]] = prim.ge %[[B]], %[[L]]
// CHECK: %[[LT:.*]] = prim.lt %[[B]], %[[H]]
// CHECK: %[[IN:.*]] = prim.bitwise_and %[[GE]], %[[LT]]
// CHECK: prim.where %[[IN]], %[[X]]
// CHECK: prim.where %[[IN]], %[[Y]]
// CHECK-NOT: loop.scatter
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<9x16x6xf32>, %y: tensor<9x16x7xf32>, %at: tensor<9xi64>) -> tensor<4x6x7xf32> {
  %c = prim.constant dense<0.0> : tensor<f32>
  %zeros = prim.broadcast_in_dim %c [] : tensor<f32> to tensor<5x6x7xf32>
  %0 = prim.dot_general %x, %y batch [0], [0] contract [1], [1] : tensor<9x16x6xf32>, tensor<9x16x7xf32>
  %1 = prim.index_put %zeros, %0[%at] [0] "add" {prim.ascending} : tensor<5x6x7xf32>, tensor<9x6x7xf32>, tensor<9xi64>
  %2 = prim.slice %1 <[0, 0, 0]> step [1, 1, 1] : tensor<5x6x7xf32> to tensor<4x6x7xf32>
  return %2 : tensor<4x6x7xf32>
}

// -----

// Not where positions have any order, where something else is added to, where
// the products are read otherwise.
// CHECK-COUNT-3: loop.scatter
// CHECK: func.func @none
func.func @none(%x: tensor<9x16x6xf32>, %y: tensor<9x16x7xf32>, %at: tensor<9xi64>, %z: tensor<5x6x7xf32>)
    -> (tensor<5x6x7xf32>, tensor<5x6x7xf32>, tensor<5x6x7xf32>, tensor<9x6x7xf32>) {
  %c = prim.constant dense<0.0> : tensor<f32>
  %zeros = prim.broadcast_in_dim %c [] : tensor<f32> to tensor<5x6x7xf32>
  %0 = prim.dot_general %x, %y batch [0], [0] contract [1], [1] : tensor<9x16x6xf32>, tensor<9x16x7xf32>
  %1 = prim.index_put %zeros, %0[%at] [0] "add" : tensor<5x6x7xf32>, tensor<9x6x7xf32>, tensor<9xi64>
  %2 = prim.dot_general %x, %y batch [0], [0] contract [1], [1] : tensor<9x16x6xf32>, tensor<9x16x7xf32>
  %3 = prim.index_put %z, %2[%at] [0] "add" {prim.ascending} : tensor<5x6x7xf32>, tensor<9x6x7xf32>, tensor<9xi64>
  %4 = prim.dot_general %x, %y batch [0], [0] contract [1], [1] : tensor<9x16x6xf32>, tensor<9x16x7xf32>
  %5 = prim.index_put %zeros, %4[%at] [0] "add" {prim.ascending} : tensor<5x6x7xf32>, tensor<9x6x7xf32>, tensor<9xi64>
  return %1, %3, %5, %4 : tensor<5x6x7xf32>, tensor<5x6x7xf32>, tensor<5x6x7xf32>, tensor<9x6x7xf32>
}

// -----

// Bounds of the same segments are counted once.
// CHECK-LABEL: func.func @twice
// CHECK: %[[BOUNDS:.*]]:2 = loop.launch @k0_index_put(
// CHECK-NEXT: loop.launch @{{.*}}_dot_general(%{{.*}}, %{{.*}}, %[[BOUNDS]]#0, %[[BOUNDS]]#1)
// CHECK-NEXT: loop.launch @{{.*}}_dot_general(%{{.*}}, %{{.*}}, %[[BOUNDS]]#0, %[[BOUNDS]]#1)
func.func @twice(%x: tensor<9x16x6xf32>, %y: tensor<9x16x7xf32>, %at: tensor<9xi64>) -> (tensor<4x6x7xf32>, tensor<4x7x6xf32>) {
  %zeros = prim.constant dense<0.0> : tensor<4x6x7xf32>
  %others = prim.constant dense<0.0> : tensor<4x7x6xf32>
  %0 = prim.dot_general %x, %y batch [0], [0] contract [1], [1] : tensor<9x16x6xf32>, tensor<9x16x7xf32>
  %1 = prim.index_put %zeros, %0[%at] [0] "add" {prim.ascending} : tensor<4x6x7xf32>, tensor<9x6x7xf32>, tensor<9xi64>
  %2 = prim.dot_general %y, %x batch [0], [0] contract [1], [1] : tensor<9x16x7xf32>, tensor<9x16x6xf32>
  %3 = prim.index_put %others, %2[%at] [0] "add" {prim.ascending} : tensor<4x7x6xf32>, tensor<9x7x6xf32>, tensor<9xi64>
  return %1, %3 : tensor<4x6x7xf32>, tensor<4x7x6xf32>
}
