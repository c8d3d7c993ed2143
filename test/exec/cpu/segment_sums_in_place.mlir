// Steps whose number is data are no blocks of as many steps each, however little
// the second cache keeps of their panel: rows are read in place of all that
// there are.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --target=x86-64-v3,l2=8192 --check --guard --repeat=1
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3,l2=8192 | FileCheck %s
// CHECK: loop.kernel @steps
// CHECK-SAME: product = {column = "n"
// CHECK-NOT: steps =
// CHECK: loop.kernel @pairs
// CHECK-SAME: product = {column = "n"
// CHECK-NOT: steps =
!low = tensor<3xi64>
!y = tensor<3x13x32xf32>

loop.kernel @steps(%x: tensor<13x240xf32>, %w: tensor<240x32xf32>, %low: !low, %high: !low) -> !y iters(g = 3, m = 13, n = 32, b = 240) {
  %s = loop.contract (g, m, n) over (b) reads(%p = %x[m, b] : tensor<13x240xf32>, %q = %w[b, n] : tensor<240x32xf32>, %l = %low[g] : !low, %h = %high[g] : !low) -> !y {
    %at = loop.index #tc.size<b>
    %zero = prim.constant 0.0 : f32
    %0 = prim.ge %at, %l : i64
    %1 = prim.lt %at, %h : i64
    %in = prim.bitwise_and %0, %1 : i1
    %2 = prim.where %in, %p, %zero : i1, f32
    %3 = prim.where %in, %q, %zero : i1, f32
    loop.yield %2, %3 : f32, f32
  }
  loop.yield %s : !y
}

loop.kernel @pairs(%x: tensor<13x30x8xf32>, %w: tensor<30x8x32xf32>, %low: !low, %high: !low) -> !y iters(g = 3, m = 13, n = 32, b = 30, r = 8) {
  %s = loop.contract (g, m, n) over (b, r) reads(%p = %x[m, b, r] : tensor<13x30x8xf32>, %q = %w[b, r, n] : tensor<30x8x32xf32>, %l = %low[g] : !low, %h = %high[g] : !low) -> !y {
    %at = loop.index #tc.size<b>
    %zero = prim.constant 0.0 : f32
    %0 = prim.ge %at, %l : i64
    %1 = prim.lt %at, %h : i64
    %in = prim.bitwise_and %0, %1 : i1
    %2 = prim.where %in, %p, %zero : i1, f32
    %3 = prim.where %in, %q, %zero : i1, f32
    loop.yield %2, %3 : f32, f32
  }
  loop.yield %s : !y
}

func.func @main(%x: tensor<13x240xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %w: tensor<240x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %u: tensor<13x30x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %v: tensor<30x8x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}) -> (!y, !y) {
  %low = prim.constant dense<[0, 7, 230]> : !low
  %high = prim.constant dense<[100, 7, 999]> : !low
  %0 = loop.launch @steps(%x, %w, %low, %high) : (tensor<13x240xf32>, tensor<240x32xf32>, !low, !low) -> !y
  %first = prim.constant dense<[-1, 29, 5]> : !low
  %end = prim.constant dense<[13, 30, 5]> : !low
  %1 = loop.launch @pairs(%u, %v, %first, %end) : (tensor<13x30x8xf32>, tensor<30x8x32xf32>, !low, !low) -> !y
  return %0, %1 : !y, !y
}
