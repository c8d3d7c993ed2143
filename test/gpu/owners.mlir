// Scatters whose positions the data decides, over enough points for threads to
// share them by positions (blocks would from 1024 points on): each adds in the
// order of the points. Compared with the interpreter bit by bit, in the suite.
// Blocks of threads that share them: block_owners.mlir.
// RUN: env TC_NUMBERS=gpu_owner_searched=4096 tc-opt %s --loop-schedule='target=cuda,tune=sm_90a disable=bins' -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %t.1 --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=CODE
// RUN: sed 's/as = "owners", of = \[[0-9]*\], parts = [0-9]*/as = "owners", of = [1], parts = 24/' %t.1 | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: [TC-0611] loop.schedule: launch 0: adds: owners are a power of two, of one scatter that is not distinct (L2)

!x = tensor<1500x20xf32>
!y = tensor<13x20xf32>

// What else is read is read by the owner alone: behind the comparison.
// CHECK: loop.kernel @rows
// CHECK-SAME: adds = [{as = "owners", of = [1], parts = 64 : i64}]
// CHECK-SAME: {run = 1 : i64}], for = ["owner.{{[0-9]+}}", "j"]
// CODE: gpu.func @rows_phase1
// CODE: arith.andi
// CODE: arith.cmpi eq
// CODE: scf.if
// CODE: llvm.load {{.*}} f32
// CODE: gpu.return
loop.kernel @rows(%at: tensor<1500xi64>, %x: !x, %base: !y) -> !y iters(i = 1500, j = 20) {
  %y = loop.scatter (i, j) into %base : !y [add] reads(%p = %at[i] : tensor<1500xi64>, %a = %x[i, j] : !x) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : !y
}

// Two positions, of which neither is an iterator; the last point wins.
// CHECK: loop.kernel @set
// CHECK-SAME: as = "owners"
loop.kernel @set(%at: tensor<1500xi64>, %base: tensor<16x5xf32>) -> tensor<16x5xf32> iters(i = 1500) {
  %y = loop.scatter (i) into %base : tensor<16x5xf32> [set] reads(%p = %at[i] : tensor<1500xi64>) {
    %i = loop.index #tc.size<i>
    %q = loop.index #tc.size<mod(3*i, 5)>
    %v = prim.convert_element_type %i : i64 to f32
    loop.yield %p, %q, %v : i64, i64, f32
  }
  loop.yield %y : tensor<16x5xf32>
}

// Few points: one task goes through them.
// CHECK: loop.kernel @few
// CHECK-NOT: owners
loop.kernel @few(%at: tensor<100xi64>, %base: tensor<13xf32>) -> tensor<13xf32> iters(i = 100) {
  %y = loop.scatter (i) into %base : tensor<13xf32> [add] reads(%p = %at[i] : tensor<100xi64>) {
    %v = prim.convert_element_type %p : i64 to f32
    loop.yield %p, %v : i64, f32
  }
  loop.yield %y : tensor<13xf32>
}

func.func @main(%at: tensor<1500xi64> {tc.init = {kind = "randint", low = 0, high = 13, stream = 1}}, %x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %b: !y {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %c: tensor<16x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %s: tensor<100xi64> {tc.init = {kind = "randint", low = 0, high = 13, stream = 5}}, %d: tensor<13xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}}) -> (!y, tensor<16x5xf32>, tensor<13xf32>) {
  %0 = loop.launch @rows(%at, %x, %b) : (tensor<1500xi64>, !x, !y) -> !y
  %1 = loop.launch @set(%at, %c) : (tensor<1500xi64>, tensor<16x5xf32>) -> tensor<16x5xf32>
  %2 = loop.launch @few(%s, %d) : (tensor<100xi64>, tensor<13xf32>) -> tensor<13xf32>
  return %0, %1, %2 : !y, tensor<16x5xf32>, tensor<13xf32>
}
