// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// Max pooling with indices, and its gradient
// CPU: forward: positions in tasks, channels or the width in vectors, value and index together through the combination;
//   backward: tasks over (b, c), within which positions are added one after the other.
// GPU: a thread a result; the gradient by atomic adds, or gathered: each input position looks at the windows over it.
// LAUNCHES: 1 each

loop.kernel @max_pool(%x: tensor<1x2x6x6xf32>) -> (tensor<1x2x3x3xf32>, tensor<1x2x3x3xi64>) iters(b = 1, c = 2, h = 3, v = 3, p = 3, q = 3) {
  %y, %k = loop.reduce (b, c, h, v) over (p, q) [custom] reads(%a = %x[b, c, 2*h + p - 1, 2*v + q - 1] : tensor<1x2x6x6xf32> else 0xFF800000) -> (tensor<1x2x3x3xf32>, tensor<1x2x3x3xi64>) {
    %at = loop.index #tc.size<6*(2*h + p - 1) + 2*v + q - 1>
    loop.yield %a, %at : f32, i64
  } combine [0xFF800000 : f32, -1] (%v0: f32, %k0: i64, %v1: f32, %k1: i64) {
    %gt = prim.gt %v0, %v1 : f32
    %eq = prim.eq %v0, %v1 : f32
    %lt = prim.lt %k0, %k1 : i64
    %none = prim.constant 0 : i64
    %is = prim.ge %k0, %none : i64
    %0 = prim.bitwise_and %eq, %lt : i1
    %1 = prim.bitwise_and %0, %is : i1
    %2 = prim.bitwise_or %gt, %1 : i1
    %v = prim.where %2, %v0, %v1 : i1, f32
    %k = prim.where %2, %k0, %k1 : i1, i64
    loop.yield %v, %k : f32, i64
  }
  loop.yield %y, %k : tensor<1x2x3x3xf32>, tensor<1x2x3x3xi64>
}

loop.kernel @max_pool_backward(%dy: tensor<1x2x3x3xf32>, %k: tensor<1x2x3x3xi64>) -> tensor<1x2x6x6xf32> iters(b = 1, c = 2, h = 3, v = 3, n = 36, y = 6, x = 6) {
  %zero = loop.map (b, c, n) reads() -> tensor<1x2x36xf32> {
    %0 = prim.constant 0.0 : f32
    loop.yield %0 : f32
  }
  %flat = loop.scatter (b, c, h, v) into %zero : tensor<1x2x36xf32> [add] reads(%a = %dy[b, c, h, v] : tensor<1x2x3x3xf32>, %at = %k[b, c, h, v] : tensor<1x2x3x3xi64>) {
    %b = loop.index #tc.size<b>
    %c = loop.index #tc.size<c>
    loop.yield %b, %c, %at, %a : i64, i64, i64, f32
  }
  %dx = loop.map (b, c, y, x) reads(%a = %flat[b, c, 6*y + x] : tensor<1x2x36xf32>) -> tensor<1x2x6x6xf32> {
    loop.yield %a : f32
  }
  loop.yield %dx : tensor<1x2x6x6xf32>
}

func.func @main(%x: tensor<1x2x6x6xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %dy: tensor<1x2x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> (tensor<1x2x3x3xf32>, tensor<1x2x3x3xi64>, tensor<1x2x6x6xf32>) {
  %0:2 = loop.launch @max_pool(%x) : (tensor<1x2x6x6xf32>) -> (tensor<1x2x3x3xf32>, tensor<1x2x3x3xi64>)
  %1 = loop.launch @max_pool_backward(%dy, %0#1) : (tensor<1x2x3x3xf32>, tensor<1x2x3x3xi64>) -> tensor<1x2x6x6xf32>
  return %0#0, %0#1, %1 : tensor<1x2x3x3xf32>, tensor<1x2x3x3xi64>, tensor<1x2x6x6xf32>
}

fx.graph @reference(%x: tensor<1x2x6x6xf32>, %dy: tensor<1x2x3x3xf32>) -> (tensor<1x2x3x3xf32>, tensor<1x2x3x3xi64>, tensor<1x2x6x6xf32>) {
  %y, %k = fx.call "aten.max_pool2d_with_indices.default"(%x, [3, 3], [2, 2], [1, 1]) : (tensor<1x2x6x6xf32>) -> (tensor<1x2x3x3xf32>, tensor<1x2x3x3xi64>)
  %0 = fx.call "aten.zeros.default"([1, 2, 36], dtype = f32) : () -> tensor<1x2x36xf32>
  %1 = fx.call "aten.view.default"(%k, [1, 2, 9]) : (tensor<1x2x3x3xi64>) -> tensor<1x2x9xi64>
  %2 = fx.call "aten.view.default"(%dy, [1, 2, 9]) : (tensor<1x2x3x3xf32>) -> tensor<1x2x9xf32>
  %3 = fx.call "aten.scatter_add.default"(%0, 2, %1, %2) : (tensor<1x2x36xf32>, tensor<1x2x9xi64>, tensor<1x2x9xf32>) -> tensor<1x2x36xf32>
  %4 = fx.call "aten.view.default"(%3, [1, 2, 6, 6]) : (tensor<1x2x36xf32>) -> tensor<1x2x6x6xf32>
  fx.output %y, %k, %4 : tensor<1x2x3x3xf32>, tensor<1x2x3x3xi64>, tensor<1x2x6x6xf32>
}
