// Several steps of a scan at once: what each thread's points of each step are
// combined to goes through shared memory together. Rows that no step divides,
// sums in f64, integers, from behind and before each point, two values that a
// combination swaps, maps around them; one wave, and several.
// RUN: env TC_NUMBERS=gpu_scan_chunk=1048576 tc-opt %s --loop-schedule=target=emulate -o %t.1.mlir
// RUN: FileCheck %s <%t.1.mlir
// RUN: tc-opt %t.1.mlir --loop-schedule=target=emulate | cmp - %t.1.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.1.mlir --target=emulate --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_scan_chunk=1048576,gpu_scan_steps=8,gpu_scan_points=2 tc-run %s --target=emulate,wave=64 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_scan_chunk=1048576,gpu_scan_steps=2,gpu_scan_points=1 tc-run %s --target=emulate --check --guard --repeat=1
// Four steps are loaded in vectors before the block waits, once for all.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a -o %t.2.mlir
// RUN: tc-compile %t.2.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=PTX
!x = tensor<600x5000xf32>
!y = tensor<600x5001xi32>
!w = tensor<600x300xf32>
module attributes {tc.version = "0.1"} {
// CHECK: loop.kernel @sums
// CHECK-SAME: for = ["j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 4096 : i64, to = "seq"}
// PTX: .entry sums(
// PTX-COUNT-4: ld.global.v4
// PTX: bar.sync
loop.kernel @sums(%x: !x) -> (!x, tensor<600x5000xbf16>) iters(i = 600, j = 5000) {
  %abs = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %0 = prim.abs %a : f32
    loop.yield %0 : f32
  }
  %s = loop.scan (i, j) along j [add] reads(%a = %abs[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %s[i, j] : !x) -> tensor<600x5000xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  loop.yield %s, %y : !x, tensor<600x5000xbf16>
}
// CHECK: loop.kernel @greatest
// CHECK-SAME: to = "seq"}
loop.kernel @greatest(%y: !y) -> !y iters(i = 600, j = 5001) {
  %m = loop.scan (i, j) along j [max] exclusive reverse reads(%a = %y[i, j] : !y) -> !y {
    loop.yield %a : i32
  }
  loop.yield %m : !y
}
// CHECK: loop.kernel @log_sum_exps
// CHECK-SAME: {body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["j"], step =
loop.kernel @log_sum_exps(%x: !w) -> (!w, !w) iters(i = 600, j = 300) {
  %m, %s = loop.scan (i, j) along j [custom] reads(%a = %x[i, j] : !w) -> (!w, !w) {
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
  loop.yield %m, %s : !w, !w
}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: !y {tc.init = {kind = "randint", low = -1000, high = 1000, stream = 2}},
                %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 3.0, stream = 3}}) -> (!x, tensor<600x5000xbf16>, !y, !w, !w) {
  %0:2 = loop.launch @sums(%x) : (!x) -> (!x, tensor<600x5000xbf16>)
  %1 = loop.launch @greatest(%y) : (!y) -> !y
  %2:2 = loop.launch @log_sum_exps(%w) : (!w) -> (!w, !w)
  return %0#0, %0#1, %1, %2#0, %2#1 : !x, tensor<600x5000xbf16>, !y, !w, !w
}
}
