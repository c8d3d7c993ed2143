// The same in bf16, whose products GPUs stream on matrix units: no keys, no
// queries, one, blocks and what is left of them; rows that see nothing.
// SIZES: s = 5, t = 0 | s = 0, t = 5 | s = 1, t = 1 | s = 1, t = 100 | s = 70, t = 130 | s = 64, t = 64 | s = 130, t = 65
// EXPECT: passes = fx.graph(fx-functionalise),fx-to-prim, times = 4
!q = tensor<2x4x?x16xbf16, #tc.dims<[2, 4, s, 16]>>
!k = tensor<2x4x?x16xbf16, #tc.dims<[2, 4, t, 16]>>
!l = tensor<2x4x?xf32, #tc.dims<[2, 4, s]>>
!r = tensor<?xi1, #tc.dims<[s]>>
!m = tensor<?x?xi1, #tc.dims<[s, t]>>
module attributes {tc.version = "0.1", tc.sizes = {s = 6, t = 9}} {
fx.graph @main(%g: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
    %q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
    %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
    %v: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
    %o: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
    %l: !l {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
    %h: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
    %r: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
    %m: !m {tc.init = {kind = "randint", low = 0, high = 2, stream = 20}},
    %e: !r {tc.init = {kind = "randint", low = 0, high = 2, stream = 21}})
    -> (!q, !k, !k, !q, !k, !k) {
  %causal:3 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu_backward.default"(%g, %q, %k, %v, %o, %l, 0.0, true) : (!q, !q, !k, !k, !q, !l) -> (!q, !k, !k)
  %none = fx.call "aten.full_like.default"(%l, 0xFFF0000000000000) : (!l) -> !l
  %le = fx.call "aten.where.self"(%e, %l, %none) : (!r, !l, !l) -> !l
  %rows = fx.call "aten.unsqueeze.default"(%e, 1) : (!r) -> tensor<?x1xi1, #tc.dims<[s, 1]>>
  %seen = fx.call "aten.logical_and.default"(%m, %rows) : (!m, tensor<?x1xi1, #tc.dims<[s, 1]>>) -> !m
  %masked:3 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu_backward.default"(%h, %r, %k, %v, %o, %le, 0.0, false, attn_mask = %seen, scale = 0.2) : (!q, !q, !k, !k, !q, !l, !m) -> (!q, !k, !k)
  fx.output %causal#0, %causal#1, %causal#2, %masked#0, %masked#1, %masked#2 : !q, !k, !k, !q, !k, !k
}
}
