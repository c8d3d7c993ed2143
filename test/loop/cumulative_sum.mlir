// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s --pass-pipeline='builtin.module(fx.graph(fx-functionalise),fx-to-prim,canonicalize,cse,prim-to-loop,loop-fuse,cse)' | grep -c loop.launch | FileCheck %s --check-prefix=FUSED
// FUSED: {{^2$}}
// Cumulative sum with a prologue
// CPU: a task is a row or a chunk of rows, the running sum in a register. A row that lies along the scan is read in vectors, whose
//   lanes are combined in log2(lanes) steps that do not wait for the vector before. A combination of its own (running log-sum-exps:
//   maxima with sums of exponentials shifted by them) may be so if its region is seen to yield the same with its sides changed, and be
//   cut into chunks, too. Products of f32 are combined along four lanes at once, in f64 (docs/numerics.md, *running products*), not in
//   chunks. Few long rows are cut into chunks of 16,384 points in three phases: each chunk is combined, then those
//   before each, then each is scanned from there; the chunks do not depend on the number of threads.
// GPU: a block has a row, its threads a point each in each step (docs/ir/schedule.md, *rows*); a thread a column. Few
//   long rows are cut into chunks as on CPUs, each a block's: look-back would save a launch, but add up in an order that depends
//   on time.
// LAUNCHES: 1

loop.kernel @cumulative_sum(%x: tensor<3x10xf32>, %w: tensor<10xf32>) -> tensor<3x10xf32> iters(i = 3, j = 10) {
  %y = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : tensor<3x10xf32>, %b = %w[j] : tensor<10xf32>) -> tensor<3x10xf32> {
    %0 = prim.mul %a, %b : f32
    %1 = prim.abs %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %y : tensor<3x10xf32>
}

func.func @main(%x: tensor<3x10xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %w: tensor<10xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<3x10xf32> {
  %0 = loop.launch @cumulative_sum(%x, %w) : (tensor<3x10xf32>, tensor<10xf32>) -> tensor<3x10xf32>
  return %0 : tensor<3x10xf32>
}

fx.graph @reference(%x: tensor<3x10xf32>, %w: tensor<10xf32>) -> (tensor<3x10xf32>) {
  %0 = fx.call "aten.mul.Tensor"(%x, %w) : (tensor<3x10xf32>, tensor<10xf32>) -> tensor<3x10xf32>
  %1 = fx.call "aten.abs.default"(%0) : (tensor<3x10xf32>) -> tensor<3x10xf32>
  %2 = fx.call "aten.cumsum.default"(%1, 1) : (tensor<3x10xf32>) -> tensor<3x10xf32>
  fx.output %2 : tensor<3x10xf32>
}
