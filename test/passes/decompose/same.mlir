// Attention as PyTorch spells it on its GPUs, forward and backward: what it is
// on CPUs. Results that a call does not fill (seeds, sizes of sequences) are
// read by nobody.
// RUN: tc-interpret %s --pipeline=tc-to-prim --same-as=reference | FileCheck %s
// CHECK-COUNT-10: same:
!q = tensor<2x3x7x8xf32>
!k = tensor<2x3x9x8xf32>
!l = tensor<2x3x7xf32>
!n = tensor<0xi32>
!s = tensor<0xi64>
!b = tensor<7x9xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%g: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %v: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %none: !n {tc.init = {kind = "constant", value = 0}}, %seed: !s {tc.init = {kind = "constant", value = 0}}, %bias: !b {tc.init = {kind = "constant", value = 0.0}}) -> (!q, !l, !q, !l, !q, !k, !k, !q, !k, !k) {
  %a:9 = fx.call "aten._scaled_dot_product_flash_attention.default"(%q, %k, %v) : (!q, !k, !k) -> (!q, !l, !n, !n, i64, i64, tensor<2xi64>, !s, tensor<0xf32>)
  %b:9 = fx.call "aten._scaled_dot_product_cudnn_attention.default"(%q, %k, %v, none, true) : (!q, !k, !k) -> (!q, !l, !n, !n, i64, i64, !s, !s, tensor<0xf32>)
  %c:3 = fx.call "aten._scaled_dot_product_flash_attention_backward.default"(%g, %q, %k, %v, %a#0, %a#1, %none, %none, 7, 9, 0.0, false, %seed, %seed) : (!q, !q, !k, !k, !q, !l, !n, !n, !s, !s) -> (!q, !k, !k)
  %d:3 = fx.call "aten._scaled_dot_product_cudnn_attention_backward.default"(%g, %q, %k, %v, %b#0, %b#1, %seed, %seed, %bias, %none, %none, 7, 9, 0.0, false) : (!q, !q, !k, !k, !q, !l, !s, !s, !b, !n, !n) -> (!q, !k, !k)
  fx.output %a#0, %a#1, %b#0, %b#1, %c#0, %c#1, %c#2, %d#0, %d#1, %d#2 : !q, !l, !q, !l, !q, !k, !k, !q, !k, !k
}
fx.graph @reference(%g: !q, %q: !q, %k: !k, %v: !k, %none: !n, %seed: !s, %bias: !b) -> (!q, !l, !q, !l, !q, !k, !k, !q, !k, !k) {
  %a:2 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu.default"(%q, %k, %v) : (!q, !k, !k) -> (!q, !l)
  %c:3 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu_backward.default"(%g, %q, %k, %v, %a#0, %a#1, 0.0, false) : (!q, !q, !k, !k, !q, !l) -> (!q, !k, !k)
  fx.output %a#0, %a#1, %a#0, %a#1, %c#0, %c#1, %c#2, %c#0, %c#1, %c#2 : !q, !l, !q, !l, !q, !k, !k, !q, !k, !k
}
}
