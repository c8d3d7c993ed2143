// REQUIRES: avx512
// A sum of 352 steps in two parts of six blocks of 32: the last block of the
// second one has no steps, though blocks divide the sum.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: tc-compile %t.mlir --target=x86-64-v4,l2=32768,cores=2,features=amx-tile+amx-bf16 -o %t.so
// RUN: %{run_tiles} --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,l2=32768,cores=2,features=amx-tile+amx-bf16 | FileCheck %s
// CHECK: blocks = 6 : i64, {{.*}}parts = 2 : i64, {{.*}}steps = 32 : i64, {{.*}}unit = "amx.bf16x6"
func.func @main(%a: tensor<96x352xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %b: tensor<352x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<96x96xf32> {
  %0 = prim.dot_general %a, %b batch [], [] contract [1], [0] : tensor<96x352xf32>, tensor<352x96xf32>
  return %0 : tensor<96x96xf32>
}
