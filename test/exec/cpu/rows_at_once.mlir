// Scans that go point by point run along four rows of a task at once, and the
// rest one by one: 7 rows, 3, and the last chunk's 2.
// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s --loop-plan-memory --loop-to-cpu | FileCheck %s
// CHECK-LABEL: func.func private @rows(
// CHECK: :8 = scf.for
// CHECK: :2 = scf.for
// CHECK-LABEL: func.func private @affine(
// CHECK: :8 = scf.for
// CHECK: :2 = scf.for
// CHECK-LABEL: func.func private @chunks.phase2(
// CHECK: :4 = scf.for
!x = tensor<9x13xf32>
!r = tensor<9xf32>
// In order, from the end, exclusive; a factor of each row; maps before and
// behind them.
loop.kernel @rows(%x: !x, %f: !r) -> (!x, !x) iters(i = 9, j = 13) attributes {loop.schedule = {phases = [{stages = [0, 1, 2, 3], tasks = [], chunk = "i", chunk_size = 7, nests = [{stages = [0, 1, 2, 3], rows = 4}]}]}} {
  %e = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %f[i] : !r) -> !x {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  %s = loop.scan (i, j) along j [add] exclusive reverse ordered reads(%a = %e[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  %m = loop.scan (i, j) along j [max] reverse reads(%a = %e[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %s[i, j] : !x, %b = %f[i] : !r) -> !x {
    %0 = prim.add %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y, %m : !x, !x
}
// Two values carried; whole chunks.
loop.kernel @affine(%x: !x) -> !x iters(i = 9, j = 13) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], chunk = "i", chunk_size = 3, nests = [{stages = [0], rows = 4}]}]}} {
  %h, %p = loop.scan (i, j) along j [custom] reads(%a = %x[i, j] : !x) -> (!x, !x) {
    %half = prim.constant 0.5 : f32
    %0 = prim.mul %a, %half : f32
    loop.yield %a, %0 : f32, f32
  } combine [0.0 : f32, 1.0 : f32] (%h0: f32, %p0: f32, %h1: f32, %p1: f32) {
    %0 = prim.mul %p1, %h0 : f32
    %1 = prim.add %0, %h1 : f32
    %2 = prim.mul %p0, %p1 : f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %h : !x
}
// All rows in one task, in chunks of the scan.
loop.kernel @chunks(%x: !x) -> !x iters(i = 9, j = 13) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], chunk = "j", chunk_size = 5, nests = [{stages = [0], rows = 4}]}]}} {
  %s = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %s : !x
}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %f: !r {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> (!x, !x, !x, !x) {
  %0:2 = loop.launch @rows(%x, %f) : (!x, !r) -> (!x, !x)
  %1 = loop.launch @affine(%x) : (!x) -> !x
  %2 = loop.launch @chunks(%x) : (!x) -> !x
  return %0#0, %0#1, %1, %2 : !x, !x, !x, !x
}
