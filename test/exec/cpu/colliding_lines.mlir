// Rows of a weight whole pages apart, read side by side along a few points:
// tasks have a vector of rows, the last one of fewer (20 rows).
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v3 --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v3 | FileCheck %s
// CHECK: chunk = "d2", chunk_size = 8 : i64
fx.graph @main(%w: tensor<20x64x16xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %s: tensor<20x1x1xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %x: tensor<1x20x50xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> tensor<1x64x408xf32> {
  %n = fx.call "aten.mul.Tensor"(%w, %s) : (tensor<20x64x16xf32>, tensor<20x1x1xf32>) -> tensor<20x64x16xf32>
  %y = fx.call "aten.conv_transpose1d.default"(%x, %n, none, [8], [0], [0], 1, [1]) : (tensor<1x20x50xf32>, tensor<20x64x16xf32>) -> tensor<1x64x408xf32>
  fx.output %y : tensor<1x64x408xf32>
}
