// The text of fx comes back as it went in.
// RUN: tc-opt %s | FileCheck %s
// RUN: tc-opt %s | tc-opt | FileCheck %s
// RUN: tc-opt %s --mlir-print-op-generic | tc-opt | FileCheck %s

prim.weight @"fc.weight" : tensor<10x16xf32> {init = {kind = "uniform", mean = 0.0, std = 0.25, stream = 3}}
prim.weight @state : tensor<16xf32> {mutated}

// CHECK-LABEL: fx.graph @main
// CHECK-SAME: (%x: tensor<?x16xf32, #tc.dims<[b, 16]>> {fx.name = "x"}) -> (tensor<?x10xf32, #tc.dims<[b, 10]>> {tc.ties = 0 : i64}) {
fx.graph @main(%x: tensor<?x16xf32, #tc.dims<[b, 16]>> {fx.name = "x"}) -> (tensor<?x10xf32, #tc.dims<[b, 10]>> {tc.ties = 0}) {
  // CHECK: fx.guard <1> "le" <b>
  fx.guard #tc.size<1> "le" #tc.size<b>
  // CHECK: %[[W:.*]] = fx.get_attr @fc.weight : tensor<10x16xf32>
  %w = fx.get_attr @"fc.weight" : tensor<10x16xf32>
  // CHECK: fx.call "aten.linear.default"(%{{.*}}, %[[W]], none) : (tensor<?x16xf32, #tc.dims<[b, 16]>>, tensor<10x16xf32>) -> tensor<?x10xf32, #tc.dims<[b, 10]>>
  %0 = fx.call "aten.linear.default"(%x, %w, none) : (tensor<?x16xf32, #tc.dims<[b, 16]>>, tensor<10x16xf32>) -> tensor<?x10xf32, #tc.dims<[b, 10]>>
  // CHECK: fx.call "aten.view.default"(%{{.*}}, [#tc.size<b>, 2, 5])
  %1 = fx.call "aten.view.default"(%0, [#tc.size<b>, 2, 5]) : (tensor<?x10xf32, #tc.dims<[b, 10]>>) -> tensor<?x2x5xf32, #tc.dims<[b, 2, 5]>>
  // CHECK: fx.call "aten.split.Tensor"(%{{.*}}, 1, 1) : ({{.*}}) -> (tensor<?x1x5xf32, #tc.dims<[b, 1, 5]>>, tensor<?x1x5xf32, #tc.dims<[b, 1, 5]>>)
  %2:2 = fx.call "aten.split.Tensor"(%1, 1, 1) : (tensor<?x2x5xf32, #tc.dims<[b, 2, 5]>>) -> (tensor<?x1x5xf32, #tc.dims<[b, 1, 5]>>, tensor<?x1x5xf32, #tc.dims<[b, 1, 5]>>)
  // CHECK: %[[C:.*]] = fx.call "aten.cat.default"([%{{.*}}#1, %{{.*}}#0], dim = -1) {note = "kept"} :
  %3 = fx.call "aten.cat.default"([%2#1, %2#0], dim = -1) {note = "kept"} : (tensor<?x1x5xf32, #tc.dims<[b, 1, 5]>>, tensor<?x1x5xf32, #tc.dims<[b, 1, 5]>>) -> tensor<?x10xf32, #tc.dims<[b, 10]>>
  // CHECK: fx.call "aten.add_.Tensor"(%[[C]], %[[C]], alpha = 2.500000e+00)
  %4 = fx.call "aten.add_.Tensor"(%3, %3, alpha = 2.5) : (tensor<?x10xf32, #tc.dims<[b, 10]>>, tensor<?x10xf32, #tc.dims<[b, 10]>>) -> tensor<?x10xf32, #tc.dims<[b, 10]>>
  // Every leaf there is.
  // CHECK: fx.call "ns.leaves"([], [%{{.*}}, none, []], true, false, none, -3, 7 : i32, 5.000000e-01, 0x7FF0000000000000 : f64, "a \22text\22", "key", f32, ui8, complex<f64>, #tc.size<2*s>, dim = [0, 1], dtype = bf16, "odd key" = 1)
  // CHECK-SAME: (tensor<?x10xf32, #tc.dims<[b, 10]>>) -> ()
  fx.call "ns.leaves"([], [%4, none, []], true, false, none, -3, 7 : i32, 0.5, 0x7FF0000000000000 : f64, "a \22text\22", "key", f32, ui8, complex<f64>, #tc.size<s + s>, dim = [0, 1], dtype = bf16, "odd key" = 1) : (tensor<?x10xf32, #tc.dims<[b, 10]>>) -> ()
  // CHECK: fx.call_method "relu"(%{{.*}})
  %5 = fx.call_method "relu"(%4) : (tensor<?x10xf32, #tc.dims<[b, 10]>>) -> tensor<?x10xf32, #tc.dims<[b, 10]>>
  // CHECK: fx.call_module "head.0"(x = %{{.*}})
  %6 = fx.call_module "head.0"(x = %5) : (tensor<?x10xf32, #tc.dims<[b, 10]>>) -> tensor<?x10xf32, #tc.dims<[b, 10]>>
  // CHECK: fx.output %{{.*}} : tensor<?x10xf32, #tc.dims<[b, 10]>>
  fx.output %6 : tensor<?x10xf32, #tc.dims<[b, 10]>>
}

// CHECK-LABEL: fx.graph private @nothing() attributes {a = 1 : i64} {
fx.graph private @nothing() attributes {a = 1} {
  fx.output
}
