// Reductions of one value that run over two iterators, since another does, give
// what they gave before (sums of odd integers are exact).
// RUN: tc-opt %s "--pass-pipeline=builtin.module(prim-to-loop,loop-fuse{stream=true otherwise=cuda,tune=sm_90a})" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: tc-interpret %s --print > %t.prims
// RUN: tc-interpret %t.mlir --print | cmp - %t.prims

// CHECK-COUNT-2: loop.reduce (d1) over (d2, d3) [add]
func.func @main(%dy: tensor<24x16xf32> {tc.init = {kind = "odd", stream = 1 : i64}}, %x: tensor<4x6x16xf32> {tc.init = {kind = "odd", stream = 2 : i64}}) -> (tensor<16xf32>, tensor<16xf32>, tensor<24xf32>) {
  %0 = prim.reshape %dy : tensor<24x16xf32> to tensor<4x6x16xf32>
  %1 = prim.mul %0, %x : tensor<4x6x16xf32>
  %2 = prim.sum %1 [0, 1] : tensor<4x6x16xf32>
  %3 = prim.sum %dy [0] : tensor<24x16xf32>
  %4 = prim.sum %dy [1] : tensor<24x16xf32>
  return %2, %3, %4 : tensor<16xf32>, tensor<16xf32>, tensor<24xf32>
}
