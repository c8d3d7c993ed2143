// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// Attention: causal, sliding window, ALiBi and document masks, grouped heads, log-sum-exp as a second result
// CPU: a task is (b, h, a block of queries): scores of the block in scratch, softmax over their rows, product with v;
//   keys beyond the causal bound are skipped by blocks.
// GPU: the flash form: a block of queries stays, keys and values stream through shared memory; the running maximum and sum
//   are the custom reduction that `exp` makes of max and add.
// LAUNCHES: 1

loop.kernel @attention(%q: tensor<1x4x6x8xf32>, %k: tensor<1x2x6x8xf32>, %v: tensor<1x2x6x8xf32>, %slope: tensor<4xf32>, %doc: tensor<6xi64>)
    -> (tensor<1x4x6x8xf32>, tensor<1x4x6xf32>) iters(b = 1, h = 4, i = 6, j = 6, d = 8) {
  %s = loop.contract (b, h, i, j) over (d) reads(%a = %q[b, h, i, d] : tensor<1x4x6x8xf32>, %c = %k[b, floordiv(h, 2), j, d] : tensor<1x2x6x8xf32>) -> tensor<1x4x6x6xf32> {
    loop.yield %a, %c : f32, f32
  }
  %t = loop.map (b, h, i, j) reads(%a = %s[b, h, i, j] : tensor<1x4x6x6xf32>, %m = %slope[h] : tensor<4xf32>, %p = %doc[i] : tensor<6xi64>, %q1 = %doc[j] : tensor<6xi64>) -> tensor<1x4x6x6xf32> {
    %scale = prim.constant 0.35355339059327373 : f32
    %0 = prim.mul %a, %scale : f32
    %far = loop.index #tc.size<i - j>
    %1 = prim.convert_element_type %far : i64 to f32
    %2 = prim.mul %1, %m : f32
    %3 = prim.sub %0, %2 : f32
    %zero = prim.constant 0 : i64
    %window = prim.constant 4 : i64
    %causal = prim.ge %far, %zero : i64
    %near = prim.lt %far, %window : i64
    %same = prim.eq %p, %q1 : i64
    %4 = prim.bitwise_and %causal, %near : i1
    %5 = prim.bitwise_and %4, %same : i1
    %out = prim.constant 0xFF800000 : f32
    %6 = prim.where %5, %3, %out : i1, f32
    loop.yield %6 : f32
  }
  %m = loop.reduce (b, h, i) over (j) [max] reads(%a = %t[b, h, i, j] : tensor<1x4x6x6xf32>) -> tensor<1x4x6xf32> {
    loop.yield %a : f32
  }
  %e = loop.map (b, h, i, j) reads(%a = %t[b, h, i, j] : tensor<1x4x6x6xf32>, %c = %m[b, h, i] : tensor<1x4x6xf32>) -> tensor<1x4x6x6xf32> {
    %0 = prim.sub %a, %c : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %l = loop.reduce (b, h, i) over (j) [add] reads(%a = %e[b, h, i, j] : tensor<1x4x6x6xf32>) -> tensor<1x4x6xf32> {
    loop.yield %a : f32
  }
  %o = loop.contract (b, h, i, d) over (j) reads(%a = %e[b, h, i, j] : tensor<1x4x6x6xf32>, %c = %v[b, floordiv(h, 2), j, d] : tensor<1x2x6x8xf32>) -> tensor<1x4x6x8xf32> {
    loop.yield %a, %c : f32, f32
  }
  %y = loop.map (b, h, i, d) reads(%a = %o[b, h, i, d] : tensor<1x4x6x8xf32>, %c = %l[b, h, i] : tensor<1x4x6xf32>) -> tensor<1x4x6x8xf32> {
    %0 = prim.div %a, %c : f32
    loop.yield %0 : f32
  }
  %lse = loop.map (b, h, i) reads(%a = %m[b, h, i] : tensor<1x4x6xf32>, %c = %l[b, h, i] : tensor<1x4x6xf32>) -> tensor<1x4x6xf32> {
    %0 = prim.log %c : f32
    %1 = prim.add %a, %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %y, %lse : tensor<1x4x6x8xf32>, tensor<1x4x6xf32>
}

func.func @main(%q: tensor<1x4x6x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %k: tensor<1x2x6x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %v: tensor<1x2x6x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %slope: tensor<4xf32> {tc.init = {kind = "uniform", mean = 0.3, std = 0.1, stream = 4}}, %doc: tensor<6xi64> {tc.init = {kind = "randint", low = 0, high = 2, stream = 5}})
    -> (tensor<1x4x6x8xf32>, tensor<1x4x6xf32>) {
  %0:2 = loop.launch @attention(%q, %k, %v, %slope, %doc) : (tensor<1x4x6x8xf32>, tensor<1x2x6x8xf32>, tensor<1x2x6x8xf32>, tensor<4xf32>, tensor<6xi64>) -> (tensor<1x4x6x8xf32>, tensor<1x4x6xf32>)
  return %0#0, %0#1 : tensor<1x4x6x8xf32>, tensor<1x4x6xf32>
}

fx.graph @reference(%q: tensor<1x4x6x8xf32>, %k: tensor<1x2x6x8xf32>, %v: tensor<1x2x6x8xf32>, %slope: tensor<4xf32>, %doc: tensor<6xi64>) -> (tensor<1x4x6x8xf32>, tensor<1x4x6xf32>) {
  %kk = fx.call "aten.repeat_interleave.self_int"(%k, 2, 1) : (tensor<1x2x6x8xf32>) -> tensor<1x4x6x8xf32>
  %vv = fx.call "aten.repeat_interleave.self_int"(%v, 2, 1) : (tensor<1x2x6x8xf32>) -> tensor<1x4x6x8xf32>
  %kt = fx.call "aten.transpose.int"(%kk, 2, 3) : (tensor<1x4x6x8xf32>) -> tensor<1x4x8x6xf32>
  %s = fx.call "aten.matmul.default"(%q, %kt) : (tensor<1x4x6x8xf32>, tensor<1x4x8x6xf32>) -> tensor<1x4x6x6xf32>
  %0 = fx.call "aten.mul.Scalar"(%s, 0.35355339059327373) : (tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %n = fx.call "aten.arange.default"(6, dtype = i64) : () -> tensor<6xi64>
  %ni = fx.call "aten.unsqueeze.default"(%n, 1) : (tensor<6xi64>) -> tensor<6x1xi64>
  %far = fx.call "aten.sub.Tensor"(%ni, %n) : (tensor<6x1xi64>, tensor<6xi64>) -> tensor<6x6xi64>
  %sl = fx.call "aten.view.default"(%slope, [4, 1, 1]) : (tensor<4xf32>) -> tensor<4x1x1xf32>
  %al = fx.call "aten.mul.Tensor"(%far, %sl) : (tensor<6x6xi64>, tensor<4x1x1xf32>) -> tensor<4x6x6xf32>
  %1 = fx.call "aten.sub.Tensor"(%0, %al) : (tensor<1x4x6x6xf32>, tensor<4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %c0 = fx.call "aten.lt.Scalar"(%far, 0) : (tensor<6x6xi64>) -> tensor<6x6xi1>
  %c1 = fx.call "aten.ge.Scalar"(%far, 4) : (tensor<6x6xi64>) -> tensor<6x6xi1>
  %di = fx.call "aten.unsqueeze.default"(%doc, 1) : (tensor<6xi64>) -> tensor<6x1xi64>
  %c2 = fx.call "aten.ne.Tensor"(%di, %doc) : (tensor<6x1xi64>, tensor<6xi64>) -> tensor<6x6xi1>
  %c3 = fx.call "aten.logical_or.default"(%c0, %c1) : (tensor<6x6xi1>, tensor<6x6xi1>) -> tensor<6x6xi1>
  %c4 = fx.call "aten.logical_or.default"(%c3, %c2) : (tensor<6x6xi1>, tensor<6x6xi1>) -> tensor<6x6xi1>
  %t = fx.call "aten.masked_fill.Scalar"(%1, %c4, 0xFFF0000000000000) : (tensor<1x4x6x6xf32>, tensor<6x6xi1>) -> tensor<1x4x6x6xf32>
  %p = fx.call "aten.softmax.int"(%t, -1) : (tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %y = fx.call "aten.matmul.default"(%p, %vv) : (tensor<1x4x6x6xf32>, tensor<1x4x6x8xf32>) -> tensor<1x4x6x8xf32>
  %lse = fx.call "aten.logsumexp.default"(%t, [-1]) : (tensor<1x4x6x6xf32>) -> tensor<1x4x6xf32>
  fx.output %y, %lse : tensor<1x4x6x8xf32>, tensor<1x4x6xf32>
}
