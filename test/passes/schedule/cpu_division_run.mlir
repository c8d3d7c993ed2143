// Divisions of products into tasks that are written by hand: each gives the
// numbers that the kernel says, in as many tasks as its text.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir --target=x86-64-v3 -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1 --profile | FileCheck %s
// RUN: tc-run %t.so --threads=1 --size n=100 --repeat=1 --out %t.1
// RUN: tc-run %t.so --threads=3 --size n=100 --repeat=1 --out %t.3
// RUN: cmp %t.1 %t.3
// RUN: tc-run %t.so --repeat=1 --size n=0
// RUN: tc-compile %t.mlir --target=x86-64-v3 --emit=ll -o %t.ll && FileCheck %s --check-prefix=LL < %t.ll

!x = tensor<64x64xf32>
!w = tensor<8x64x16xf32>
!y = tensor<64x128xf32>
!xn = tensor<?x64xf32, #tc.dims<[n, 64]>>
!yn = tensor<?x128xf32, #tc.dims<[n, 128]>>
!a = tensor<768x50xf32>
!b = tensor<768x40xf32>
!c = tensor<50x40xf32>

module attributes {tc.version = "0.1", tc.sizes = {n = 40}} {

// Eleven tiles, eight panels: all in one task, also if more are written; each
// alone.
// CHECK-DAG: {{^.* 1 +1 .* one_task$}}
loop.kernel private @one_task(%x: !x, %w: !w) -> !y iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1000, panels = 8, rows = 6, vectors = 2, columns_from = "panels"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

// CHECK-DAG: {{^.* 1 +88 .* most_tasks$}}
loop.kernel private @most_tasks(%x: !x, %w: !w) -> !y iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, columns_from = "panels"}, grain = 5}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

// Numbers that divide nothing; the loop over panels is inside.
// CHECK-DAG: {{^.* 1 +18 .* panels_inner$}}
loop.kernel private @panels_inner(%x: !x, %w: !w) -> !y iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 3, rows = 6, vectors = 2, columns_from = "panels", panels_inner}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

// A twentieth of the rows, of which each launch has as many as it has: of 7
// tiles 2 for each of 4 tasks, by 3 groups of panels.
// CHECK-DAG: {{^.* 1 +12 .* by_launch$}}
loop.kernel private @by_launch(%x: !xn, %w: !w) -> !yn iters(i = n, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = #tc.size<max(floordiv(n, 20), 1)>, panels = 3, rows = 6, vectors = 2, columns_from = "panels"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !xn, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !yn {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !yn
}

// Four parts of two blocks of 96 steps, of nine tiles and three panels; and one
// part, in blocks.
// CHECK-DAG: {{^.* 1 +36 .* parts$}}
loop.kernel private @parts(%x: !a, %w: !b) -> !c iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 3, panels = 1, rows = 6, vectors = 2, rows_from = "steps", parts = 4, blocks = 2, steps = 96}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : !a, %b = %w[k, j] : !b) -> !c {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !c
}

// CHECK-DAG: {{^.* 1 +6 .* blocks$}}
loop.kernel private @blocks(%x: !a, %w: !b) -> !c iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 5, panels = 1, rows = 6, vectors = 2, rows_from = "steps", steps = 48}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : !a, %b = %w[k, j] : !b) -> !c {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !c
}

// Panels that a task packs are inside of its tiles, all of them or two at once,
// also of rows that it packs.
// CHECK-DAG: {{^.* 1 +3 .* own_panels_inner$}}
loop.kernel private @own_panels_inner(%x: !a, %w: !b) -> !c iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 3, panels = 3, rows = 6, vectors = 2, panels_inner}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : !a, %b = %w[k, j] : !b) -> !c {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !c
}

// CHECK-DAG: {{^.* 1 +2 .* groups_inner$}}
loop.kernel private @groups_inner(%x: !a, %w: !b) -> !c iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 5, panels = 3, rows = 6, vectors = 2, rows_from = "steps", panels_inner, together = 2}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : !a, %b = %w[k, j] : !b) -> !c {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !c
}

// CHECK-DAG: {{^.* 1 +2 .* packed_inner$}}
loop.kernel private @packed_inner(%x: !a, %w: !b) -> !c iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 5, panels = 3, rows = 6, vectors = 2, rows_from = "steps", panels_inner}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : !a, %b = %w[k, j] : !b) -> !c {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !c
}

// Lines of the next panel, which are none of the last one's, change no number.
// CHECK-DAG: {{^.* 1 +3 .* lines_ahead$}}
// LL-LABEL: @lines_ahead(
// LL: mul i64 %{{.*}}, 320
// LL-NEXT: getelementptr
// LL-NEXT: call void @llvm.prefetch
// LL-NEXT: getelementptr
// LL-NEXT: call void @llvm.prefetch
// LL-NEXT: getelementptr
// LL-NEXT: call void @llvm.prefetch
// LL-NEXT: getelementptr
// LL-NEXT: call void @llvm.prefetch
// LL-NEXT: getelementptr
// LL-NEXT: call void @llvm.prefetch
loop.kernel private @lines_ahead(%x: !x, %w: !w) -> !y iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 4, panels = 8, rows = 6, vectors = 2, columns_from = "panels", ahead = 5}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %xn: !xn {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %a: !a {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %b: !b {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}) -> (!y, !y, !y, !yn, !c, !c, !c, !c, !c, !y) {
  %0 = loop.launch @one_task(%x, %w) : (!x, !w) -> !y
  %1 = loop.launch @most_tasks(%x, %w) : (!x, !w) -> !y
  %2 = loop.launch @panels_inner(%x, %w) : (!x, !w) -> !y
  %3 = loop.launch @by_launch(%xn, %w) : (!xn, !w) -> !yn
  %4 = loop.launch @parts(%a, %b) : (!a, !b) -> !c
  %5 = loop.launch @blocks(%a, %b) : (!a, !b) -> !c
  %6 = loop.launch @own_panels_inner(%a, %b) : (!a, !b) -> !c
  %7 = loop.launch @groups_inner(%a, %b) : (!a, !b) -> !c
  %8 = loop.launch @packed_inner(%a, %b) : (!a, !b) -> !c
  %9 = loop.launch @lines_ahead(%x, %w) : (!x, !w) -> !y
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : !y, !y, !y, !yn, !c, !c, !c, !c, !c, !y
}
}
