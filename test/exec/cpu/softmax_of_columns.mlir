// Softmax and log-softmax of columns, by blocks of rows (loop-block-exponentials):
// the statistics of blocks, of all, and what reads these are phases of their own.
// Two of one value share blocks, whose iterators are the same.
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4 | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so
// RUN: tc-run %t.so --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.so --check --guard --threads=3 --repeat=1
// RUN: tc-run %t.mlir --check --guard --repeat=1
// CHECK: d1 = 136, block.0 = 17, row.0 = 64)
// CHECK-SAME: stages = [0, 1, 6, 7], tasks = ["block.0"], vector = "d1"}
// CHECK-SAME: stages = [2, 8],
// CHECK-SAME: stages = [3, 9],
// CHECK-SAME: stages = [4], tasks = [], vector = "d1"}
// CHECK-SAME: stages = [5, 10], tasks = ["d0"], vector = "d1"}
// CHECK: d2 = 130, block.0 = 17, row.0 = 64)
// CHECK-SAME: stages = [0, 1], tasks = ["block.0", "d0"], vector = "d2"}
// CHECK-SAME: stages = [5], tasks = ["d0", "d1"], vector = "d2"}
module attributes {tc.version = "0.1"} {
  fx.graph @main(%x: tensor<1088x136xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 9.0, stream = 1}}, %y: tensor<2x1088x130xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 4.0, stream = 2}})
      -> (tensor<1088x136xf32>, tensor<1088x136xf32>, tensor<2x1088x130xbf16>) {
    %r = fx.call "aten.neg.default"(%x) : (tensor<1088x136xf32>) -> tensor<1088x136xf32>
    %0 = fx.call "aten.softmax.int"(%x, 0) : (tensor<1088x136xf32>) -> tensor<1088x136xf32>
    %1 = fx.call "aten.log_softmax.int"(%r, 0) : (tensor<1088x136xf32>) -> tensor<1088x136xf32>
    %2 = fx.call "aten.softmax.int"(%y, 1) : (tensor<2x1088x130xbf16>) -> tensor<2x1088x130xbf16>
    fx.output %0, %1, %2 : tensor<1088x136xf32>, tensor<1088x136xf32>, tensor<2x1088x130xbf16>
  }
}
