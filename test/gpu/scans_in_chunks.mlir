// Scans whose long rows several blocks share: each combines a chunk, one what is
// before each, then each scans its chunk from there, some adjacent points a
// thread. The last chunk is short; there are maps around the scan; positions go
// with maxima, the earlier of equals first, and NaN with them.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=20000 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate,wave=64 --size n=9001 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=1 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=0 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_scan_chunk=64,gpu_scan_points=1 tc-run %s --target=emulate --size n=777 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_scan_chunk=96,gpu_scan_points=8 tc-run %s --target=emulate --size n=5000 --check --guard --repeat=1
// Rows that vectors divide have so many adjacent points a thread, others steps
// at once.
// CHECK: loop.schedule = {adds = [{as = "partial", for = ["d1"], of = [0], step = 1024 : i64}]
// CHECK-SAME: {body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["d1"], to = "thread"}], for = ["d1"], step = 1024 : i64, to = "seq"}], for = ["d1"], step = 1024 : i64, to = "grid"}], for = ["d0"], step = 1 : i64, to = "grid"}]
// CHECK: of = [0], step = 1024 : i64}]
// CHECK: of = [0], step = 1024 : i64}]
// CHECK-SAME: [{body = [{body = [{run = 0 : i64}], for = ["d0"], step = 1 : i64, to = "seq"}], for = ["d0"], step = 4 : i64, to = "thread"},
!x = tensor<2x20011xf32>
!i = tensor<2x20011xi64>
!h = tensor<17000xbf16>
!n = tensor<?xf32, #tc.dims<[n]>>
!p = tensor<?xi64, #tc.dims<[n]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 20000}} {
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %h: !h {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %n: !n {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %k: !p {tc.init = {kind = "randint", low = -10, high = 10, stream = 4}}) -> (!x, !x, !h, !n, !n, !p) {
  %0 = prim.cumsum %x dim 1 : !x
  %zero = prim.sub %x, %x : !x
  %over = prim.div %x, %zero : !x
  %root = prim.sqrt %x : !x
  %small = prim.lt %root, %x : !x
  %hard = prim.where %small, %over, %x : tensor<2x20011xi1>, !x
  %1 = prim.cummax %hard dim 1 : !x
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
