// Scatters that blocks combine in copies of all elements in shared memory, each
// of one thread or a few. Copies are combined in one order: compared with the
// interpreter on emulated threads, within the bounds of a sum in another order.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %t.1 --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=CODE
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_bin_threads=5 tc-run %s --target=emulate --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// The schedule that is chosen for sm_90a.
// RUN: sed 's/overlap = "dependent", //g' %t.1 > %t.chosen.mlir && tc-interpret %t.chosen.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// Other copies, blocks and steps.
// RUN: sed 's/shares = 8 : i64}\], for = \["i", "j"\]/shares = 32 : i64}], for = ["i", "j"]/; s/shares = 4 : i64}\], for = \["j"\]/shares = 32 : i64}], for = ["j"]/; s/step = 2048 : i64, to = "seq"/step = 768 : i64, to = "seq"/; s/parts = [0-9]* : i64/parts = 7 : i64/; s/shares = 1 : i64}, {run = 0 : i64}\], for = \["j"\], to = "thread"}\], for = \["j"\], step = 256/shares = 16 : i64}, {run = 0 : i64}], for = ["j"], to = "thread"}], for = ["j"], step = 16/' %t.chosen.mlir > %t.hand.mlir && tc-interpret %t.hand.mlir --expect > %t.mlir
// RUN: FileCheck %s --check-prefix=HAND < %t.hand.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// HAND-DAG: shares = 16 : i64}, {run = 0
// HAND-DAG: shares = 32 : i64}], for = ["j"]
// HAND-DAG: shares = 32 : i64}], for = ["i", "j"], to = "thread"}], for = ["i", "j"], step = 1024 : i64, to = "seq"}], for = ["i", "j"], parts = 7 : i64
// HAND-DAG: step = 768 : i64, to = "seq"
// No points; few.
// RUN: sed 's/n = 5000 : i64/n = 0 : i64/' %t.chosen.mlir > %t.none.mlir && tc-interpret %t.none.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// RUN: sed 's/n = 5000 : i64/n = 7 : i64/' %t.chosen.mlir > %t.few.mlir && tc-interpret %t.few.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// All points of one bin.
// RUN: sed 's/high = [0-9]*, stream = 1[0-9]/high = 1, stream = 1/' %t.chosen.mlir > %t.one.mlir && tc-interpret %t.one.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// A position outside of the result, and a negative one.
// RUN: sed 's/high = 300, stream = 12/high = 301, stream = 12/' %s > %t.outside.mlir
// RUN: not env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.outside.mlir --target=emulate --repeat=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: sed 's/low = 0, high = 300, stream = 12/low = -1, high = 300, stream = 12/' %s > %t.outside.mlir
// RUN: not env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.outside.mlir --target=emulate --repeat=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: TC-1520
// Without them.
// RUN: tc-opt %s --loop-schedule='target=cuda,tune=sm_90a disable=bins' | FileCheck %s --check-prefix=WITHOUT
// WITHOUT-NOT: shares =

!p = tensor<?x4xi64, #tc.dims<[n, 4]>>
!x = tensor<?x4xi32, #tc.dims<[n, 4]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 5000 : i64}} {

// Few bins: a copy for each thread. Blocks share the points, and leave their
// bins to a launch that combines them with what the base's map computes.
// CHECK: loop.kernel @counts
// CHECK-SAME: combine = "shared", run = 1 : i64, shares = 1 : i64}], for = ["i"], to = "thread"}], for = ["i"], step = 2048 : i64, to = "seq"}], for = ["i"], parts = 9 : i64, to = "grid"}]
// CHECK-SAME: combine = "launch", run = 1 : i64, shares = 1 : i64}, {run = 0 : i64}], for = ["j"], to = "thread"}], for = ["j"], step = 256 : i64, to = "grid"}]
// CODE: gpu.func @counts(
// CODE-COUNT-8: llvm.load {{.*}} -> f32
// CODE: gpu.return
// CODE: gpu.func @counts_phase1(
// CODE: gpu.barrier
// CODE: gpu.return
loop.kernel @counts(%x: tensor<20000xf32>, %w: tensor<50xf32>) -> tensor<50xf32> iters(i = 20000, j = 50) {
  %base = loop.map (j) reads(%a = %w[j] : tensor<50xf32>) -> tensor<50xf32> {
    %y = prim.mul %a, %a : f32
    loop.yield %y : f32
  }
  %y = loop.scatter (i) into %base : tensor<50xf32> [add] reads(%a = %x[i] : tensor<20000xf32>) {
    %f = prim.constant 50.0 : f32
    %b = prim.mul %a, %f : f32
    %p = prim.convert_element_type %b : f32 to i64
    %one = prim.constant 1.0 : f32
    loop.yield %p, %one : i64, f32
  }
  loop.yield %y : tensor<50xf32>
}

// A block for each row, whose copies are of four threads each, by turns. Sums of
// halves are f32 until they are stored.
// CHECK: loop.kernel @rows
// CHECK-SAME: shares = 4 : i64}], for = ["j"], to = "thread"}], for = ["j"], step = 512 : i64, to = "seq"}, {body = [{run = 0 : i64}], for = ["copy.{{[0-9]+}}"], to = "thread"}], for = ["b"], step = 1 : i64, to = "grid"
// CODE: gpu.func @rows(
// CODE: llvm.store {{.*}} : f32, !llvm.ptr
// CODE: gpu.return
loop.kernel @rows(%at: tensor<5x700xi64>, %x: tensor<5x700xbf16>, %w: tensor<5x300xbf16>) -> tensor<5x300xbf16> iters(b = 5, j = 700) {
  %y = loop.scatter (b, j) into %w : tensor<5x300xbf16> [add] reads(%p = %at[b, j] : tensor<5x700xi64>, %a = %x[b, j] : tensor<5x700xbf16>) {
    %b = loop.index #tc.size<b>
    loop.yield %b, %p, %a : i64, i64, bf16
  }
  loop.yield %y : tensor<5x300xbf16>
}

// Whole rows are added: threads have columns of their own, in one copy.
// CHECK: loop.kernel @clusters
// CHECK-SAME: combine = "shared", run = 1 : i64, shares = 64 : i64
loop.kernel @clusters(%at: tensor<3000xi64>, %x: tensor<3000x64xi64>, %w: tensor<13x64xi64>) -> tensor<13x64xi64> iters(i = 3000, j = 64) {
  %y = loop.scatter (i, j) into %w : tensor<13x64xi64> [add] reads(%p = %at[i] : tensor<3000xi64>, %a = %x[i, j] : tensor<3000x64xi64>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, i64
  }
  loop.yield %y : tensor<13x64xi64>
}

// Rows of four: as many threads of a wave at once. Dimensions of the result
// have another order than the points, and a shift.
// CHECK: loop.kernel @fours
// CHECK-SAME: shares = 32 : i64
// CODE: gpu.func @fours(
// CODE: scf.for
// CODE: scf.for %{{.*}} = %{{.*}} to %c8
// CODE: gpu.return
loop.kernel @fours(%at: tensor<900xi64>, %x: tensor<900x4xf64>, %w: tensor<200x6xf64>) -> tensor<200x6xf64> iters(i = 900, j = 4) {
  %y = loop.scatter (i, j) into %w : tensor<200x6xf64> [max] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i, j] : tensor<900x4xf64>) {
    %j = loop.index #tc.size<j + 1>
    loop.yield %p, %j, %a : i64, i64, f64
  }
  loop.yield %y : tensor<200x6xf64>
}

// Rows that no block has: a wave's threads are at each step at other bins.
// CHECK: loop.kernel @wide
// CHECK-SAME: shares = 8 : i64
loop.kernel @wide(%at: tensor<600xi64>, %x: tensor<600x96xf16>, %w: tensor<7x96xf16>) -> tensor<7x96xf16> iters(i = 600, j = 96) {
  %y = loop.scatter (i, j) into %w : tensor<7x96xf16> [min] reads(%p = %at[i] : tensor<600xi64>, %a = %x[i, j] : tensor<600x96xf16>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f16
  }
  loop.yield %y : tensor<7x96xf16>
}

// So many points as each launch says, at two positions.
// CHECK: loop.kernel @symbols
// CHECK-SAME: shares =
loop.kernel @symbols(%p: !p, %q: !p, %x: !x) -> tensor<9x11xi32> iters(i = n, h = 4, j = 9, k = 11) {
  %base = loop.map (j, k) -> tensor<9x11xi32> {
    %one = prim.constant 1 : i32
    loop.yield %one : i32
  }
  %y = loop.scatter (i, h) into %base : tensor<9x11xi32> [mul] reads(%a = %p[i, h] : !p, %b = %q[i, h] : !p, %c = %x[i, h] : !x) {
    loop.yield %a, %b, %c : i64, i64, i32
  }
  loop.yield %y : tensor<9x11xi32>
}

// What a byte holds.
// CHECK: loop.kernel @any
// CHECK-SAME: shares =
loop.kernel @any(%at: tensor<2000xi64>, %x: tensor<2000xi1>, %w: tensor<99xi1>) -> tensor<99xi1> iters(i = 2000) {
  %y = loop.scatter (i) into %w : tensor<99xi1> [or] reads(%p = %at[i] : tensor<2000xi64>, %a = %x[i] : tensor<2000xi1>) {
    loop.yield %p, %a : i64, i1
  }
  loop.yield %y : tensor<99xi1>
}

// Rows whose columns have no room together, but for strips of them.
// CHECK: loop.kernel @strips
// CHECK-SAME: for = ["b", "i", "j"], parts = {{[0-9]+}} : i64, to = "grid"}], for = ["j"], step = 32 : i64, to = "grid"}]
loop.kernel @strips(%at: tensor<2x600xi64>, %x: tensor<2x600x96xf32>, %w: tensor<110x96xf32>) -> tensor<110x96xf32> iters(b = 2, i = 600, j = 96) {
  %y = loop.scatter (b, i, j) into %w : tensor<110x96xf32> [add] reads(%p = %at[b, i] : tensor<2x600xi64>, %a = %x[b, i, j] : tensor<2x600x96xf32>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : tensor<110x96xf32>
}

func.func @main(%a0: tensor<20000xf32> {tc.init = {kind = "uniform", mean = 0.5, std = 0.28, stream = 1}},
                %a1: tensor<50xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %b0: tensor<5x700xi64> {tc.init = {kind = "randint", low = 0, high = 300, stream = 12}},
                %b1: tensor<5x700xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %b2: tensor<5x300xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %c0: tensor<3000xi64> {tc.init = {kind = "randint", low = 0, high = 13, stream = 13}},
                %c1: tensor<3000x64xi64> {tc.init = {kind = "randint", low = -9, high = 9, stream = 7}},
                %c2: tensor<13x64xi64> {tc.init = {kind = "randint", low = -9, high = 9, stream = 8}},
                %d0: tensor<900xi64> {tc.init = {kind = "randint", low = 0, high = 200, stream = 14}},
                %d1: tensor<900x4xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 20}},
                %d2: tensor<200x6xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 21}},
                %e0: tensor<600xi64> {tc.init = {kind = "randint", low = 0, high = 7, stream = 15}},
                %e1: tensor<600x96xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 22}},
                %e2: tensor<7x96xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 23}},
                %f0: !p {tc.init = {kind = "randint", low = 0, high = 9, stream = 16}},
                %f1: !p {tc.init = {kind = "randint", low = 0, high = 11, stream = 17}},
                %f2: !x {tc.init = {kind = "randint", low = -3, high = 3, stream = 24}},
                %g0: tensor<2000xi64> {tc.init = {kind = "randint", low = 0, high = 99, stream = 18}},
                %g1: tensor<2000xi1> {tc.init = {kind = "randint", low = 0, high = 2, stream = 25}},
                %g2: tensor<99xi1> {tc.init = {kind = "randint", low = 0, high = 2, stream = 26}},
                %h0: tensor<2x600xi64> {tc.init = {kind = "randint", low = 0, high = 110, stream = 19}},
                %h1: tensor<2x600x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 27}},
                %h2: tensor<110x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 28}})
    -> (tensor<50xf32>, tensor<5x300xbf16>, tensor<13x64xi64>, tensor<200x6xf64>, tensor<7x96xf16>, tensor<9x11xi32>, tensor<99xi1>, tensor<110x96xf32>) {
  %0 = loop.launch @counts(%a0, %a1) : (tensor<20000xf32>, tensor<50xf32>) -> tensor<50xf32>
  %1 = loop.launch @rows(%b0, %b1, %b2) : (tensor<5x700xi64>, tensor<5x700xbf16>, tensor<5x300xbf16>) -> tensor<5x300xbf16>
  %2 = loop.launch @clusters(%c0, %c1, %c2) : (tensor<3000xi64>, tensor<3000x64xi64>, tensor<13x64xi64>) -> tensor<13x64xi64>
  %3 = loop.launch @fours(%d0, %d1, %d2) : (tensor<900xi64>, tensor<900x4xf64>, tensor<200x6xf64>) -> tensor<200x6xf64>
  %4 = loop.launch @wide(%e0, %e1, %e2) : (tensor<600xi64>, tensor<600x96xf16>, tensor<7x96xf16>) -> tensor<7x96xf16>
  %5 = loop.launch @symbols(%f0, %f1, %f2) : (!p, !p, !x) -> tensor<9x11xi32>
  %6 = loop.launch @any(%g0, %g1, %g2) : (tensor<2000xi64>, tensor<2000xi1>, tensor<99xi1>) -> tensor<99xi1>
  %7 = loop.launch @strips(%h0, %h1, %h2) : (tensor<2x600xi64>, tensor<2x600x96xf32>, tensor<110x96xf32>) -> tensor<110x96xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<50xf32>, tensor<5x300xbf16>, tensor<13x64xi64>, tensor<200x6xf64>, tensor<7x96xf16>, tensor<9x11xi32>, tensor<99xi1>, tensor<110x96xf32>
}
}
