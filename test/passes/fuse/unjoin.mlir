// A value that all others of its kernel read at two iterators, joined, has the
// two: the rows of a softmax behind a reshape are those of its maximum. So has
// what is read in turn. Not where somebody reads it by one, where a border is
// read beside it, or in a kernel with a schedule.
// RUN: tc-opt %s --split-input-file --loop-fuse | FileCheck %s
// RUN: tc-opt %s --split-input-file --loop-fuse=disable=unjoin | FileCheck %s --check-prefix=OFF
// CHECK: loop.kernel private @rows({{.*}}iters(a = 2, b = 3, i = 4, j = 8)
// CHECK: %0 = loop.reduce (a, b, i) over (j) [max] reads({{.*}} = %arg0[3*a + b, i, j]
// CHECK-SAME: -> tensor<2x3x4xf32>
// CHECK: loop.index <3*a + b>
// CHECK: %1 = loop.map (a, b, i) reads({{.*}} = %0[a, b, i] : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK: loop.reduce (a, b, i) over (j) [add] reads({{.*}} = %arg0[3*a + b, i, j]{{.*}} = %1[a, b, i]
// OFF: loop.reduce (h, i) over (j) [max]
loop.kernel private @rows(%x: tensor<6x4x8xf32>) -> tensor<2x3x4xf32> iters(h = 6, a = 2, b = 3, i = 4, j = 8) {
  %0 = loop.reduce (h, i) over (j) [max] reads(%v = %x[h, i, j] : tensor<6x4x8xf32>) -> tensor<6x4xf32> {
    %k = loop.index <h>
    %f = prim.convert_element_type %k : i64 to f32
    %w = prim.add %v, %f : f32
    loop.yield %w : f32
  }
  %1 = loop.map (h, i) reads(%v = %0[h, i] : tensor<6x4xf32>) -> tensor<6x4xf32> {
    %w = prim.exp %v : f32
    loop.yield %w : f32
  }
  %2 = loop.reduce (a, b, i) over (j) [add] reads(%v = %x[3*a + b, i, j] : tensor<6x4x8xf32>, %m = %1[3*a + b, i] : tensor<6x4xf32>) -> tensor<2x3x4xf32> {
    %w = prim.sub %v, %m : f32
    loop.yield %w : f32
  }
  loop.yield %2 : tensor<2x3x4xf32>
}
func.func @main(%x: tensor<6x4x8xf32>) -> tensor<2x3x4xf32> {
  %0 = loop.launch @rows(%x) : (tensor<6x4x8xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK: loop.kernel private @both
// CHECK: loop.reduce (h) over (j) [max]
loop.kernel private @both(%x: tensor<6x8xf32>) -> (tensor<2x3xf32>, tensor<6xf32>) iters(h = 6, a = 2, b = 3, j = 8) {
  %0 = loop.reduce (h) over (j) [max] reads(%v = %x[h, j] : tensor<6x8xf32>) -> tensor<6xf32> {
    loop.yield %v : f32
  }
  %1 = loop.reduce (a, b) over (j) [add] reads(%v = %x[3*a + b, j] : tensor<6x8xf32>, %m = %0[3*a + b] : tensor<6xf32>) -> tensor<2x3xf32> {
    %w = prim.sub %v, %m : f32
    loop.yield %w : f32
  }
  %2 = loop.map (h) reads(%m = %0[h] : tensor<6xf32>) -> tensor<6xf32> {
    %w = prim.exp %m : f32
    loop.yield %w : f32
  }
  loop.yield %1, %2 : tensor<2x3xf32>, tensor<6xf32>
}
func.func @main(%x: tensor<6x8xf32>) -> (tensor<2x3xf32>, tensor<6xf32>) {
  %0:2 = loop.launch @both(%x) : (tensor<6x8xf32>) -> (tensor<2x3xf32>, tensor<6xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<6xf32>
}

// -----

// CHECK: loop.kernel private @border
// CHECK: loop.reduce (h) over (j) [max]
loop.kernel private @border(%x: tensor<6x8xf32>) -> tensor<2x3xf32> iters(h = 6, a = 2, b = 3, j = 8) {
  %0 = loop.reduce (h) over (j) [max] reads(%v = %x[h, j] : tensor<6x8xf32>) -> tensor<6xf32> {
    loop.yield %v : f32
  }
  %1 = loop.reduce (a, b) over (j) [add] reads(%v = %x[3*a + b, j] : tensor<6x8xf32>, %m = %0[3*a + b - 1] : tensor<6xf32> else 0.0) -> tensor<2x3xf32> {
    %w = prim.sub %v, %m : f32
    loop.yield %w : f32
  }
  loop.yield %1 : tensor<2x3xf32>
}
func.func @main(%x: tensor<6x8xf32>) -> tensor<2x3xf32> {
  %0 = loop.launch @border(%x) : (tensor<6x8xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Two of a larger batch: not all of its points.
// CHECK: loop.kernel private @part
// CHECK: loop.reduce (h) over (j) [max]
loop.kernel private @part(%x: tensor<7x8xf32>) -> tensor<2x3xf32> iters(h = 7, a = 2, b = 3, j = 8) {
  %0 = loop.reduce (h) over (j) [max] reads(%v = %x[h, j] : tensor<7x8xf32>) -> tensor<7xf32> {
    loop.yield %v : f32
  }
  %1 = loop.reduce (a, b) over (j) [add] reads(%v = %x[3*a + b, j] : tensor<7x8xf32>, %m = %0[3*a + b] : tensor<7xf32>) -> tensor<2x3xf32> {
    %w = prim.sub %v, %m : f32
    loop.yield %w : f32
  }
  loop.yield %1 : tensor<2x3xf32>
}
func.func @main(%x: tensor<7x8xf32>) -> tensor<2x3xf32> {
  %0 = loop.launch @part(%x) : (tensor<7x8xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
