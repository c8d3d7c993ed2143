// Rows of a batch in segments (row_segments.mlir), of matrices that are a panel
// each as they lie: tasks pack them nevertheless, since the tiles of a segment
// are at several points of the batch while they read a panel.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s
// RUN: tc-run %s --check --guard --repeat=1 --target=x86-64-v3
// RUN: sed 's/iters(b = 9, i = 16, j = 8, k = 16)/& attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 12, panels = 1, rows = 12, vectors = 1, segments = "b", columns_from = "panels"}}]}}/' %s >%t.panels.mlir
// RUN: not tc-compile %t.panels.mlir --target=x86-64-v3 -o %t.so 2>&1 | FileCheck %s --check-prefix=REFUSED
// CHECK: product = {{{.*}}segments = "b"
// REFUSED: TC-0612{{.*}}phases[0].product
!x = tensor<9x16x16xf32>
!w = tensor<2x16x8xf32>
!y = tensor<9x16x8xf32>
!at = tensor<9xi64>
module attributes {tc.version = "0.1"} {
  loop.kernel private @panels(%x: !x, %w: !w, %at: !at) -> !y iters(b = 9, i = 16, j = 8, k = 16) {
    %y = loop.contract (b, i, j) over (k) reads(%a = %x[b, i, k] : !x, %p = %at[b] : !at) -> !y {
      %k = loop.index <k>
      %j = loop.index <j>
      %m = loop.at %w[%p, %k, %j] : !w
      loop.yield %a, %m : f32, f32
    }
    loop.yield %y : !y
  }
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 7}}, %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 7}}, %at: !at {tc.init = {kind = "randint", low = 0, high = 2, stream = 3, seed = 7}}) -> !y {
    %0 = loop.launch @panels(%x, %w, %at) : (!x, !w, !at) -> !y
    return %0 : !y
  }
}
