// A view that divides symbolic sizes: what PyTorch has guarded is checked by a
// cast of one dimension, or of all in one. A product that can never be is an error.
// RUN: split-file %s %t
// RUN: tc-opt %t/good.mlir --fx-to-prim | FileCheck %t/good.mlir
// RUN: not tc-opt %t/bad.mlir --fx-to-prim 2>&1 | FileCheck %t/bad.mlir
// RUN: tc-interpret %t/run.mlir --pipeline=tc-to-prim --same-as=reference | FileCheck %t/run.mlir

//--- good.mlir
module attributes {tc.version = "0.1"} {
// CHECK-LABEL: @one
// CHECK: %[[C:.*]] = prim.cast_sizes %{{.*}} : tensor<?x?xf32, #tc.dims<[b, n]>> to tensor<?x?xf32, #tc.dims<[b, 2*floordiv(n, 2)]>>
// CHECK: prim.reshape %[[C]]
// CHECK-SAME: #tc.dims<[b, 2, floordiv(n, 2)]>>
fx.graph @one(%x: tensor<?x?xf32, #tc.dims<[b, n]>>) -> tensor<?x2x?xf32, #tc.dims<[b, 2, floordiv(n, 2)]>> {
  %y = fx.call "aten.view.default"(%x, [#tc.size<b>, 2, -1]) : (tensor<?x?xf32, #tc.dims<[b, n]>>) -> tensor<?x2x?xf32, #tc.dims<[b, 2, floordiv(n, 2)]>>
  fx.output %y : tensor<?x2x?xf32, #tc.dims<[b, 2, floordiv(n, 2)]>>
}
// CHECK-LABEL: @all
// CHECK: %[[F:.*]] = prim.reshape
// CHECK: %[[C:.*]] = prim.cast_sizes %[[F]] : tensor<?xf32, #tc.dims<[{{.*}}]>> to tensor<?xf32, #tc.dims<[6*floordiv({{.*}}, 6)]>>
// CHECK: prim.reshape %[[C]]
fx.graph @all(%x: tensor<?x?xf32, #tc.dims<[b, n]>>) -> tensor<?x6xf32, #tc.dims<[floordiv(b*n, 6), 6]>> {
  %y = fx.call "aten.view.default"(%x, [-1, 6]) : (tensor<?x?xf32, #tc.dims<[b, n]>>) -> tensor<?x6xf32, #tc.dims<[floordiv(b*n, 6), 6]>>
  fx.output %y : tensor<?x6xf32, #tc.dims<[floordiv(b*n, 6), 6]>>
}
// CHECK-LABEL: @unflatten
// CHECK: prim.cast_sizes {{.*}} to tensor<?x?xf32, #tc.dims<[b, 3*floordiv(n, 3)]>>
fx.graph @unflatten(%x: tensor<?x?xf32, #tc.dims<[b, n]>>) -> tensor<?x3x?xf32, #tc.dims<[b, 3, floordiv(n, 3)]>> {
  %y = fx.call "aten.unflatten.int"(%x, 1, [3, -1]) : (tensor<?x?xf32, #tc.dims<[b, n]>>) -> tensor<?x3x?xf32, #tc.dims<[b, 3, floordiv(n, 3)]>>
  fx.output %y : tensor<?x3x?xf32, #tc.dims<[b, 3, floordiv(n, 3)]>>
}
}

//--- bad.mlir
module attributes {tc.version = "0.1"} {
// CHECK: TC-0222
fx.graph @main(%x: tensor<4xf32>) -> tensor<2x3xf32> {
  %y = fx.call "aten.view.default"(%x, [2, 3]) : (tensor<4xf32>) -> tensor<2x3xf32>
  fx.output %y : tensor<2x3xf32>
}
}

//--- run.mlir
// CHECK: same:
module attributes {tc.version = "0.1", tc.sizes = {b = 3, n = 4}} {
fx.graph @main(%x: tensor<?x?xf32, #tc.dims<[b, n]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> tensor<?x6xf32, #tc.dims<[floordiv(b*n, 6), 6]>> {
  %y = fx.call "aten.view.default"(%x, [-1, 6]) : (tensor<?x?xf32, #tc.dims<[b, n]>>) -> tensor<?x6xf32, #tc.dims<[floordiv(b*n, 6), 6]>>
  fx.output %y : tensor<?x6xf32, #tc.dims<[floordiv(b*n, 6), 6]>>
}
fx.graph @reference(%x: tensor<?x?xf32, #tc.dims<[b, n]>>) -> tensor<?x6xf32, #tc.dims<[floordiv(b*n, 6), 6]>> {
  %z = fx.call "aten.view.default"(%x, [-1]) : (tensor<?x?xf32, #tc.dims<[b, n]>>) -> tensor<?xf32, #tc.dims<[b*n]>>
  %w = fx.call "aten.slice.Tensor"(%z, 0, 0, 12) : (tensor<?xf32, #tc.dims<[b*n]>>) -> tensor<?xf32, #tc.dims<[min(12, b*n)]>>
  %y = fx.call "aten.view.default"(%w, [-1, 6]) : (tensor<?xf32, #tc.dims<[min(12, b*n)]>>) -> tensor<?x6xf32, #tc.dims<[floordiv(b*n, 6), 6]>>
  fx.output %y : tensor<?x6xf32, #tc.dims<[floordiv(b*n, 6), 6]>>
}
}
