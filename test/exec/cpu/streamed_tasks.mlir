// Streamed kernels in other tasks than the chosen ones. Without a chunk of lanes
// scratch has no room behind the last row, so its lanes are masked; with several
// heads in a task keys of each are widened, not those of the first.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-opt %t.mlir --tc-cpu --loop-schedule=target=x86-64-v3 > %t.chosen.mlir
// RUN: sed -e 's/chunk = "[a-z0-9]*", chunk_size = [0-9]* : i64, //' %t.chosen.mlir > %t.rows.mlir
// RUN: FileCheck %s --check-prefix=ROWS < %t.rows.mlir
// RUN: tc-compile %t.rows.mlir --target=x86-64-v3 --pipeline=loop-plan-memory -o %t.so
// RUN: tc-run %t.so --check --guard --threads=1 --repeat=1
// RUN: sed -e 's/tasks = \["d0", "d1"\]/tasks = ["d0"]/' %t.chosen.mlir > %t.heads.mlir
// RUN: FileCheck %s --check-prefix=HEADS < %t.heads.mlir
// RUN: tc-compile %t.heads.mlir --target=x86-64-v3 --pipeline=loop-plan-memory -o %t.so
// RUN: tc-run %t.so --check --guard --threads=1 --repeat=1
// ROWS-COUNT-2: {grain = 1 : i64, {{.*}}tasks = ["d0", "d1"], vector = "{{.*}}"}]}, loop.stream
// HEADS-COUNT-2: chunk = {{.*}}tasks = ["d0"], vector = "{{.*}}"}]}, loop.stream
!q = tensor<1x2x40x16xf32>
!k = tensor<1x2x70x16xf32>
!r = tensor<1x2x40x16xbf16>
!l = tensor<1x2x70x16xbf16>
module attributes {tc.version = "0.1"} {
fx.graph @main(%q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
    %v: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %r: !r {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
    %l: !l {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %w: !l {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}}) -> (!q, !r) {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, false) : (!q, !k, !k) -> !q
  %1 = fx.call "aten.scaled_dot_product_attention.default"(%r, %l, %w, none, 0.0, false) : (!r, !l, !l) -> !r
  fx.output %0, %1 : !q, !r
}
}
