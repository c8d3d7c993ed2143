// 125 blocks of a warp each would be more than 32 of a multiprocessor, whose threads
// fit, but a multiprocessor holds 32 blocks at most.
// RUN: tc-opt %s "--loop-schedule=target=emulate disable=rows,products" -o %t && FileCheck %s < %t
// RUN: tc-opt %t "--loop-schedule=target=emulate" | diff %t -
// CHECK: step = 8 : i64, to = "grid"}], threads = 32 : i64}]}
!x = tensor<1x40x5x5xf32>
loop.kernel private @grouped(%x: !x {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %w: tensor<40x20x1x1xf32>) -> (!x {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) iters(n = 1, c = 40, h = 5, v = 5, i = 20, p = 1, q = 1) {
  %y = loop.contract (n, c, h, v) over (i, p, q) reads(%a = %x[n, i + 20*floordiv(c, 20), h + p, v + q] : !x, %b = %w[c, i, p, q] : tensor<40x20x1x1xf32>) -> !x {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !x
}
