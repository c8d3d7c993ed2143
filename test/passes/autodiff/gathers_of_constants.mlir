// The gradient of a gather at positions that are known: each element reads the
// slices of the cotangent that came from it. Positions that a caller gives, that
// are no elements, or of which one occurs very often, are scattered to.
// RUN: tc-opt %s --split-input-file --prim-autodiff --prim-simplify --canonicalize --cse | FileCheck %s
// RUN: tc-opt %s --split-input-file | awk '/^\/\/ -----/{exit} {print}' >%t.mlir && tc-run %t.mlir --grad

// From 5 elements each half as far apart: 3 slices are of element 0, 1 of 4.
// CHECK-LABEL: func.func @main.joint(
// CHECK-DAG: prim.constant dense<[0, 3, 5, 7, 9]> : tensor<5xi64>
// CHECK-DAG: prim.constant dense<[1, 4, 6, 8, 0]> : tensor<5xi64>
// CHECK-DAG: prim.constant dense<[true, true, true, true, false]> : tensor<5xi1>
// CHECK-DAG: prim.constant dense<[2, 0, 0, 0, 0]> : tensor<5xi64>
// CHECK-NOT: prim.index_put
// CHECK: return
func.func @main(%x: tensor<3x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> tensor<3x10xf32> {
  %half = prim.constant dense<0.5> : tensor<f32>
  %zero = prim.constant dense<0.0> : tensor<f32>
  %h = prim.broadcast_in_dim %half [] : tensor<f32> to tensor<10xf32>
  %z = prim.broadcast_in_dim %zero [] : tensor<f32> to tensor<10xf32>
  %i = prim.iota 0.0 : f32, 1.0 : f32 : tensor<10xf32>
  %c = prim.add %i, %h : tensor<10xf32>
  %m = prim.mul %c, %h : tensor<10xf32>
  %p = prim.sub %m, %h : tensor<10xf32>
  %q = prim.maximum %p, %z : tensor<10xf32>
  %f = prim.floor %q : tensor<10xf32>
  %at = prim.convert_element_type %f : tensor<10xf32> to tensor<10xi64>
  %y = prim.index %x[%at] [1] : tensor<3x5xf32>, tensor<10xi64>
  %t = prim.transpose %y [1, 0] : tensor<10x3xf32>
  %s = prim.sin %t : tensor<3x10xf32>
  return %s : tensor<3x10xf32>
}

// -----

// CHECK-LABEL: func.func @main.joint(
// CHECK: prim.index_put
func.func @main(%x: tensor<5x3xf32>, %i: tensor<10xi64>) -> tensor<10x3xf32> {
  %y = prim.index %x[%i] [0] : tensor<5x3xf32>, tensor<10xi64>
  return %y : tensor<10x3xf32>
}

// -----

// The last position is behind the end: an error of the call.
// CHECK-LABEL: func.func @main.joint(
// CHECK: prim.index_put
func.func @main(%x: tensor<5x3xf32>) -> tensor<6x3xf32> {
  %i = prim.iota 0 : i64, 1 : i64 : tensor<6xi64>
  %y = prim.index %x[%i] [0] : tensor<5x3xf32>, tensor<6xi64>
  return %y : tensor<6x3xf32>
}

// -----

// 17 times the same.
// CHECK-LABEL: func.func @main.joint(
// CHECK: prim.index_put
func.func @main(%x: tensor<2x3xf32>) -> tensor<17x3xf32> {
  %c = prim.constant dense<1> : tensor<i64>
  %i = prim.broadcast_in_dim %c [] : tensor<i64> to tensor<17xi64>
  %y = prim.index %x[%i] [0] : tensor<2x3xf32>, tensor<17xi64>
  return %y : tensor<17x3xf32>
}

// -----

// Four times the same of 16: most terms would be empty.
// CHECK-LABEL: func.func @main.joint(
// CHECK: prim.index_put
func.func @main(%x: tensor<16x3xf32>) -> tensor<4x3xf32> {
  %c = prim.constant dense<1> : tensor<i64>
  %i = prim.broadcast_in_dim %c [] : tensor<i64> to tensor<4xi64>
  %y = prim.index %x[%i] [0] : tensor<16x3xf32>, tensor<4xi64>
  return %y : tensor<4x3xf32>
}
