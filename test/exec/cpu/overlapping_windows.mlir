// Greatest elements of overlapping windows, by rows first (loop-windows): with
// borders, of every row, beyond the last row, of narrow floats, some NaN, and of
// tasks that have parts of a batch.
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so
// RUN: tc-run %t.so --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.so --check --guard --threads=3 --repeat=1
// RUN: tc-run %t.mlir --check --guard --repeat=1
// CHECK-COUNT-3: row.0 =
module attributes {tc.version = "0.1"} {
  fx.graph @main(%x: tensor<2x3x21x101xf32> {tc.init = {kind = "uniform", mean = 1.5, std = 1.0, stream = 1}}, %y: tensor<1x2x19x33xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %z: tensor<1x1x5x300xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}})
      -> (tensor<2x3x11x51xf32>, tensor<1x2x19x33xbf16>, tensor<1x1x3x151xf64>) {
    %r = fx.call "aten.sqrt.default"(%x) : (tensor<2x3x21x101xf32>) -> tensor<2x3x21x101xf32>
    %0 = fx.call "aten.max_pool2d.default"(%r, [3, 3], [2, 2], [1, 1]) : (tensor<2x3x21x101xf32>) -> tensor<2x3x11x51xf32>
    %1 = fx.call "aten.max_pool2d.default"(%y, [5, 5], [1, 1], [2, 2]) : (tensor<1x2x19x33xbf16>) -> tensor<1x2x19x33xbf16>
    %2 = fx.call "aten.max_pool2d.default"(%z, [2, 3], [2, 2], [0, 1], [1, 1], true) : (tensor<1x1x5x300xf64>) -> tensor<1x1x3x151xf64>
    fx.output %0, %1, %2 : tensor<2x3x11x51xf32>, tensor<1x2x19x33xbf16>, tensor<1x1x3x151xf64>
  }
}
