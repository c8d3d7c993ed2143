// Sums that tasks share, and one that they do not, of terms that depend on no
// contraction of the loop.
loop.kernel @gradients(%q: tensor<2x70x24xbf16>, %k: tensor<2x83x24xbf16>, %v: tensor<2x83x40xbf16>, %do: tensor<2x70x40xbf16>, %lse: tensor<2x70xf32>, %delta: tensor<2x70xf32>, %x: tensor<2x70x83xbf16>) -> (tensor<2x83x24xbf16>, tensor<2x83x40xbf16>, tensor<2x70x24xbf16>) iters(b = 2, i = 70, j = 83, d = 24, e = 40, c = 24) {
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
  %mk = loop.map (b, i, j) reads(%a = %x[b, i, j] : tensor<2x70x83xbf16>) -> tensor<2x70x83xbf16> {
    %0 = prim.mul %a, %a : bf16
    loop.yield %0 : bf16
  }
  %dv = loop.contract (b, j, e) over (i) reads(%a = %mk[b, i, j] : tensor<2x70x83xbf16>, %b = %do[b, i, e] : tensor<2x70x40xbf16>) -> tensor<2x83x40xf32> {
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
  %dq = loop.contract (b, i, d) over (j) reads(%a = %mk[b, i, j] : tensor<2x70x83xbf16>, %b = %k[b, j, d] : tensor<2x83x24xbf16>) -> tensor<2x70x24xf32> attributes {loop.atomics} {
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
func.func @main(
    %q: tensor<2x70x24xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
    %k: tensor<2x83x24xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
    %v: tensor<2x83x40xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
    %do: tensor<2x70x40xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
    %lse: tensor<2x70xf32> {tc.init = {kind = "uniform", mean = 3.0, std = 1.0, stream = 5}},
    %delta: tensor<2x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
    %x: tensor<2x70x83xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}})
    -> (tensor<2x70x24xbf16>, tensor<2x83x24xbf16>, tensor<2x83x40xbf16>) {
  %0:3 = loop.launch @gradients(%q, %k, %v, %do, %lse, %delta, %x) : (tensor<2x70x24xbf16>, tensor<2x83x24xbf16>, tensor<2x83x40xbf16>, tensor<2x70x40xbf16>, tensor<2x70xf32>, tensor<2x70xf32>, tensor<2x70x83xbf16>) -> (tensor<2x83x24xbf16>, tensor<2x83x40xbf16>, tensor<2x70x24xbf16>)
  return %0#2, %0#0, %0#1 : tensor<2x70x24xbf16>, tensor<2x83x24xbf16>, tensor<2x83x40xbf16>
}
