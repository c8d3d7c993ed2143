// Sorts whose long rows several blocks share: chunks, then merges of their runs,
// some into one in each launch, those that are left in the last: of many equal
// elements and of integers of 64 bits, which stay in their order, of rows whose
// length the launch knows, the first few alone, one of them, of rows with NaN,
// infinities and both zeros.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=9000 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=1 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=0 --check --guard --repeat=1
// RUN: tc-opt %s --tc-gpu -o %t.gpu.mlir && env TC_NUMBERS=gpu_sort_chunk=96,gpu_merge_loads=1 tc-opt %t.gpu.mlir --loop-schedule='target=emulate' -o %t.small.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.small.mlir --target=emulate --size n=1111 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.small.mlir --target=emulate --size n=97 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_sort_chunk=32 tc-run %s --target=emulate,wave=64 --size n=5000 --check --guard --repeat=1
// CHECK: body = [{body = [{body = [{body = [{combine = "launch", run = 0 : i64}], for = ["d1"], to = "thread"}], for = ["d1"], step = 2048 : i64, to = "grid"}], for = ["d0"], step = 1 : i64, to = "grid"}]
// CHECK-SAME: body = [{body = [{body = [{body = [{combine = "merge", run = 0 : i64}], for = ["d1"], step = 1 : i64, to = "thread"}], for = ["d1"], step = 256 : i64, to = "grid"}], for = ["d0"], step = 1 : i64, to = "grid"}]
!x = tensor<2x9011xf32>
!i = tensor<2x9011xi64>
!z = tensor<20000xi64>
!w = tensor<10000xbf16>
!n = tensor<3x?xf32, #tc.dims<[3, n]>>
!p = tensor<3x?xi64, #tc.dims<[3, n]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 9000}} {
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %z: !z {tc.init = {kind = "randint", low = -10, high = 10, stream = 3}},
                %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %n: !n {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}) -> (!x, !i, !i, !z, !z, tensor<10000xi64>, !n, !p, tensor<2x50xf32>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<3000xi64>, tensor<1xi64>) {
  %zero = prim.sub %x, %x : !x
  %signed = prim.mul %x, %zero : !x
  %inf = prim.div %x, %zero : !x
  %root = prim.sqrt %x : !x
  %small = prim.lt %root, %x : !x
  %hard = prim.where %small, %inf, %root : tensor<2x9011xi1>, !x
  %0, %1 = prim.sort %hard dim 1 : !x
  %2, %3 = prim.sort %signed dim 1 descending : !x
  %4, %5 = prim.sort %z dim 0 : !z
  %6, %7 = prim.sort %w dim 0 descending : !w
  %8, %9 = prim.sort %n dim 1 : !n
  %10, %11 = prim.topk %x, #tc.size<50> dim 1 : !x
  %12, %13 = prim.topk %hard, #tc.size<50> dim 1 : !x
  %14, %15 = prim.topk %z, #tc.size<3000> dim 0 : !z
  %16, %17 = prim.topk %z, #tc.size<1> dim 0 : !z
  return %0, %1, %3, %4, %5, %7, %8, %9, %10, %11, %13, %15, %17 : !x, !i, !i, !z, !z, tensor<10000xi64>, !n, !p, tensor<2x50xf32>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<3000xi64>, tensor<1xi64>
}
}
