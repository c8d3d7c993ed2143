// Positions of the greatest elements of windows, which vectors look for once
// these are known (prim-to-loop{find-positions}): of equals, zeros of both signs
// among them, the first; of NaNs the last; of windows of nothing but -inf, and of
// those that reach beyond an edge, one inside; of whole numbers. What is computed
// before is a result, too: a launch whose positions depend on how it rounds a root
// or a logarithm could not be judged.
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so
// RUN: tc-run %t.so --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.so --check --guard --threads=3 --repeat=1
// RUN: tc-run %t.mlir --check --guard --repeat=1
// CHECK-NOT: [custom]
// CHECK-COUNT-4: [min]
module attributes {tc.version = "0.1"} {
  fx.graph @main(%x: tensor<2x3x21x37xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %y: tensor<1x2x9x33xbf16> {tc.init = {kind = "uniform", mean = 1.0, std = 1.0, stream = 2}}, %z: tensor<1x3x9x40xf64> {tc.init = {kind = "uniform", mean = -1.0, std = 1.0, stream = 3}})
      -> (tensor<2x3x11x19xf32>, tensor<2x3x11x19xi64>, tensor<1x2x9x33xbf16>, tensor<1x2x9x33xi64>, tensor<1x3x5x21xf64>, tensor<1x3x5x21xi64>, tensor<2x3x10x18xi64>, tensor<2x3x10x18xi64>, tensor<1x2x9x33xbf16>, tensor<1x3x9x40xf64>) {
    %t = fx.call "aten.trunc.default"(%x) : (tensor<2x3x21x37xf32>) -> tensor<2x3x21x37xf32>
    %n = fx.call "aten.sqrt.default"(%y) : (tensor<1x2x9x33xbf16>) -> tensor<1x2x9x33xbf16>
    %r = fx.call "aten.relu.default"(%z) : (tensor<1x3x9x40xf64>) -> tensor<1x3x9x40xf64>
    %l = fx.call "aten.log.default"(%r) : (tensor<1x3x9x40xf64>) -> tensor<1x3x9x40xf64>
    %i = fx.call "aten._to_copy.default"(%t, dtype = i64) : (tensor<2x3x21x37xf32>) -> tensor<2x3x21x37xi64>
    %0:2 = fx.call "aten.max_pool2d_with_indices.default"(%t, [3, 3], [2, 2], [1, 1]) : (tensor<2x3x21x37xf32>) -> (tensor<2x3x11x19xf32>, tensor<2x3x11x19xi64>)
    %1:2 = fx.call "aten.max_pool2d_with_indices.default"(%n, [5, 5], [1, 1], [2, 2]) : (tensor<1x2x9x33xbf16>) -> (tensor<1x2x9x33xbf16>, tensor<1x2x9x33xi64>)
    %2:2 = fx.call "aten.max_pool2d_with_indices.default"(%l, [2, 3], [2, 2], [0, 1], [1, 1], true) : (tensor<1x3x9x40xf64>) -> (tensor<1x3x5x21xf64>, tensor<1x3x5x21xi64>)
    %3:2 = fx.call "aten.max_pool2d_with_indices.default"(%i, [2, 2], [2, 2]) : (tensor<2x3x21x37xi64>) -> (tensor<2x3x10x18xi64>, tensor<2x3x10x18xi64>)
    fx.output %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %n, %l : tensor<2x3x11x19xf32>, tensor<2x3x11x19xi64>, tensor<1x2x9x33xbf16>, tensor<1x2x9x33xi64>, tensor<1x3x5x21xf64>, tensor<1x3x5x21xi64>, tensor<2x3x10x18xi64>, tensor<2x3x10x18xi64>, tensor<1x2x9x33xbf16>, tensor<1x3x9x40xf64>
  }
}
