// Maps of a streamed product's sums are computed of them in registers, block by
// block: exponentials, and the additions to what the loop carries, in place. Of
// 50 queries the last ones are no whole vector, of 70 keys the last block has 6
// points, heads of 6 are a block of six rows, not of four.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-opt %t.mlir --tc-cpu --loop-schedule=target=x86-64-v3 > %t.chosen.mlir
// RUN: FileCheck %s < %t.chosen.mlir
// RUN: tc-compile %t.chosen.mlir --target=x86-64-v3 --pipeline=loop-plan-memory -o %t.so
// RUN: tc-run %t.so --check --guard --threads=1 --repeat=1
// Rows that a block computes again would be added twice: an update is not
// there. What is read of a schedule that says so is refused.
// RUN: sed -e 's/rows = 6 : i64, stages = \[7, 8, 9\]/rows = 4 : i64, stages = [7, 8, 9]/' %t.chosen.mlir > %t.rows.mlir
// RUN: not tc-opt %t.rows.mlir --loop-schedule=target=x86-64-v3 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: stage 9 can't stand where it does
// dQ: scores; dP with what is made of both; dS K, added.
// CHECK: {columns = 4 : i64, rows = 4 : i64, stages = [4]}, {columns = 4 : i64, rows = 4 : i64, stages = [5, 6]}, {columns = 4 : i64, rows = 6 : i64, stages = [7, 8, 9]}
// dK and dV.
// CHECK: {columns = 4 : i64, rows = 6 : i64, stages = [5, 6]}, {columns = 4 : i64, rows = 6 : i64, stages = [7, 8]}, {columns = 4 : i64, rows = 6 : i64, stages = [9, 10, 13]}, {columns = 4 : i64, rows = 6 : i64, stages = [11, 12, 14]}
!q = tensor<1x2x50x6xf32>
!k = tensor<1x2x70x6xf32>
!l = tensor<1x2x50xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%g: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
    %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %v: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
    %o: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %l: !l {tc.init = {kind = "uniform", mean = 5.0, std = 1.0, stream = 6}}) -> (!q, !k, !k) {
  %0:3 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu_backward.default"(%g, %q, %k, %v, %o, %l, 0.0, false) : (!q, !q, !k, !k, !q, !l) -> (!q, !k, !k)
  fx.output %0#0, %0#1, %0#2 : !q, !k, !k
}
}
