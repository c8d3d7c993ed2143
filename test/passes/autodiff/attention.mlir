// Attention through prim-autodiff: forward saves two numbers a row, backward
// recomputes the scores, and both halves are streamed.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc-to-prim,func.func(prim-simplify{disable=dotOfWidened,whereOrdered}),prim-autodiff{results=0 wrt=all unit=false},tc-clean-up,func.func(prim-simplify),prim-partition)' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc-to-prim,func.func(prim-simplify{disable=dotOfWidened,whereOrdered}),prim-autodiff{results=0 wrt=all unit=false},tc-clean-up,func.func(prim-simplify),prim-partition,tc-select-entry{entry=main.forward},tc-cpu)' | FileCheck %s --check-prefix=FORWARD
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(tc-to-prim,func.func(prim-simplify{disable=dotOfWidened,whereOrdered}),prim-autodiff{results=0 wrt=all unit=false},tc-clean-up,func.func(prim-simplify),prim-partition,tc-select-entry{entry=main.backward},tc-cpu)' | FileCheck %s --check-prefix=BACKWARD

!x = tensor<2x4x1024x64xf32>

// 2 x 4 x 1024 rows of two numbers; what backward reads would be n^2.
// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: tc.saved_bytes = #tc.size<65536>
// CHECK-LABEL: func.func @main.backward(
// CHECK: %[[S:.*]] = prim.dot_general %{{.*}} : tensor<2x4x1024x64xf32>, tensor<2x4x1024x64xf32>
// CHECK: prim.exp
// One division a row, and the rows' sums over 64 features, not over keys.
// CHECK-NOT: prim.div
// CHECK-NOT: prim.sum {{.*}} : tensor<2x4x1024x1024xf32>
// CHECK: return
// FORWARD-LABEL: func.func @main(
// FORWARD-SAME: loop.arena = #tc.size<0>
// FORWARD-NEXT: loop.launch
// FORWARD-NEXT: return
// One kernel sums over keys, one over queries; the arena holds rows.
// BACKWARD-LABEL: func.func @main(
// BACKWARD-SAME: loop.arena = #tc.size<65536>
// BACKWARD: loop.launch {{.*}} -> tensor<2x4x1024xf32>
// BACKWARD-NEXT: loop.launch {{.*}} -> tensor<2x4x1024xf32>
// BACKWARD-NEXT: loop.launch {{.*}} -> tensor<2x4x1024x64xf32>
// BACKWARD-NEXT: loop.launch {{.*}} -> (tensor<2x4x1024x64xf32>, tensor<2x4x1024x64xf32>)
// BACKWARD-NEXT: return
fx.graph @main(%q: !x, %k: !x, %v: !x) -> (!x) {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, true) : (!x, !x, !x) -> !x
  fx.output %0 : !x
}

// -----

// In bf16 all products of backward are of narrow floats.
!x = tensor<2x4x1024x64xbf16>
// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: tc.saved_bytes = #tc.size<65536>
// CHECK-LABEL: func.func @main.backward(
// CHECK-NOT: prim.dot_general {{.*}}xf32>
// CHECK: return
// FORWARD-LABEL: func.func @main(
// FORWARD-SAME: loop.arena = #tc.size<0>
// BACKWARD-LABEL: func.func @main(
// BACKWARD-SAME: loop.arena = #tc.size<65536>
fx.graph @main(%q: !x, %k: !x, %v: !x) -> (!x) {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v) : (!x, !x, !x) -> !x
  fx.output %0 : !x
}

// -----

// No name is known: formulas, of sizes that vary.
!x = tensor<?x?x?x64xf32, #tc.dims<[b, h, n, 64]>>
!t = tensor<?x?x64x?xf32, #tc.dims<[b, h, 64, n]>>
!s = tensor<?x?x?x?xf32, #tc.dims<[b, h, n, n]>>
// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: tc.saved_bytes = #tc.size<8*b*h*n>
// FORWARD-LABEL: func.func @main(
// FORWARD-SAME: loop.arena = #tc.size<0>
// BACKWARD-LABEL: func.func @main(
// BACKWARD-NOT: -> tensor<?x?x?x?xf32
// BACKWARD: return
fx.graph @main(%q: !x, %k: !x, %v: !x) -> (!x) {
  %0 = fx.call "aten.transpose.int"(%k, -2, -1) : (!x) -> !t
  %1 = fx.call "aten.matmul.default"(%q, %0) : (!x, !t) -> !s
  %2 = fx.call "aten.div.Tensor"(%1, 8.0) : (!s) -> !s
  %3 = fx.call "aten.softmax.int"(%2, -1) : (!s) -> !s
  %4 = fx.call "aten.matmul.default"(%3, %v) : (!s, !x) -> !x
  fx.output %4 : !x
}

// -----

// Heads that share keys: the keys' gradients sum over queries and heads.
!x = tensor<2x8x1024x64xf32>
!k = tensor<2x2x1024x64xf32>
// CHECK-LABEL: func.func @main.forward(
// BACKWARD-LABEL: func.func @main(
// BACKWARD-NOT: -> tensor<2x2x4x1024x1024xf32>
// BACKWARD: loop.launch {{.*}} -> (tensor<2x2x{{64x1024|1024x64}}xf32>, tensor<2x2x{{64x1024|1024x64}}xf32>)
// BACKWARD: return
fx.graph @main(%q: !x, %k: !k, %v: !k) -> (!x) {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, true, enable_gqa = true) : (!x, !k, !k) -> !x
  fx.output %0 : !x
}

// -----

// Scores that are rounded before the exponential are saved: in another order of
// their sums they would be rounded to other numbers.
!x = tensor<2x4x1024x64xbf16>
!t = tensor<2x4x64x1024xbf16>
!s = tensor<2x4x1024x1024xbf16>
// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: tc.saved_bytes = #tc.size<16842752>
// CHECK-LABEL: func.func @main.backward(
// CHECK-SAME: tensor<2x4x1024x1024xbf16>
fx.graph @main(%q: !x, %k: !x, %v: !x) -> (!x) {
  %0 = fx.call "aten.transpose.int"(%k, -2, -1) : (!x) -> !t
  %1 = fx.call "aten.matmul.default"(%q, %0) : (!x, !t) -> !s
  %2 = fx.call "aten.softmax.int"(%1, -1) : (!s) -> !s
  %3 = fx.call "aten.matmul.default"(%2, %v) : (!s, !x) -> !x
  fx.output %3 : !x
}

// -----

// Few keys: the probabilities are no larger than what they are computed from.
!x = tensor<2x4x128x64xf32>
// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: -> (tensor<2x4x128x64xf32>, tensor<2x4x128x128xf32>
fx.graph @main(%q: !x, %k: !x, %v: !x) -> (!x) {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v) : (!x, !x, !x) -> !x
  fx.output %0 : !x
}

// -----

// What is added in bf16 is saved as it is, not the product: code may round
// such sums or not.
!x = tensor<2x4x128x64xbf16>
!t = tensor<2x4x64x128xbf16>
!s = tensor<2x4x128x128xbf16>
// CHECK-LABEL: func.func @main.forward(
// CHECK: %[[S:.*]] = prim.add %{{.*}} : tensor<2x4x128x128xbf16>
// CHECK: return %{{.*}}, %[[S]], %
// CHECK-LABEL: func.func @main.backward(
// CHECK-NOT: prim.add {{.*}}xbf16>
// CHECK: prim.exp
fx.graph @main(%q: !x, %k: !x, %v: !x, %m: !s) -> (!x) {
  %0 = fx.call "aten.transpose.int"(%k, -2, -1) : (!x) -> !t
  %1 = fx.call "aten.matmul.default"(%q, %0) : (!x, !t) -> !s
  %2 = fx.call "aten.add.Tensor"(%1, %m) : (!s, !s) -> !s
  %3 = fx.call "aten.softmax.int"(%2, -1) : (!s) -> !s
  %4 = fx.call "aten.matmul.default"(%3, %v) : (!s, !x) -> !x
  fx.output %4 : !x
}

// -----

// A quotient that is rounded before an exponential is recomputed as a quotient.
!x = tensor<2x4x128x64xbf16>
!t = tensor<2x4x64x128xbf16>
!s = tensor<2x4x128x128xbf16>
// CHECK-LABEL: func.func @main.backward(
// CHECK-NOT: prim.reciprocal {{.*}} : tensor<f32>
// CHECK: prim.div {{.*}} : tensor<2x4x128x128xf32>
// CHECK-NEXT: prim.convert_element_type {{.*}} to tensor<2x4x128x128xbf16>
fx.graph @main(%q: !x, %k: !x, %v: !x) -> (!x) {
  %0 = fx.call "aten.transpose.int"(%k, -2, -1) : (!x) -> !t
  %1 = fx.call "aten.matmul.default"(%q, %0) : (!x, !t) -> !s
  %2 = fx.call "aten.div.Tensor"(%1, 7.0) : (!s) -> !s
  %3 = fx.call "aten.softmax.int"(%2, -1) : (!s) -> !s
  %4 = fx.call "aten.matmul.default"(%3, %v) : (!s, !x) -> !x
  fx.output %4 : !x
}
