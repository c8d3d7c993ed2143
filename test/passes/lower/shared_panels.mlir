// Points of a window that are whole lines of an image apart share panels: a
// task packs the lines that all of them read once. Blocks of 4 of 12 lines have
// 6 under windows of 3; under windows of 5 that are 2 lines apart 6 for points
// 0, 2 and 4, 5 for 1 and 3.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir --target=x86-64-v3 -o %t.so && tc-run %t.so --check --guard --repeat=1
// RUN: tc-run %t.so --check --threads=1 --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 --emit=ll -o - | FileCheck %s

!g = tensor<2x12x10x24xf32>
!x = tensor<2x14x12x20xf32>
!x2 = tensor<2x27x12x20xf32>
!w = tensor<24x3x3x20xf32>
!w2 = tensor<24x5x3x20xf32>

module attributes {tc.version = "0.1"} {

// CHECK-LABEL: @next_line(
// CHECK: icmp slt i64 %{{.*}}, 6{{$}}
// CHECK-LABEL: @next_line.phase1(
loop.kernel private @next_line(%g: !g, %x: !x) -> !w iters(o = 24, ky = 3, kx = 3, c = 20, n = 2, h = 12, w = 10) attributes {loop.schedule = {phases = [{stages = [0], product = {column = "c", tiles = 2, panels = 2, rows = 6, vectors = 2, rows_from = "steps", parts = 2, blocks = 3, steps = 40, inside}}]}} {
  %y = loop.contract (o, ky, kx, c) over (n, h, w) reads(%a = %g[n, h, w, o] : !g, %b = %x[n, h + ky, w + kx, c] : !x) -> !w {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !w
}

// CHECK-LABEL: @second_line(
// CHECK: {{[al]}}shr i64 %{{.*}}, 1{{$}}
// CHECK-LABEL: @second_line.phase1(
loop.kernel private @second_line(%g: !g, %x: !x2) -> !w2 iters(o = 24, ky = 5, kx = 3, c = 20, n = 2, h = 12, w = 10) attributes {loop.schedule = {phases = [{stages = [0], product = {column = "c", tiles = 2, panels = 2, rows = 6, vectors = 2, rows_from = "steps", parts = 2, blocks = 3, steps = 40, inside}}]}} {
  %y = loop.contract (o, ky, kx, c) over (n, h, w) reads(%a = %g[n, h, w, o] : !g, %b = %x[n, 2 * h + ky, w + kx, c] : !x2) -> !w2 {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !w2
}

func.func @main(%g: !g {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %x2: !x2 {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> (!w, !w2) {
  %0 = loop.launch @next_line(%g, %x) : (!g, !x) -> !w
  %1 = loop.launch @second_line(%g, %x2) : (!g, !x2) -> !w2
  return %0, %1 : !w, !w2
}
}
