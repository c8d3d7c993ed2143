// A scatter of no points, whose launch makes the base: no thread looks at one.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --guard --repeat=1
!at = tensor<0xi64>
!x = tensor<0x64xf32>
!y = tensor<5000x64xf32>
module attributes {tc.version = "0.1"} {
  // CHECK: loop.kernel private @none
  // CHECK-SAME: [{run = 1 : i64}]
  // CHECK-SAME: {run = 0 : i64}
  loop.kernel private @none(%at: !at, %x: !x, %w: !y) -> !y iters(i = 0, j = 64, r = 5000) {
    %base = loop.map (r, j) reads(%a = %w[r, j] : !y) -> !y {
      %0 = prim.neg %a : f32
      loop.yield %0 : f32
    }
    %y = loop.scatter (i, j) into %base : !y [add] reads(%p = %at[i] : !at, %a = %x[i, j] : !x) {
      %j = loop.index #tc.size<j>
      loop.yield %p, %j, %a : i64, i64, f32
    }
    loop.yield %y : !y
  }
  func.func @main(%at: !at {tc.init = {kind = "randint", low = 0, high = 1, stream = 1}}, %x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w: !y {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> !y {
    %0 = loop.launch @none(%at, %x, %w) : (!at, !x, !y) -> !y
    return %0 : !y
  }
}
