// An iterator of one point that a stage has not leaves those that have it;
// results keep theirs.
// RUN: tc-opt %s --split-input-file --loop-fuse | FileCheck %s
// RUN: tc-opt %s --split-input-file --loop-fuse=disable=squeeze | FileCheck %s --check-prefix=OFF
// CHECK: loop.kernel private @one({{.*}}iters(i = 4, one = 1, j = 8)
// CHECK: %0 = loop.map (i, j) reads({{.*}}[i, j] : {{.*}} -> tensor<4x8xf32>
// CHECK-NEXT: loop.index <0>
// CHECK: %1 = loop.reduce (i) over (j) [add] reads({{.*}} = %0[i, j]
// CHECK: loop.map (i, one, j) reads({{.*}} = %0[i, j] {{.*}} = %1[i]
// CHECK-SAME: -> tensor<4x1x8xf32>
// OFF: %0 = loop.map (i, one, j)
loop.kernel private @one(%x: tensor<4x8xf32>) -> tensor<4x1x8xf32> iters(i = 4, one = 1, j = 8) {
  %0 = loop.map (i, one, j) reads(%a = %x[i, j] : tensor<4x8xf32>) -> tensor<4x1x8xf32> {
    %k = loop.index <2*one>
    %f = prim.convert_element_type %k : i64 to f32
    %b = prim.add %a, %f : f32
    %c = prim.exp %b : f32
    loop.yield %c : f32
  }
  %1 = loop.reduce (i) over (j) [add] reads(%a = %0[i, 0, j] : tensor<4x1x8xf32>) -> tensor<4xf32> {
    loop.yield %a : f32
  }
  %2 = loop.map (i, one, j) reads(%a = %0[i, one, j] : tensor<4x1x8xf32>, %b = %1[i] : tensor<4xf32>) -> tensor<4x1x8xf32> {
    %c = prim.div %a, %b : f32
    loop.yield %c : f32
  }
  loop.yield %2 : tensor<4x1x8xf32>
}
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x1x8xf32> {
  %0 = loop.launch @one(%x) : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
  return %0 : tensor<4x1x8xf32>
}

// -----

// What all stages have stays.
// CHECK: loop.kernel private @everywhere
// CHECK: %0 = loop.map (i, one, j) reads
loop.kernel private @everywhere(%x: tensor<4x8xf32>) -> tensor<4x1x8xf32> iters(i = 4, one = 1, j = 8) {
  %0 = loop.map (i, one, j) reads(%a = %x[i, j] : tensor<4x8xf32>) -> tensor<4x1x8xf32> {
    %b = prim.exp %a : f32
    loop.yield %b : f32
  }
  %1 = loop.reduce (i, one) over (j) [add] reads(%a = %0[i, one, j] : tensor<4x1x8xf32>) -> tensor<4x1xf32> {
    loop.yield %a : f32
  }
  %2 = loop.map (i, one, j) reads(%a = %0[i, one, j] : tensor<4x1x8xf32>, %b = %1[i, one] : tensor<4x1xf32>) -> tensor<4x1x8xf32> {
    %c = prim.div %a, %b : f32
    loop.yield %c : f32
  }
  loop.yield %2 : tensor<4x1x8xf32>
}
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x1x8xf32> {
  %0 = loop.launch @everywhere(%x) : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
  return %0 : tensor<4x1x8xf32>
}

// -----

// A read outside of the one point has its fill.
// CHECK: loop.kernel private @outside
// CHECK: loop.map (i, one)
// CHECK: = %0[i, t - 1] : tensor<4x1xf32> else 0.000000e+00
loop.kernel private @outside(%x: tensor<4xf32>) -> tensor<4xf32> iters(i = 4, one = 1, t = 3) {
  %0 = loop.map (i, one) reads(%a = %x[i] : tensor<4xf32>) -> tensor<4x1xf32> {
    %b = prim.exp %a : f32
    loop.yield %b : f32
  }
  %1 = loop.reduce (i) over (t) [add] reads(%a = %0[i, t - 1] : tensor<4x1xf32> else 0.0) -> tensor<4xf32> {
    loop.yield %a : f32
  }
  loop.yield %1 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = loop.launch @outside(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// The iterators that a schedule names stay.
// CHECK: loop.kernel private @scheduled
// CHECK: loop.map (i, one)
loop.kernel private @scheduled(%x: tensor<4xf32>) -> tensor<4xf32> iters(i = 4, one = 1)
    attributes {loop.schedule = {phases = [{grain = 4 : i64, stages = [0, 1], tasks = ["i"]}]}} {
  %0 = loop.map (i, one) reads(%a = %x[i] : tensor<4xf32>) -> tensor<4x1xf32> {
    %b = prim.exp %a : f32
    loop.yield %b : f32
  }
  %1 = loop.map (i) reads(%a = %0[i, 0] : tensor<4x1xf32>) -> tensor<4xf32> {
    %b = prim.sin %a : f32
    loop.yield %b : f32
  }
  loop.yield %1 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = loop.launch @scheduled(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
