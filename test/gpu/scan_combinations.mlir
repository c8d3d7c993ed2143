// Scans in chunks from behind, before each point, by a combination of two values
// that changes its sides, between maps, one of which is computed for the chunks'
// totals, too.
// RUN: env TC_NUMBERS=gpu_scan_chunk=32 tc-opt %s --loop-schedule=target=emulate -o %t.1.mlir
// RUN: FileCheck %s <%t.1.mlir
// RUN: tc-opt %t.1.mlir --loop-schedule=target=emulate | cmp - %t.1.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.1.mlir --target=emulate --check --guard --repeat=1
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx
!x = tensor<3x301xf32>
!w = tensor<2x300xf32>
module attributes {tc.version = "0.1"} {
// CHECK: adds = [{as = "partial", for = ["j"], of = [1], step = 32 : i64}]
// CHECK-SAME: run = 3
// CHECK-SAME: run = 4
// CHECK-SAME: {body = [{run = 2 : i64}], for = ["j"], to = "thread"}], for = ["j"], step = 32 : i64, to = "grid"}
loop.kernel @log_sum_exps(%x: !x) -> (!x, !x) iters(i = 3, j = 301) {
  %d = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %0 = prim.add %a, %a : f32
    loop.yield %0 : f32
  }
  %m, %s = loop.scan (i, j) along j [custom] exclusive reverse reads(%a = %d[i, j] : !x) -> (!x, !x) {
    %one = prim.constant 1.0 : f32
    loop.yield %a, %one : f32, f32
  } combine [0xFF800000 : f32, 0.0 : f32] (%m0: f32, %s0: f32, %m1: f32, %s1: f32) {
    %one = prim.constant 1.0 : f32
    %most = prim.maximum %m0, %m1 : f32
    %least = prim.minimum %m0, %m1 : f32
    %gap = prim.sub %least, %most : f32
    %e = prim.exp %gap : f32
    %is0 = prim.eq %m0, %most : f32
    %is1 = prim.eq %m1, %most : f32
    %e0 = prim.where %is0, %one, %e : i1, f32
    %e1 = prim.where %is1, %one, %e : i1, f32
    %t0 = prim.mul %s0, %e0 : f32
    %t1 = prim.mul %s1, %e1 : f32
    %sum = prim.add %t0, %t1 : f32
    loop.yield %most, %sum : f32, f32
  }
  %y = loop.map (i, j) reads(%a = %m[i, j] : !x, %b = %d[i, j] : !x) -> !x {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y, %s : !x, !x
}
// By hand: stages 2 and 3 are the map's and the scan's of each chunk, 4 is what is
// before each. Three points a thread, chunks of seven.
loop.kernel @maps(%x: !x) -> (!x, !x) iters(i = 3, j = 301) attributes {loop.schedule = {
    adds = [{as = "partial", for = ["j"], of = [0, 1], step = 7}],
    launches = [{threads = 64, body = [{for = ["part.2", "i"], step = 64, to = "grid", body = [{for = ["part.2", "i"], step = 1, to = "thread", body = [{run = 2}, {run = 3}]}]}]},
                {threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["part.2"], step = 2, to = "thread", body = [{for = ["part.2"], step = 1, to = "seq", body = [{run = 4}]}]}]}]},
                {threads = 96, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], step = 7, to = "grid", body = [
                  {for = ["j"], step = 3, to = "thread", body = [{for = ["j"], step = 1, to = "seq", body = [{run = 0}]}]},
                  {for = ["j"], step = 3, to = "thread", body = [{for = ["j"], step = 1, to = "seq", body = [{run = 1}]}]}]}]}]}]}} {
  %d = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %0 = prim.exp %a : f32
    loop.yield %0 : f32
  }
  %s = loop.scan (i, j) along j [add] reverse reads(%a = %d[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %d, %s : !x, !x
}
// Points that each thread has all of, or none, from behind.
loop.kernel @whole(%x: !w) -> (!w, !w) iters(i = 2, j = 300) attributes {loop.schedule = {
    adds = [{as = "partial", for = ["j"], of = [0], step = 20}],
    launches = [{threads = 64, body = [{for = ["part.2", "i"], step = 64, to = "grid", body = [{for = ["part.2", "i"], step = 1, to = "thread", body = [{run = 2}]}]}]},
                {threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["part.2"], to = "thread", body = [{run = 3}]}]}]},
                {threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], step = 20, to = "grid", body = [
                  {for = ["j"], step = 4, to = "thread", body = [{for = ["j"], step = 1, to = "seq", body = [{run = 0}]}]}]}]}]},
                {threads = 64, body = [{for = ["i"], step = 1, to = "grid", body = [
                  {for = ["j"], step = 2, to = "thread", body = [{for = ["j"], step = 1, to = "seq", body = [{run = 1}]}]}]}]}]}} {
  %s = loop.scan (i, j) along j [add] exclusive reverse reads(%a = %x[i, j] : !w) -> !w {
    loop.yield %a : f32
  }
  %m = loop.scan (i, j) along j [max] reverse reads(%a = %x[i, j] : !w) -> !w {
    loop.yield %a : f32
  }
  loop.yield %s, %m : !w, !w
}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> (!x, !x, !x, !x, !w, !w) {
  %0:2 = loop.launch @log_sum_exps(%x) : (!x) -> (!x, !x)
  %1:2 = loop.launch @maps(%x) : (!x) -> (!x, !x)
  %2:2 = loop.launch @whole(%w) : (!w) -> (!w, !w)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : !x, !x, !x, !x, !w, !w
}
}
