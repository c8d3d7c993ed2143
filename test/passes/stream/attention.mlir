// Attention in the forms that models use is one kernel each, in blocks of 64
// keys; what the mask's indices say of blocks stands in `loop.stream`.
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// RUN: tc-opt %s --tc-cpu | FileCheck %s --check-prefix=LAUNCHES
// In f32 the terms are multiplied as they are: no error may be large beside them.
// RUN: tc-opt %s --tc-cpu | FileCheck %s --check-prefix=TERMS
// TERMS-NOT: tc.absolute
// The scores are never held: no launch has memory besides its result.
// LAUNCHES-COUNT-4: loop.launch {{.*}} {loop.places = [{result = {{[0-9]}} : i64}]}
// LAUNCHES-NOT: loop.launch
// CHECK: loop.stream = {block = "{{.*}}", extent = #tc.size<t>, most = [#tc.size<{{d[0-9]+}}>], point =
// CHECK: loop.for
// CHECK: loop.stream = {block = "{{.*}}", extent = #tc.size<t>, point =
// CHECK: loop.for
// CHECK: loop.stream = {block = "{{.*}}", extent = #tc.size<t>, most = [#tc.size<{{d[0-9]+}}>], point =
// CHECK: loop.for
// CHECK: loop.stream = {block = "{{.*}}", extent = #tc.size<t>, point =
// CHECK: loop.for
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
