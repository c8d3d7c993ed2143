// Scatters of rows: a block owns positions, its threads look for them together
// and share each row, and makes the base's rows there in the same launch: each
// row of the result is written once. All are compared with the interpreter bit by bit, in the
// suite, and here on emulated threads. Fewer rows are combined in shared memory: bins.mlir.
// RUN: tc-opt %s --loop-schedule='target=cuda,tune=sm_90a disable=bins' -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %t.1 --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=CODE
// RUN: tc-opt %s --loop-schedule='target=emulate disable=bins' -o %t.0 && tc-interpret %t.0 --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// RUN: sed 's/n = 700 : i64, m = 37/n = 0 : i64, m = 7/' %t.0 > %t.none.mlir && tc-interpret %t.none.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// RUN: sed 's/n = 700 : i64, m = 37/n = 2001 : i64, m = 1/' %t.0 > %t.thin.mlir && tc-interpret %t.thin.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// RUN: sed 's/high = 50, stream = 1/high = 51, stream = 1/' %s > %t.outside.mlir
// RUN: not env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.outside.mlir --target=emulate --repeat=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: TC-1520
// RUN: sed 's/, threads = 64/, threads = 512/' %t.1 | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=WIDE
// Steps of other lengths: the same results.
// RUN: sed 's/step = \(1024\|3072\) : i64, to = "seq"/step = 512 : i64, to = "seq"/g; s/overlap = "dependent", //g' %t.1 > %t.short.mlir && tc-interpret %t.short.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// RUN: sed 's/step = \(1024\|3072\) : i64, to = "seq"/step = 8192 : i64, to = "seq"/' %t.1 | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: [TC-0610] loop.schedule: {{.*}}step must be a number from 64 to 4096
// WIDE: [TC-0611] loop.schedule: {{.*}}threads: of a block that owns positions at most 256 (L6)

!x = tensor<?x?xf32, #tc.dims<[n, m]>>
!y = tensor<13x?xf32, #tc.dims<[13, m]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 700 : i64, m = 37 : i64}} {

// Vectors of 16 bytes; positions are loaded, and what is found marked, before
// any element is: the least number of a row's points, too. An element is stored
// in three places: of the base with a row's first point, of the result with a
// later one, of the base alone.
// CHECK: loop.kernel @halves
// CHECK-SAME: as = "owners", of = [1], parts = 256
// CHECK-SAME: run = 1 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}], for = ["i"], step = 3072 : i64, to = "seq"}, {body = [{body = [{body = [{run = 0 : i64}], for = ["copy.{{[0-9]+}}"], to = "vector"}], for = ["copy.{{[0-9]+}}"], to = "thread"}], for = ["copy.{{[0-9]+}}"], step = 1 : i64, to = "seq"}], for = ["owner.{{[0-9]+}}"], step = 1 : i64, to = "grid"
// CODE: gpu.func @halves(
// CODE-COUNT-16: llvm.load {{.*}} -> i64
// CODE: llvm.atomicrmw min
// CODE: gpu.barrier
// CODE: llvm.atomicrmw _or
// CODE: gpu.barrier
// CODE: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr -> vector<8xi16>
// CODE: llvm.store {{.*}} {alignment = 16 : i64} : vector<8xi16>
// CODE: } else {
// CODE: llvm.store {{.*}} {alignment = 16 : i64} : vector<8xi16>
// CODE: scf.yield
// CODE: llvm.store {{.*}} {alignment = 16 : i64} : vector<8xi16>
// CODE: gpu.return
loop.kernel @halves(%at: tensor<3000xi64>, %x: tensor<3000x48xbf16>, %base: tensor<50x48xbf16>) -> tensor<50x48xbf16> iters(i = 3000, j = 48) {
  %y = loop.scatter (i, j) into %base : tensor<50x48xbf16> [add] reads(%p = %at[i] : tensor<3000xi64>, %a = %x[i, j] : tensor<3000x48xbf16>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, bf16
  }
  loop.yield %y : tensor<50x48xbf16>
}

// Rows of two dimensions, for each point of a third.
// CHECK: loop.kernel @deep
// CHECK-SAME: for = ["h", "d"], to = "thread"}], for = ["i"], step = 512 : i64, to = "seq"}, {body = [{body = [{body = [{run = 0 : i64}], for = ["copy.{{[0-9]+}}"], to = "vector"}], for = ["copy.{{[0-9]+}}", "copy.{{[0-9]+}}"], to = "thread"}], for = ["copy.{{[0-9]+}}"], step = 1 : i64, to = "seq"}], for = ["b", "owner.{{[0-9]+}}"], step = 1 : i64, to = "grid"
loop.kernel @deep(%at: tensor<3x300xi64>, %x: tensor<3x300x5x12xf32>, %base: tensor<3x11x5x12xf32>) -> tensor<3x11x5x12xf32> iters(b = 3, i = 300, h = 5, d = 12) {
  %y = loop.scatter (b, i, h, d) into %base : tensor<3x11x5x12xf32> [add] reads(%p = %at[b, i] : tensor<3x300xi64>, %a = %x[b, i, h, d] : tensor<3x300x5x12xf32>) {
    %b = loop.index #tc.size<b>
    %h = loop.index #tc.size<h>
    %d = loop.index #tc.size<d>
    loop.yield %b, %p, %h, %d, %a : i64, i64, i64, i64, f32
  }
  loop.yield %y : tensor<3x11x5x12xf32>
}

// All at one position, in rows that no vector divides and longer than a block.
// CHECK: loop.kernel @equal
// CHECK-SAME: run = 1 : i64}], for = ["j"], to = "thread"}], for = ["i"], step = 1024 : i64, to = "seq"
loop.kernel @equal(%x: tensor<150x277xf32>, %base: tensor<9x277xf32>) -> tensor<9x277xf32> iters(i = 150, j = 277) {
  %y = loop.scatter (i, j) into %base : tensor<9x277xf32> [add] reads(%a = %x[i, j] : tensor<150x277xf32>) {
    %p = prim.constant 5 : i64
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : tensor<9x277xf32>
}

// The last point wins, of positions that are all there, each twice.
// CHECK: loop.kernel @last
// CHECK-SAME: to = "seq"
loop.kernel @last(%x: tensor<2200x32xf32>, %base: tensor<1100x32xf32>) -> tensor<1100x32xf32> iters(i = 2200, j = 32) {
  %y = loop.scatter (i, j) into %base : tensor<1100x32xf32> [set] reads(%a = %x[i, j] : tensor<2200x32xf32>) {
    %p = loop.index #tc.size<mod(7*i, 1100)>
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : tensor<1100x32xf32>
}

// Positions that differ along a row are each thread's own.
// CHECK: loop.kernel @apart
// CHECK-NOT: to = "seq"
// CHECK: loop.kernel @symbols
// CHECK-SAME: to = "seq"
loop.kernel @apart(%at: tensor<600x40xi64>, %x: tensor<600x40xf32>, %base: tensor<13x40xf32>) -> tensor<13x40xf32> iters(i = 600, j = 40) {
  %y = loop.scatter (i, j) into %base : tensor<13x40xf32> [add] reads(%p = %at[i, j] : tensor<600x40xi64>, %a = %x[i, j] : tensor<600x40xf32>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : tensor<13x40xf32>
}

loop.kernel @symbols(%at: tensor<?xi64, #tc.dims<[n]>>, %x: !x, %base: !y) -> !y iters(i = n, j = m) {
  %y = loop.scatter (i, j) into %base : !y [add] reads(%p = %at[i] : tensor<?xi64, #tc.dims<[n]>>, %a = %x[i, j] : !x) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : !y
}

func.func @main(%a0: tensor<3000xi64> {tc.init = {kind = "randint", low = 0, high = 50, stream = 1}},
                %a1: tensor<3000x48xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %a2: tensor<50x48xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %b0: tensor<3x300xi64> {tc.init = {kind = "randint", low = 0, high = 11, stream = 4}},
                %b1: tensor<3x300x5x12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %b2: tensor<3x11x5x12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                %c1: tensor<150x277xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
                %c2: tensor<9x277xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
                %d1: tensor<2200x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}},
                %d2: tensor<1100x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10}},
                %e0: tensor<600x40xi64> {tc.init = {kind = "randint", low = 0, high = 13, stream = 11}},
                %e1: tensor<600x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}},
                %e2: tensor<13x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 13}},
                %f0: tensor<?xi64, #tc.dims<[n]>> {tc.init = {kind = "randint", low = 0, high = 13, stream = 14}},
                %f1: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 15}},
                %f2: !y {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 16}})
    -> (tensor<50x48xbf16>, tensor<3x11x5x12xf32>, tensor<9x277xf32>, tensor<1100x32xf32>, tensor<13x40xf32>, !y) {
  %0 = loop.launch @halves(%a0, %a1, %a2) : (tensor<3000xi64>, tensor<3000x48xbf16>, tensor<50x48xbf16>) -> tensor<50x48xbf16>
  %1 = loop.launch @deep(%b0, %b1, %b2) : (tensor<3x300xi64>, tensor<3x300x5x12xf32>, tensor<3x11x5x12xf32>) -> tensor<3x11x5x12xf32>
  %2 = loop.launch @equal(%c1, %c2) : (tensor<150x277xf32>, tensor<9x277xf32>) -> tensor<9x277xf32>
  %3 = loop.launch @last(%d1, %d2) : (tensor<2200x32xf32>, tensor<1100x32xf32>) -> tensor<1100x32xf32>
  %4 = loop.launch @apart(%e0, %e1, %e2) : (tensor<600x40xi64>, tensor<600x40xf32>, tensor<13x40xf32>) -> tensor<13x40xf32>
  %5 = loop.launch @symbols(%f0, %f1, %f2) : (tensor<?xi64, #tc.dims<[n]>>, !x, !y) -> !y
  return %0, %1, %2, %3, %4, %5 : tensor<50x48xbf16>, tensor<3x11x5x12xf32>, tensor<9x277xf32>, tensor<1100x32xf32>, tensor<13x40xf32>, !y
}
}
