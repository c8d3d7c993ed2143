// The gradients of attention in one kernel: dk and dv sum over queries, dq, which
// permits atomic additions, over keys. bf16, rows and columns that are no whole
// tiles; f16, with a causal mask.
loop.kernel @plain(%q: tensor<2x70x24xbf16>, %k: tensor<2x83x24xbf16>, %v: tensor<2x83x40xbf16>, %do: tensor<2x70x40xbf16>, %lse: tensor<2x70xf32>, %delta: tensor<2x70xf32>) -> (tensor<2x83x24xbf16>, tensor<2x83x40xbf16>, tensor<2x70x24xbf16>) iters(b = 2, i = 70, j = 83, d = 24, e = 40, c = 24) {
  %s = loop.contract (b, i, j) over (d) reads(%a = %q[b, i, d] : tensor<2x70x24xbf16>, %b = %k[b, j, d] : tensor<2x83x24xbf16>) -> tensor<2x70x83xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %p = loop.map (b, i, j) reads(%a = %s[b, i, j] : tensor<2x70x83xf32>, %l = %lse[b, i] : tensor<2x70xf32>) -> tensor<2x70x83xf32> {
    %scale = prim.constant 0.25 : f32
    %0 = prim.mul %a, %scale : f32
    %1 = prim.sub %0, %l : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  %dp = loop.contract (b, i, j) over (e) reads(%a = %do[b, i, e] : tensor<2x70x40xbf16>, %b = %v[b, j, e] : tensor<2x83x40xbf16>) -> tensor<2x70x83xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %ds = loop.map (b, i, j) reads(%a = %p[b, i, j] : tensor<2x70x83xf32>, %c = %dp[b, i, j] : tensor<2x70x83xf32>, %e = %delta[b, i] : tensor<2x70xf32>) -> tensor<2x70x83xbf16> {
    %scale = prim.constant 0.25 : f32
    %0 = prim.sub %c, %e : f32
    %1 = prim.mul %a, %0 : f32
    %2 = prim.mul %1, %scale : f32
    %3 = prim.convert_element_type %2 : f32 to bf16
    loop.yield %3 : bf16
  }
  %dk = loop.contract (b, j, c) over (i) reads(%a = %ds[b, i, j] : tensor<2x70x83xbf16>, %b = %q[b, i, c] : tensor<2x70x24xbf16>) -> tensor<2x83x24xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %ph = loop.map (b, i, j) reads(%a = %p[b, i, j] : tensor<2x70x83xf32>) -> tensor<2x70x83xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  %dv = loop.contract (b, j, e) over (i) reads(%a = %ph[b, i, j] : tensor<2x70x83xbf16>, %b = %do[b, i, e] : tensor<2x70x40xbf16>) -> tensor<2x83x40xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %r0 = loop.map (b, j, c) reads(%a = %dk[b, j, c] : tensor<2x83x24xf32>) -> tensor<2x83x24xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  %r1 = loop.map (b, j, e) reads(%a = %dv[b, j, e] : tensor<2x83x40xf32>) -> tensor<2x83x40xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  %dq = loop.contract (b, i, d) over (j) reads(%a = %ds[b, i, j] : tensor<2x70x83xbf16>, %b = %k[b, j, d] : tensor<2x83x24xbf16>) -> tensor<2x70x24xf32> attributes {loop.atomics} {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %r2 = loop.map (b, i, d) reads(%a = %dq[b, i, d] : tensor<2x70x24xf32>) -> tensor<2x70x24xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  loop.yield %r0, %r1, %r2 : tensor<2x83x24xbf16>, tensor<2x83x40xbf16>, tensor<2x70x24xbf16>
}
loop.kernel @causal(%q: tensor<1x130x16xf16>, %k: tensor<1x130x16xf16>, %v: tensor<1x130x16xf16>, %do: tensor<1x130x16xf16>, %lse: tensor<1x130xf32>, %delta: tensor<1x130xf32>) -> (tensor<1x130x16xf16>, tensor<1x130x16xf16>, tensor<1x130x16xf16>) iters(b = 1, i = 130, j = 130, d = 16, e = 16, c = 16) {
  %s = loop.contract (b, i, j) over (d) reads(%a = %q[b, i, d] : tensor<1x130x16xf16>, %b = %k[b, j, d] : tensor<1x130x16xf16>) -> tensor<1x130x130xf32> {
    %0 = prim.convert_element_type %a : f16 to f32
    %1 = prim.convert_element_type %b : f16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %p = loop.map (b, i, j) reads(%a = %s[b, i, j] : tensor<1x130x130xf32>, %l = %lse[b, i] : tensor<1x130xf32>) -> tensor<1x130x130xf32> {
    %scale = prim.constant 0.03125 : f32
    %0 = prim.mul %a, %scale : f32
    %1 = prim.sub %0, %l : f32
    %2 = prim.exp %1 : f32
    %3 = loop.index <j>
    %4 = loop.index <i>
    %5 = prim.le %3, %4 : i64
    %6 = prim.constant 0.0 : f32
    %7 = prim.where %5, %2, %6 : i1, f32
    loop.yield %7 : f32
  }
  %dp = loop.contract (b, i, j) over (e) reads(%a = %do[b, i, e] : tensor<1x130x16xf16>, %b = %v[b, j, e] : tensor<1x130x16xf16>) -> tensor<1x130x130xf32> {
    %0 = prim.convert_element_type %a : f16 to f32
    %1 = prim.convert_element_type %b : f16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %ds = loop.map (b, i, j) reads(%a = %p[b, i, j] : tensor<1x130x130xf32>, %c = %dp[b, i, j] : tensor<1x130x130xf32>, %e = %delta[b, i] : tensor<1x130xf32>) -> tensor<1x130x130xf16> {
    %scale = prim.constant 0.25 : f32
    %0 = prim.sub %c, %e : f32
    %1 = prim.mul %a, %0 : f32
    %2 = prim.mul %1, %scale : f32
    %3 = prim.convert_element_type %2 : f32 to f16
    loop.yield %3 : f16
  }
  %dk = loop.contract (b, j, c) over (i) reads(%a = %ds[b, i, j] : tensor<1x130x130xf16>, %b = %q[b, i, c] : tensor<1x130x16xf16>) -> tensor<1x130x16xf32> {
    %0 = prim.convert_element_type %a : f16 to f32
    %1 = prim.convert_element_type %b : f16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %ph = loop.map (b, i, j) reads(%a = %p[b, i, j] : tensor<1x130x130xf32>) -> tensor<1x130x130xf16> {
    %0 = prim.convert_element_type %a : f32 to f16
    loop.yield %0 : f16
  }
  %dv = loop.contract (b, j, e) over (i) reads(%a = %ph[b, i, j] : tensor<1x130x130xf16>, %b = %do[b, i, e] : tensor<1x130x16xf16>) -> tensor<1x130x16xf32> {
    %0 = prim.convert_element_type %a : f16 to f32
    %1 = prim.convert_element_type %b : f16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %r0 = loop.map (b, j, c) reads(%a = %dk[b, j, c] : tensor<1x130x16xf32>) -> tensor<1x130x16xf16> {
    %0 = prim.convert_element_type %a : f32 to f16
    loop.yield %0 : f16
  }
  %r1 = loop.map (b, j, e) reads(%a = %dv[b, j, e] : tensor<1x130x16xf32>) -> tensor<1x130x16xf16> {
    %0 = prim.convert_element_type %a : f32 to f16
    loop.yield %0 : f16
  }
  %dq = loop.contract (b, i, d) over (j) reads(%a = %ds[b, i, j] : tensor<1x130x130xf16>, %b = %k[b, j, d] : tensor<1x130x16xf16>) -> tensor<1x130x16xf32> attributes {loop.atomics} {
    %0 = prim.convert_element_type %a : f16 to f32
    %1 = prim.convert_element_type %b : f16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %r2 = loop.map (b, i, d) reads(%a = %dq[b, i, d] : tensor<1x130x16xf32>) -> tensor<1x130x16xf16> {
    %0 = prim.convert_element_type %a : f32 to f16
    loop.yield %0 : f16
  }
  loop.yield %r0, %r1, %r2 : tensor<1x130x16xf16>, tensor<1x130x16xf16>, tensor<1x130x16xf16>
}
func.func @main(
    %plain_q: tensor<2x70x24xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
    %plain_k: tensor<2x83x24xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
    %plain_v: tensor<2x83x40xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
    %plain_do: tensor<2x70x40xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
    %plain_lse: tensor<2x70xf32> {tc.init = {kind = "uniform", mean = 3.0, std = 1.0, stream = 5}},
    %plain_delta: tensor<2x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
    %causal_q: tensor<1x130x16xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
    %causal_k: tensor<1x130x16xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
    %causal_v: tensor<1x130x16xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}},
    %causal_do: tensor<1x130x16xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10}},
    %causal_lse: tensor<1x130xf32> {tc.init = {kind = "uniform", mean = 3.0, std = 1.0, stream = 11}},
    %causal_delta: tensor<1x130xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}})
    -> (tensor<2x70x24xbf16>, tensor<2x83x24xbf16>, tensor<2x83x40xbf16>, tensor<1x130x16xf16>, tensor<1x130x16xf16>, tensor<1x130x16xf16>) {
  %plain:3 = loop.launch @plain(%plain_q, %plain_k, %plain_v, %plain_do, %plain_lse, %plain_delta) : (tensor<2x70x24xbf16>, tensor<2x83x24xbf16>, tensor<2x83x40xbf16>, tensor<2x70x40xbf16>, tensor<2x70xf32>, tensor<2x70xf32>) -> (tensor<2x83x24xbf16>, tensor<2x83x40xbf16>, tensor<2x70x24xbf16>)
  %causal:3 = loop.launch @causal(%causal_q, %causal_k, %causal_v, %causal_do, %causal_lse, %causal_delta) : (tensor<1x130x16xf16>, tensor<1x130x16xf16>, tensor<1x130x16xf16>, tensor<1x130x16xf16>, tensor<1x130xf32>, tensor<1x130xf32>) -> (tensor<1x130x16xf16>, tensor<1x130x16xf16>, tensor<1x130x16xf16>)
  return %plain#2, %plain#0, %plain#1, %causal#2, %causal#0, %causal#1 : tensor<2x70x24xbf16>, tensor<2x83x24xbf16>, tensor<2x83x40xbf16>, tensor<1x130x16xf16>, tensor<1x130x16xf16>, tensor<1x130x16xf16>
}
