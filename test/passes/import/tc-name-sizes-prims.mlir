// What names results of prims behind foreign arguments, and what is asserted of
// sizes that have to be equal.
// RUN: tc-opt %s | tc-opt | FileCheck %s --check-prefix=AS-IT-IS
// RUN: tc-opt %s --tc-name-sizes | FileCheck %s
// RUN: tc-opt %s --tc-name-sizes --tc-name-sizes | FileCheck %s
// RUN: tc-opt %s --tc-cpu

// AS-IT-IS-LABEL: func.func @one(
// AS-IT-IS-SAME: %{{.*}}: tensor<?x?xf32>) -> tensor<?xf32>
// AS-IT-IS: prim.transpose %{{.*}} [1, 0] : tensor<?x?xf32>
// AS-IT-IS: prim.sum %{{.*}} [0] : tensor<?x?xf32>
// CHECK-LABEL: func.func @one(
// CHECK-SAME: tensor<?x?xf32, #tc.dims<[s0, s1]>>) -> tensor<?xf32, #tc.dims<[s0]>>
func.func @one(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = prim.transpose %x [1, 0] : tensor<?x?xf32>
  %1 = prim.sum %0 [0] : tensor<?x?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @dot(
// CHECK: %[[C:.*]] = prim.cast_sizes %{{.*}} : tensor<?x?xf32, #tc.dims<[s2, s3]>> to tensor<?x?xf32, #tc.dims<[s1, s3]>>
// CHECK: prim.dot_general %{{.*}}, %[[C]]
func.func @dot(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = prim.dot_general %x, %y batch [], [] contract [1], [0] : tensor<?x?xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A matrix times itself is square: both operands are cast.
// CHECK-LABEL: func.func @square(
// CHECK-SAME: -> tensor<?x?xf32, #tc.dims<[s1, s1]>>
// CHECK-COUNT-2: prim.cast_sizes %{{.*}} : tensor<?x?xf32, #tc.dims<[s0, s1]>> to tensor<?x?xf32, #tc.dims<[s1, s1]>>
func.func @square(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = prim.dot_general %x, %x batch [], [] contract [1], [0] : tensor<?x?xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Beside a tensor with names.
// CHECK-LABEL: func.func @mixed(
// CHECK: prim.cast_sizes %{{.*}} : tensor<?x5xf32, #tc.dims<[s0, 5]>> to tensor<?x5xf32, #tc.dims<[k, 5]>>
func.func @mixed(%x: tensor<?x?xf32, #tc.dims<[n, k]>>, %y: tensor<?x5xf32>) -> tensor<?x5xf32, #tc.dims<[n, 5]>> {
  %0 = prim.dot_general %x, %y batch [], [] contract [1], [0] : tensor<?x?xf32, #tc.dims<[n, k]>>, tensor<?x5xf32>
  return %0 : tensor<?x5xf32, #tc.dims<[n, 5]>>
}

// One size of a reshaped tensor follows from the others; [n] as [?, 6] needs
// n to be a multiple of 6.
// CHECK-LABEL: func.func @reshape(
// CHECK: prim.reshape %{{.*}} to tensor<?xf32, #tc.dims<[4*s0]>>
// CHECK: %[[C:.*]] = prim.cast_sizes %{{.*}} : tensor<?xf32, #tc.dims<[s1]>> to tensor<?xf32, #tc.dims<[6*floordiv(s1, 6)]>>
// CHECK: prim.reshape %[[C]] {{.*}} to tensor<?x6xf32, #tc.dims<[floordiv(s1, 6), 6]>>
// CHECK: %[[D:.*]] = prim.cast_sizes %{{.*}} : tensor<?xf32, #tc.dims<[s1]>> to tensor<32xf32>
// CHECK: prim.reshape %[[D]] : tensor<32xf32> to tensor<8x4xf32>
func.func @reshape(%x: tensor<?x4xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?x6xf32>, tensor<8x4xf32>) {
  %0 = prim.reshape %x : tensor<?x4xf32> to tensor<?xf32>
  %1 = prim.reshape %y : tensor<?xf32> to tensor<?x6xf32>
  %2 = prim.reshape %y : tensor<?xf32> to tensor<8x4xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?x6xf32>, tensor<8x4xf32>
}

// A slice that does not say how much it takes, takes what there is.
// CHECK-LABEL: func.func @slice(
// CHECK: prim.slice %{{.*}} to tensor<?x2xf32, #tc.dims<[s0, 2]>>
// CHECK: prim.slice %{{.*}} to tensor<?x4xf32, #tc.dims<[floordiv(s0, 2), 4]>>
// CHECK: prim.dynamic_slice %{{.*}} -> tensor<?x1xf32, #tc.dims<[s0, 1]>>
func.func @slice(%x: tensor<?x4xf32>, %i: tensor<i64>) -> (tensor<?x2xf32>, tensor<?x4xf32>, tensor<?x1xf32>) {
  %0 = prim.slice %x <[0, 1]> step [1, 2] : tensor<?x4xf32> to tensor<?x2xf32>
  %1 = prim.slice %x <[1, 0]> step [2, 1] : tensor<?x4xf32> to tensor<?x4xf32>
  %2 = prim.dynamic_slice %x[%i, %i] : (tensor<?x4xf32>, tensor<i64>, tensor<i64>) -> tensor<?x1xf32>
  return %0, %1, %2 : tensor<?x2xf32>, tensor<?x4xf32>, tensor<?x1xf32>
}

// CHECK-LABEL: func.func @pad_and_broadcast(
// CHECK: prim.pad {{.*}} to tensor<?x7xf32, #tc.dims<[s0 + 1, 7]>>
// CHECK: prim.broadcast_in_dim {{.*}} to tensor<?x4x3xf32, #tc.dims<[s0, 4, 3]>>
func.func @pad_and_broadcast(%x: tensor<?x4xf32>, %c: tensor<f32>) -> (tensor<?x?xf32>, tensor<?x?x3xf32>) {
  %0 = prim.pad %x, %c low <[1, 1]> high <[0, 2]> interior [0, 0] : tensor<?x4xf32>, tensor<f32> to tensor<?x?xf32>
  %1 = prim.broadcast_in_dim %x [0, 1] : tensor<?x4xf32> to tensor<?x?x3xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?x3xf32>
}

// What data decides is a fresh symbol, as in text that names it.
// CHECK-LABEL: func.func @nonzero(
// CHECK: prim.nonzero %{{.*}} to tensor<?x2xi64, #tc.dims<[s2, 2]>>
func.func @nonzero(%x: tensor<?x?xf32>) -> tensor<?x2xi64> {
  %0 = prim.nonzero %x : tensor<?x?xf32> to tensor<?x2xi64>
  return %0 : tensor<?x2xi64>
}

// What is asserted in a loop is asserted before it.
// CHECK-LABEL: func.func @scan(
// CHECK-SAME: %[[H:.*]]: tensor<?xf32, #tc.dims<[s0]>>, %[[X:.*]]: tensor<?x?xf32, #tc.dims<[s1, s2]>>, %{{.*}}: tensor<?xf32, #tc.dims<[s3]>>) -> (tensor<?xf32, #tc.dims<[s3]>>, tensor<?x?xf32, #tc.dims<[s1, s3]>>)
// CHECK: prim.cast_sizes %[[X]] : {{.*}} to tensor<?x?xf32, #tc.dims<[s1, s0]>>
// CHECK: prim.cast_sizes %[[H]] : {{.*}} to tensor<?xf32, #tc.dims<[s3]>>
// CHECK: prim.scan
// CHECK-NOT: prim.cast_sizes
// CHECK: prim.yield
func.func @scan(%h: tensor<?xf32>, %xs: tensor<?x?xf32>, %w: tensor<?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %0, %1 = prim.scan (%h) over (%xs) : (tensor<?xf32>, tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  ^bb0(%c: tensor<?xf32>, %x: tensor<?xf32>):
    %2 = prim.mul %c, %x : tensor<?xf32>
    %3 = prim.add %2, %w : tensor<?xf32>
    prim.yield %3, %2 : tensor<?xf32>, tensor<?xf32>
  }
  return %0, %1 : tensor<?xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func.func @while(
// CHECK-SAME: -> tensor<?xf32, #tc.dims<[s0]>>
func.func @while(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %0, %1 = prim.while (%x, %p) : (tensor<?xf32>, tensor<i1>) -> (tensor<?xf32>, tensor<i1>) cond {
  ^bb0(%c: tensor<?xf32>, %q: tensor<i1>):
    prim.yield %q : tensor<i1>
  } do {
  ^bb0(%c: tensor<?xf32>, %q: tensor<i1>):
    %2 = prim.exp %c : tensor<?xf32>
    %3 = prim.constant dense<false> : tensor<i1>
    prim.yield %2, %3 : tensor<?xf32>, tensor<i1>
  }
  return %0 : tensor<?xf32>
}
