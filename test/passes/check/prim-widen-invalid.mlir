// RUN: not tc-opt %s --prim-widen 2>&1 | FileCheck %s
// CHECK: error: 'prim.bitcast' op [TC-4204] prim-widen: has no meaning of its own in f64
func.func @main(%x: tensor<4xf32>) -> tensor<4xi32> {
  %0 = prim.bitcast %x : tensor<4xf32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}
