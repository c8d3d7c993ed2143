// Scatters of rows, some of which have many points: a block that owns
// positions leaves those to a launch behind, in which blocks have a strip of
// each. Both launches are compared with the interpreter, on emulated threads.
// RUN: env TC_NUMBERS=gpu_owner_longer=5,gpu_owner_long_rows=10000 tc-opt %s --loop-schedule='target=cuda,tune=sm_90a disable=bins' -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %t.1 --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=CODE
// RUN: sed 's/overlap = "dependent", //g' %t.1 > %t.plain.mlir && tc-interpret %t.plain.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=2
// Many points of many rows, and none.
// RUN: sed 's/longer = 5/longer = 1/g; s/n = 900 : i64, m = 37/n = 2300 : i64, m = 70/' %t.plain.mlir > %t.many.mlir && tc-interpret %t.many.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// RUN: sed 's/n = 900 : i64, m = 37/n = 0 : i64, m = 7/' %t.plain.mlir > %t.none.mlir && tc-interpret %t.none.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// More points than the launch behind looks at at once.
// RUN: sed 's/n = 900 : i64, m = 37/n = 9300 : i64, m = 3/' %t.plain.mlir > %t.looks.mlir && tc-interpret %t.looks.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// The more points, the more of them a long row has.
// RUN: sed 's/700/9600/g' %s | tc-opt --loop-schedule='target=cuda,tune=sm_90a disable=bins' | FileCheck %s --check-prefix=SHARE
// SHARE: loop.kernel @halves
// SHARE-SAME: longer = 200
// A position outside of the result is found, of long rows, too.
// RUN: sed 's/high = 11 : i64/high = 12 : i64/' %t.plain.mlir > %t.outside.mlir
// RUN: not env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.outside.mlir --target=emulate --repeat=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: TC-1520
// Legality.
// RUN: sed '/loop.kernel @set/s/threads = 64/longer = 5, threads = 64/' %t.1 | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: [TC-0611] loop.schedule: launch 0: longer: the points of a row are combined in their order (L4)
// RUN: sed 's/threads = 64 : i64}, {body = .*/threads = 64 : i64}]}} {/' %t.1 | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=LEFT
// LEFT: [TC-0611] loop.schedule: {{.*}}longer: no launch behind runs stage 1 at the rows that are left (L1)

!x = tensor<?x?xf32, #tc.dims<[n, m]>>
!y = tensor<13x?xf32, #tc.dims<[13, m]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 900 : i64, m = 37 : i64}} {

// Vectors; the strip of the last block is not whole.
// CHECK: loop.kernel @halves
// CHECK-SAME: longer = 5
// CHECK-SAME: {body = [{body = [{body = [{body = [{body = [{body = [{body = [{combine = "shared", run = 1 : i64}], for = ["j"], to = "vector"}], for = ["j"], step = 8 : i64, to = "thread"}], for = ["i"], to = "thread"}], for = ["i"], step = 4096 : i64, to = "seq"}], for = ["j"], step = 32 : i64, to = "grid"}], for = ["owner.4"], step = {{[0-9]+}} : i64, to = "grid"}], overlap = "dependent", resident = 3 : i64, threads = 256
// Points are counted, and rows listed, before any is combined.
// CODE: gpu.func @halves(
// CODE: llvm.atomicrmw add
// CODE: llvm.atomicrmw min
// CODE: llvm.atomicrmw add
// CODE: llvm.store {{.*}} : i32
// CODE: llvm.atomicrmw _or
// CODE: gpu.func @halves_phase1(
// CODE-COUNT-16: llvm.load {{.*}} -> i64
// CODE: gpu.barrier
// CODE-COUNT-16: llvm.load {{.*}} -> vector<8xi16>
// CODE: gpu.barrier
loop.kernel @halves(%at: tensor<700xi64>, %x: tensor<700x48xbf16>, %base: tensor<11x48xbf16>) -> tensor<11x48xbf16> iters(i = 700, j = 48) {
  %y = loop.scatter (i, j) into %base : tensor<11x48xbf16> [add] reads(%p = %at[i] : tensor<700xi64>, %a = %x[i, j] : tensor<700x48xbf16>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, bf16
  }
  loop.yield %y : tensor<11x48xbf16>
}

// Rows of two dimensions, for each point of a third; one row in three is long.
// CHECK: loop.kernel @deep
// CHECK-SAME: for = ["b"], step = 1 : i64, to = "grid"}], overlap = "dependent", resident = 3 : i64, threads = 256
loop.kernel @deep(%at: tensor<3x90xi64>, %x: tensor<3x90x5x12xf32>, %base: tensor<3x40x5x12xf32>) -> tensor<3x40x5x12xf32> iters(b = 3, i = 90, h = 5, d = 12) {
  %y = loop.scatter (b, i, h, d) into %base : tensor<3x40x5x12xf32> [add] reads(%p = %at[b, i] : tensor<3x90xi64>, %a = %x[b, i, h, d] : tensor<3x90x5x12xf32>) {
    %b = loop.index #tc.size<b>
    %i = loop.index #tc.size<i>
    %two = prim.constant 2 : i64
    %zero = prim.constant 0 : i64
    %third = prim.constant 30 : i64
    %first = prim.lt %i, %third : i64
    %q = prim.where %first, %two, %p : i1, i64
    %h = loop.index #tc.size<h>
    %d = loop.index #tc.size<d>
    loop.yield %b, %q, %h, %d, %a : i64, i64, i64, i64, f32
  }
  loop.yield %y : tensor<3x40x5x12xf32>
}

// The greatest of NaN, infinities and what else a base, made by a map, has.
// CHECK: loop.kernel @greatest
// CHECK-SAME: longer = 5
loop.kernel @greatest(%at: tensor<700xi64>, %x: tensor<700x37xf16>) -> tensor<11x37xf16> iters(i = 700, j = 37, r = 11) {
  %base = loop.map (r, j) -> tensor<11x37xf16> {
    %low = prim.constant 0xFC00 : f16
    %nan = prim.constant 0x7E00 : f16
    %r = loop.index #tc.size<mod(r, 3)>
    %two = prim.constant 2 : i64
    %is = prim.eq %r, %two : i64
    %y = prim.where %is, %nan, %low : i1, f16
    loop.yield %y : f16
  }
  %y = loop.scatter (i, j) into %base : tensor<11x37xf16> [max] reads(%p = %at[i] : tensor<700xi64>, %a = %x[i, j] : tensor<700x37xf16>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f16
  }
  loop.yield %y : tensor<11x37xf16>
}

// Steps of which some have no long row: rows in runs.
// CHECK: loop.kernel @products
// CHECK-SAME: longer = 5
loop.kernel @products(%x: tensor<2200x32xi32>, %base: tensor<1100x32xi32>) -> tensor<1100x32xi32> iters(i = 2200, j = 32) {
  %y = loop.scatter (i, j) into %base : tensor<1100x32xi32> [mul] reads(%a = %x[i, j] : tensor<2200x32xi32>) {
    %p = loop.index #tc.size<max(i - 1200, 3 * floordiv(i, 9))>
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, i32
  }
  loop.yield %y : tensor<1100x32xi32>
}

// The last point wins.
// CHECK: loop.kernel @set
// CHECK-NOT: longer
// CHECK: loop.kernel @symbols
// CHECK-SAME: longer = 5
loop.kernel @set(%x: tensor<2200x32xf32>, %base: tensor<11x32xf32>) -> tensor<11x32xf32> iters(i = 2200, j = 32) {
  %y = loop.scatter (i, j) into %base : tensor<11x32xf32> [set] reads(%a = %x[i, j] : tensor<2200x32xf32>) {
    %p = loop.index #tc.size<mod(7*i, 11)>
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : tensor<11x32xf32>
}

loop.kernel @symbols(%at: tensor<?xi64, #tc.dims<[n]>>, %x: !x, %base: !y) -> !y iters(i = n, j = m) {
  %y = loop.scatter (i, j) into %base : !y [add] reads(%p = %at[i] : tensor<?xi64, #tc.dims<[n]>>, %a = %x[i, j] : !x) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : !y
}

func.func @main(%a0: tensor<700xi64> {tc.init = {kind = "randint", low = 0, high = 11, stream = 1}},
                %a1: tensor<700x48xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %a2: tensor<11x48xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %b0: tensor<3x90xi64> {tc.init = {kind = "randint", low = 0, high = 40, stream = 4}},
                %b1: tensor<3x90x5x12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %b2: tensor<3x40x5x12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                %c1: tensor<700x37xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
                %d1: tensor<2200x32xi32> {tc.init = {kind = "randint", low = 1, high = 9, stream = 9}},
                %d2: tensor<1100x32xi32> {tc.init = {kind = "randint", low = 1, high = 9, stream = 10}},
                %e1: tensor<2200x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}},
                %e2: tensor<11x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}},
                %f0: tensor<?xi64, #tc.dims<[n]>> {tc.init = {kind = "randint", low = 0, high = 13, stream = 14}},
                %f1: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 15}},
                %f2: !y {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 16}})
    -> (tensor<11x48xbf16>, tensor<3x40x5x12xf32>, tensor<11x37xf16>, tensor<1100x32xi32>, tensor<11x32xf32>, !y) {
  %0 = loop.launch @halves(%a0, %a1, %a2) : (tensor<700xi64>, tensor<700x48xbf16>, tensor<11x48xbf16>) -> tensor<11x48xbf16>
  %1 = loop.launch @deep(%b0, %b1, %b2) : (tensor<3x90xi64>, tensor<3x90x5x12xf32>, tensor<3x40x5x12xf32>) -> tensor<3x40x5x12xf32>
  %2 = loop.launch @greatest(%a0, %c1) : (tensor<700xi64>, tensor<700x37xf16>) -> tensor<11x37xf16>
  %3 = loop.launch @products(%d1, %d2) : (tensor<2200x32xi32>, tensor<1100x32xi32>) -> tensor<1100x32xi32>
  %4 = loop.launch @set(%e1, %e2) : (tensor<2200x32xf32>, tensor<11x32xf32>) -> tensor<11x32xf32>
  %5 = loop.launch @symbols(%f0, %f1, %f2) : (tensor<?xi64, #tc.dims<[n]>>, !x, !y) -> !y
  return %0, %1, %2, %3, %4, %5 : tensor<11x48xbf16>, tensor<3x40x5x12xf32>, tensor<11x37xf16>, tensor<1100x32xi32>, tensor<11x32xf32>, !y
}
}
