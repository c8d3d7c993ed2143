// Rows that the second cache does not keep are cut into blocks, each of which
// reads all panels once: 25 blocks of rows by halves of the panels. Each task of
// one panel would read them all.
// RUN: tc-opt %s --tc-cpu --loop-to-cpu --canonicalize --cse | FileCheck %s
// CHECK: call @[[K:.*_dot_general]](%{{.*}}, %c0_i64, %c50_i64)
// CHECK: func.func private @[[K]](
// CHECK: arith.remui %{{.*}}, %c25_i64
// CHECK: arith.remui %{{.*}}, %c2_i64
module attributes {tc.version = "0.1", tc.target = "x86-64-v3,l2=524288,l3=33554432,cores=16"} {
prim.weight @w : tensor<2304x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 11}}
func.func @main(%x: tensor<2048x768xf32>) -> tensor<2048x2304xf32> {
  %w = prim.get_weight @w : tensor<2304x768xf32>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<2048x768xf32>, tensor<2304x768xf32>
  func.return %0 : tensor<2048x2304xf32>
}
}
