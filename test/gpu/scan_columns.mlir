// Scans of columns: each thread loads several steps before it stores the first,
// from both ends; the points left over are single. Of few long columns a thread
// has a chunk, once what is before it is combined.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a -o %t.mlir
// RUN: FileCheck %s <%t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.mlir
// RUN: sed 's/step = 32 : i64, to = "grid"/step = 31 : i64, to = "grid"/' %t.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: [TC-0611] loop.schedule: launch 2: scans run in chunks of as many points as 'adds' says
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=1000 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=7 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=0 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_scan_column=3,gpu_long=8,gpu_scan_fewest=2,gpu_part_threads=1000000 tc-run %s --target=emulate --size n=100 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_ahead_words=2 tc-run %s --target=emulate --size n=100 --check --guard --repeat=1
// CHECK: loop.schedule = {adds = [{as = "partial", for = ["d0"], of = [0], step = 32 : i64}]
// CHECK-SAME: to = "thread"}], for = ["d1"], step = 256 : i64, to = "grid"}], for = ["d0"], step = 32 : i64, to = "grid"}], load_words = 64 : i64

// Eight loads, then eight stores.
// PTX: .visible .entry {{.*}}_phase2(
// PTX-COUNT-8: ld.global.b32
// PTX-NOT: ld.global
// PTX-COUNT-8: st.global.b32
!x = tensor<2011x60xf32>
!h = tensor<1701x33xbf16>
!n = tensor<?x40xf32, #tc.dims<[n, 40]>>
!p = tensor<?x40xi64, #tc.dims<[n, 40]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 1000}} {
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %h: !h {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %n: !n {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %k: !p {tc.init = {kind = "randint", low = -10, high = 10, stream = 4}}) -> (!x, !x, !h, !n, !n, !p) {
  %0 = prim.cumsum %x dim 0 : !x
  %zero = prim.sub %x, %x : !x
  %over = prim.div %x, %zero : !x
  %root = prim.sqrt %x : !x
  %small = prim.lt %root, %x : !x
  %hard = prim.where %small, %over, %x : tensor<2011x60xi1>, !x
  %1 = prim.cummax %hard dim 0 : !x
  %2 = prim.cumsum %h dim 0 : !h
  %3 = prim.exp %n : !n
  %4 = prim.cumsum %3 dim 0 : !n
  %5 = prim.neg %4 : !n
  %6 = prim.rev %n [0] : !n
  %7 = prim.cummin %6 dim 0 : !n
  %8 = prim.rev %7 [0] : !n
  %9 = prim.cumsum %k dim 0 : !p
  return %0, %1, %2, %5, %8, %9 : !x, !x, !h, !n, !n, !p
}
}
