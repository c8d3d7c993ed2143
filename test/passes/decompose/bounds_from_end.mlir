// Symbolic bounds that PyTorch has found to be negative count from the end: the
// captured size says so. An index of unknown sign is index + n * (1 - min(1, max(0, index + 1))).
// RUN: tc-opt %s --tc-to-prim | FileCheck %s
// CHECK-LABEL: func.func @main(
// CHECK: prim.slice %arg0 <[min(n, max(-k + n, 0))]>
// CHECK: prim.slice %arg0 <[-n*min(max(-k + 1, 0), 1) - k + n]>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<?xf32, #tc.dims<[n]>>, %y: tensor<?xf32, #tc.dims<[k]>>) -> (tensor<?xf32, #tc.dims<[k]>>, tensor<f32>, tensor<?xf32, #tc.dims<[k]>>) {
  %0 = fx.call "aten.slice.Tensor"(%x, 0, #tc.size<-k>) : (tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[k]>>
  %1 = fx.call "aten.select.int"(%x, 0, #tc.size<-k>) : (tensor<?xf32, #tc.dims<[n]>>) -> tensor<f32>
  fx.output %0, %1, %y : tensor<?xf32, #tc.dims<[k]>>, tensor<f32>, tensor<?xf32, #tc.dims<[k]>>
}
}
