// A streamed kernel whose lanes' iterator is one of the tasks: nothing is
// vectorised along the streamed points, of which the last block has 6 of 64.
// Reads of the others would be outside of memory.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-opt %t.mlir --tc-cpu --loop-schedule | sed -e 's/nests = \[\({[^}]*}\(, \)*\)*\], //' -e 's/chunk = "\([a-z0-9]*\)", chunk_size = [0-9]* : i64, \(.*\)tasks = \[\([^]]*\)\]/\2tasks = [\3, "\1"]/' > %t.tasks.mlir
// RUN: FileCheck %s < %t.tasks.mlir
// RUN: tc-compile %t.tasks.mlir --pipeline=loop-plan-memory -o %t.so
// RUN: tc-run %t.so --check --guard --threads=1 --repeat=1
// CHECK: tasks = ["d0", "d1", "[[LANES:.*]]"], vector = "[[LANES]]"}]}, loop.stream
!q = tensor<1x2x40x16xf32>
!k = tensor<1x2x70x16xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
    %v: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> !q {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, false) : (!q, !k, !k) -> !q
  fx.output %0 : !q
}
}
