// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// A selective scan (state space): a scan whose combination is that of affine maps
// CPU: a task is a channel d (n in vectors): the scan runs along t with the state in registers; y is made at once.
// GPU: blocks over (d, chunks of t), the associative combination through shuffles; chunks by look-back.
// LAUNCHES: 1

loop.kernel @selective_scan(%x: tensor<5x4xf32>, %dt: tensor<5x4xf32>, %a: tensor<4x3xf32>, %b: tensor<5x3xf32>, %c: tensor<5x3xf32>) -> tensor<5x4xf32> iters(t = 5, d = 4, n = 3) {
  %h, %p = loop.scan (t, d, n) along t [custom] reads(%u = %x[t, d] : tensor<5x4xf32>, %s = %dt[t, d] : tensor<5x4xf32>, %r = %a[d, n] : tensor<4x3xf32>, %e = %b[t, n] : tensor<5x3xf32>) -> (tensor<5x4x3xf32>, tensor<5x4x3xf32>) {
    %0 = prim.mul %s, %r : f32
    %1 = prim.exp %0 : f32
    %2 = prim.mul %s, %e : f32
    %3 = prim.mul %2, %u : f32
    loop.yield %3, %1 : f32, f32
  } combine [0.0 : f32, 1.0 : f32] (%h0: f32, %p0: f32, %h1: f32, %p1: f32) {
    %0 = prim.mul %p1, %h0 : f32
    %1 = prim.add %0, %h1 : f32
    %2 = prim.mul %p0, %p1 : f32
    loop.yield %1, %2 : f32, f32
  }
  %y = loop.contract (t, d) over (n) reads(%s = %h[t, d, n] : tensor<5x4x3xf32>, %r = %c[t, n] : tensor<5x3xf32>) -> tensor<5x4xf32> {
    loop.yield %s, %r : f32, f32
  }
  loop.yield %y : tensor<5x4xf32>
}

func.func @main(%x: tensor<5x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %dt: tensor<5x4xf32> {tc.init = {kind = "uniform", mean = 0.5, std = 0.1, stream = 2}}, %a: tensor<4x3xf32> {tc.init = {kind = "uniform", mean = -1.0, std = 0.3, stream = 3}}, %b: tensor<5x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %c: tensor<5x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}) -> tensor<5x4xf32> {
  %0 = loop.launch @selective_scan(%x, %dt, %a, %b, %c) : (tensor<5x4xf32>, tensor<5x4xf32>, tensor<4x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

func.func @reference(%x: tensor<5x4xf32>, %dt: tensor<5x4xf32>, %a: tensor<4x3xf32>, %b: tensor<5x3xf32>, %c: tensor<5x3xf32>) -> tensor<5x4xf32> {
  %h0 = prim.constant dense<0.0> : tensor<4x3xf32>
  %0:2 = prim.scan (%h0) over (%x, %dt, %b, %c) : (tensor<4x3xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>, tensor<5x3xf32>) -> (tensor<4x3xf32>, tensor<5x4xf32>) {
  ^bb0(%h: tensor<4x3xf32>, %u: tensor<4xf32>, %s: tensor<4xf32>, %e: tensor<3xf32>, %r: tensor<3xf32>):
    %1 = prim.broadcast_in_dim %s [0] : tensor<4xf32> to tensor<4x3xf32>
    %2 = prim.mul %1, %a : tensor<4x3xf32>
    %3 = prim.exp %2 : tensor<4x3xf32>
    %4 = prim.broadcast_in_dim %e [1] : tensor<3xf32> to tensor<4x3xf32>
    %5 = prim.mul %1, %4 : tensor<4x3xf32>
    %6 = prim.broadcast_in_dim %u [0] : tensor<4xf32> to tensor<4x3xf32>
    %7 = prim.mul %5, %6 : tensor<4x3xf32>
    %8 = prim.mul %3, %h : tensor<4x3xf32>
    %9 = prim.add %8, %7 : tensor<4x3xf32>
    %10 = prim.dot_general %9, %r batch [], [] contract [1], [0] : tensor<4x3xf32>, tensor<3xf32>
    prim.yield %9, %10 : tensor<4x3xf32>, tensor<4xf32>
  }
  return %0#1 : tensor<5x4xf32>
}
