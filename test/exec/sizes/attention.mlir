// Attention in the forms that models use, streamed where that is a kernel: no
// keys, one, blocks and what is left of them; rows that see nothing (the mask).
// SIZES: s = 5, t = 0 | s = 0, t = 5 | s = 1, t = 1 | s = 1, t = 100 | s = 70, t = 130 | s = 64, t = 64 | s = 130, t = 65
// EXPECT: passes = fx.graph(fx-functionalise),fx-to-prim, times = 4
!q = tensor<2x4x?x16xf32, #tc.dims<[2, 4, s, 16]>>
!k = tensor<2x4x?x16xf32, #tc.dims<[2, 4, t, 16]>>
!v = tensor<2x4x?x24xf32, #tc.dims<[2, 4, t, 24]>>
!o = tensor<2x4x?x24xf32, #tc.dims<[2, 4, s, 24]>>
!g = tensor<2x2x?x16xf32, #tc.dims<[2, 2, t, 16]>>
!s = tensor<2x4x?x?xf32, #tc.dims<[2, 4, s, t]>>
!m = tensor<?x?xi1, #tc.dims<[s, t]>>
!kt = tensor<2x4x16x?xf32, #tc.dims<[2, 4, 16, t]>>
module attributes {tc.version = "0.1", tc.sizes = {s = 6, t = 9}} {
fx.graph @main(%q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
    %r: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}}, %u: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}}, %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %v: !v {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %g: !g {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %m: !m {tc.init = {kind = "randint", low = 0, high = 2, stream = 5}})
    -> (!o, !o, !q, !o) {
  %causal = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, true) : (!q, !k, !v) -> !o
  %masked = fx.call "aten.scaled_dot_product_attention.default"(%r, %k, %v, %m, 0.0, false, scale = 0.2) : (!q, !k, !v, !m) -> !o
  %grouped = fx.call "aten.scaled_dot_product_attention.default"(%q, %g, %g, none, 0.0, true, enable_gqa = true) : (!q, !g, !g) -> !q
  %kt = fx.call "aten.transpose.int"(%k, 2, 3) : (!k) -> !kt
  %0 = fx.call "aten.matmul.default"(%u, %kt) : (!q, !kt) -> !s
  %1 = fx.call "aten.mul.Scalar"(%0, 0.3) : (!s) -> !s
  %p = fx.call "aten.softmax.int"(%1, -1) : (!s) -> !s
  %plain = fx.call "aten.matmul.default"(%p, %v) : (!s, !v) -> !o
  fx.output %causal, %masked, %grouped, %plain : !o, !o, !q, !o
}
}
