// Sorts of rows by the threads of a block: of few elements and many, of halves,
// integers of 64 bits with many equal ones, and the first few alone, of rows
// whose length the launch knows, of rows too long for shared memory. NaN, both
// infinities and both zeros are among the first program's numbers.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=1000 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=1 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --size n=0 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_sort_part=1 tc-run %s --target=emulate,wave=64 --size n=63 --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_sort_part=16 tc-run %s --target=emulate --size n=100 --check --guard --repeat=1
// RUN: tc-opt %s --tc-gpu --loop-schedule='target=emulate disable=rows' -o %t.points.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.points.mlir --target=emulate --size n=17 --check --guard --repeat=1
// CHECK: loop.schedule = {launches = [{body = [{body = [{body = [{run = 0 : i64}], for = ["d1"], to = "thread"}], for = ["d0"], step = 1 : i64, to = "grid"}], overlap = "dependent", threads = 128 : i64}]}
// CHECK: combine = "launch"
// CHECK: threads = 32 : i64
// PTX: .entry
// PTX: st.shared
// PTX: bar.sync
!x = tensor<7x1000xf32>
!y = tensor<2x20011xf32>
!z = tensor<50x64xi64>
!w = tensor<77x8xbf16>
!n = tensor<3x?xf32, #tc.dims<[3, n]>>
!p = tensor<3x?xi64, #tc.dims<[3, n]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 1000}} {
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: !y {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %z: !z {tc.init = {kind = "randint", low = -10, high = 10, stream = 3}},
                %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %n: !n {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}) -> (!x, tensor<7x1000xi64>, !y, tensor<2x20011xi64>, !z, !z, !w, tensor<77x8xi64>, !n, !p, tensor<7x50xf32>, tensor<7x50xi64>, tensor<7x1000xi64>) {
  %zero = prim.sub %x, %x : !x
  %signed = prim.mul %x, %zero : !x
  %inf = prim.div %x, %zero : !x
  %root = prim.sqrt %x : !x
  %small = prim.lt %root, %x : !x
  %hard = prim.where %small, %inf, %root : tensor<7x1000xi1>, !x
  %0, %1 = prim.sort %hard dim 1 : !x
  %2, %3 = prim.sort %y dim 1 descending : !y
  %4, %5 = prim.sort %z dim 1 : !z
  %6, %7 = prim.sort %w dim 1 descending : !w
  %8, %9 = prim.sort %n dim 1 : !n
  %12, %13 = prim.sort %signed dim 1 : !x
  %10, %11 = prim.topk %x, #tc.size<50> dim 1 : !x
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %13 : !x, tensor<7x1000xi64>, !y, tensor<2x20011xi64>, !z, !z, !w, tensor<77x8xi64>, !n, !p, tensor<7x50xf32>, tensor<7x50xi64>, tensor<7x1000xi64>
}
}
