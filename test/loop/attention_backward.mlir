// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// Backward of attention, from the log-sum-exp: dq, dk, dv, reductions along queries and along keys
// CPU: phase 1: a task is (b, a block of queries): p again from q, k and the log-sum-exp, then dq; phase 2: a task is (b, a
//   block of keys): dk and dv. p is computed twice and never stored.
// GPU: two kernels of the flash form, one with queries stationary, one with keys; or one with atomic adds of dq.
// LAUNCHES: 2 (one kernel op)

loop.kernel @attention_backward(%do: tensor<2x5x4xf32>, %q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %o: tensor<2x5x4xf32>, %lse: tensor<2x5xf32>) -> (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>) iters(b = 2, i = 5, j = 5, d = 4) {
  %s = loop.contract (b, i, j) over (d) reads(%a = %q[b, i, d] : tensor<2x5x4xf32>, %c = %k[b, j, d] : tensor<2x5x4xf32>) -> tensor<2x5x5xf32> {
    loop.yield %a, %c : f32, f32
  }
  %p = loop.map (b, i, j) reads(%a = %s[b, i, j] : tensor<2x5x5xf32>, %l = %lse[b, i] : tensor<2x5xf32>) -> tensor<2x5x5xf32> {
    %scale = prim.constant 0.5 : f32
    %0 = prim.mul %a, %scale : f32
    %1 = prim.sub %0, %l : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  %dp = loop.contract (b, i, j) over (d) reads(%a = %do[b, i, d] : tensor<2x5x4xf32>, %c = %v[b, j, d] : tensor<2x5x4xf32>) -> tensor<2x5x5xf32> {
    loop.yield %a, %c : f32, f32
  }
  %delta = loop.reduce (b, i) over (d) [add] reads(%a = %do[b, i, d] : tensor<2x5x4xf32>, %c = %o[b, i, d] : tensor<2x5x4xf32>) -> tensor<2x5xf32> {
    %0 = prim.mul %a, %c : f32
    loop.yield %0 : f32
  }
  %ds = loop.map (b, i, j) reads(%a = %p[b, i, j] : tensor<2x5x5xf32>, %c = %dp[b, i, j] : tensor<2x5x5xf32>, %e = %delta[b, i] : tensor<2x5xf32>) -> tensor<2x5x5xf32> {
    %scale = prim.constant 0.5 : f32
    %0 = prim.sub %c, %e : f32
    %1 = prim.mul %a, %0 : f32
    %2 = prim.mul %1, %scale : f32
    loop.yield %2 : f32
  }
  %dq = loop.contract (b, i, d) over (j) reads(%a = %ds[b, i, j] : tensor<2x5x5xf32>, %c = %k[b, j, d] : tensor<2x5x4xf32>) -> tensor<2x5x4xf32> {
    loop.yield %a, %c : f32, f32
  }
  %dk = loop.contract (b, j, d) over (i) reads(%a = %ds[b, i, j] : tensor<2x5x5xf32>, %c = %q[b, i, d] : tensor<2x5x4xf32>) -> tensor<2x5x4xf32> {
    loop.yield %a, %c : f32, f32
  }
  %dv = loop.contract (b, j, d) over (i) reads(%a = %p[b, i, j] : tensor<2x5x5xf32>, %c = %do[b, i, d] : tensor<2x5x4xf32>) -> tensor<2x5x4xf32> {
    loop.yield %a, %c : f32, f32
  }
  loop.yield %dq, %dk, %dv : tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>
}

func.func @main(%do: tensor<2x5x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %q: tensor<2x5x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %k: tensor<2x5x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %v: tensor<2x5x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %o: tensor<2x5x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %lse: tensor<2x5xf32> {tc.init = {kind = "uniform", mean = 2.0, std = 1.0, stream = 6}}) -> (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>) {
  %0:3 = loop.launch @attention_backward(%do, %q, %k, %v, %o, %lse) : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5xf32>) -> (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>
}

fx.graph @reference(%do: tensor<2x5x4xf32>, %q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %o: tensor<2x5x4xf32>, %lse: tensor<2x5xf32>) -> (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>) {
  %kt = fx.call "aten.transpose.int"(%k, 1, 2) : (tensor<2x5x4xf32>) -> tensor<2x4x5xf32>
  %vt = fx.call "aten.transpose.int"(%v, 1, 2) : (tensor<2x5x4xf32>) -> tensor<2x4x5xf32>
  %s = fx.call "aten.bmm.default"(%q, %kt) : (tensor<2x5x4xf32>, tensor<2x4x5xf32>) -> tensor<2x5x5xf32>
  %0 = fx.call "aten.mul.Scalar"(%s, 0.5) : (tensor<2x5x5xf32>) -> tensor<2x5x5xf32>
  %1 = fx.call "aten.unsqueeze.default"(%lse, 2) : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
  %2 = fx.call "aten.sub.Tensor"(%0, %1) : (tensor<2x5x5xf32>, tensor<2x5x1xf32>) -> tensor<2x5x5xf32>
  %p = fx.call "aten.exp.default"(%2) : (tensor<2x5x5xf32>) -> tensor<2x5x5xf32>
  %dp = fx.call "aten.bmm.default"(%do, %vt) : (tensor<2x5x4xf32>, tensor<2x4x5xf32>) -> tensor<2x5x5xf32>
  %3 = fx.call "aten.mul.Tensor"(%do, %o) : (tensor<2x5x4xf32>, tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  %delta = fx.call "aten.sum.dim_IntList"(%3, [2], true) : (tensor<2x5x4xf32>) -> tensor<2x5x1xf32>
  %4 = fx.call "aten.sub.Tensor"(%dp, %delta) : (tensor<2x5x5xf32>, tensor<2x5x1xf32>) -> tensor<2x5x5xf32>
  %5 = fx.call "aten.mul.Tensor"(%p, %4) : (tensor<2x5x5xf32>, tensor<2x5x5xf32>) -> tensor<2x5x5xf32>
  %ds = fx.call "aten.mul.Scalar"(%5, 0.5) : (tensor<2x5x5xf32>) -> tensor<2x5x5xf32>
  %dq = fx.call "aten.bmm.default"(%ds, %k) : (tensor<2x5x5xf32>, tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  %dst = fx.call "aten.transpose.int"(%ds, 1, 2) : (tensor<2x5x5xf32>) -> tensor<2x5x5xf32>
  %dk = fx.call "aten.bmm.default"(%dst, %q) : (tensor<2x5x5xf32>, tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  %pt = fx.call "aten.transpose.int"(%p, 1, 2) : (tensor<2x5x5xf32>) -> tensor<2x5x5xf32>
  %dv = fx.call "aten.bmm.default"(%pt, %do) : (tensor<2x5x5xf32>, tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  fx.output %dq, %dk, %dv : tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>
}
