// REQUIRES: avx512
// Sums of 1,200,000 equal terms in slices, in blocks that are added up: all
// roundings of a block go one way, those of so many steps would exceed the bound.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: env TC_NUMBERS=cpu_few_rows=1,cpu_slices_gain=10000,cpu_slices_pack=1 tc-compile %t.mlir --target=x86-64-v4,l2=2097152,cores=1,features=amx-tile+amx-bf16 -o %t.so
// RUN: %{run_tiles} --check --guard --repeat=1
// RUN: env TC_NUMBERS=cpu_few_rows=1,cpu_slices_gain=10000,cpu_slices_pack=1 tc-opt %s --loop-schedule=target=x86-64-v4,l2=2097152,cores=1,features=amx-tile+amx-bf16 | FileCheck %s
// CHECK: unit = "amx.bf16x6"
module attributes {tc.version = "0.1"} {
loop.kernel @sums(%x: tensor<4x1200000xf32>, %w: tensor<32xf32>) -> tensor<4x32xf32> iters(i = 4, j = 32, k = 1200000) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<4x1200000xf32>, %b = %w[j] : tensor<32xf32>) -> tensor<4x32xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<4x32xf32>
}
func.func @main(%x: tensor<4x1200000xf32> {tc.init = {kind = "constant", value = 1.1}},
                %w: tensor<32xf32> {tc.init = {kind = "uniform", mean = 1.5, std = 0.2, stream = 1}}) -> tensor<4x32xf32> {
  %0 = loop.launch @sums(%x, %w) : (tensor<4x1200000xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  return %0 : tensor<4x32xf32>
}
}
