// Products of one and of few rows with long rows of the other factor: each
// group of steps updates all columns of a strip. Steps and columns left over,
// f64, a batch, and a map behind; rows too many for it.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --target=x86-64-v3 --repeat=1
// RUN: tc-opt %s --pass-pipeline="builtin.module(tc-cpu,loop-schedule{target=x86-64-v4})" | FileCheck %s
// CHECK-COUNT-2: chunk_size = 512
func.func @main(%x: tensor<1x301xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %w: tensor<301x1403xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: tensor<3x301xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %a: tensor<2x5x70xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %b: tensor<2x70x517xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %z: tensor<13x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %v: tensor<20x1100xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
    -> (tensor<1x1403xf32>, tensor<3x1403xf32>, tensor<2x5x517xf64>, tensor<13x1100xf32>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<1x301xf32>, tensor<301x1403xf32>
  %1 = prim.exp %0 : tensor<1x1403xf32>
  %2 = prim.dot_general %y, %w batch [], [] contract [1], [0] : tensor<3x301xf32>, tensor<301x1403xf32>
  %3 = prim.dot_general %a, %b batch [0], [0] contract [2], [1] : tensor<2x5x70xf64>, tensor<2x70x517xf64>
  %4 = prim.dot_general %z, %v batch [], [] contract [1], [0] : tensor<13x20xf32>, tensor<20x1100xf32>
  return %1, %2, %3, %4 : tensor<1x1403xf32>, tensor<3x1403xf32>, tensor<2x5x517xf64>, tensor<13x1100xf32>
}
