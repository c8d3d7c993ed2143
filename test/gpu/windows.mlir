// Threads with several points of windows, written by hand as no chooser does: a
// last tile that shares points with the one before, windows some points apart and
// with gaps, channels that are vectors, sums so long that they are added up in
// blocks, several reductions at once, a window whose steps are not all written
// out. The last one is chosen.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.1
// RUN: FileCheck %s --input-file=%t.1
// CHECK: @chosen{{.*}}{run = 0 : i64}], for = ["w"], to = "unroll"}], for = ["p", "q"], step = 3 : i64, to = "seq"}
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
module attributes {tc.version = "0.1"} {
  loop.kernel private @strided(%x: tensor<2x23x9x8xbf16>, %w: tensor<5x3x8xbf16>) -> tensor<2x10x9x8xbf16> iters(n = 2, h = 10, w = 9, c = 8, p = 5, q = 3) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["w", "c"], step = 256, to = "grid", body = [{for = ["h"], step = 3, to = "grid", body = [{for = ["w", "c"], step = 4, to = "thread", body = [{for = ["c"], to = "vector", body = [{for = ["q", "p"], step = 5, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}, {for = ["h"], to = "unroll", body = [{run = 1}]}]}]}]}]}]}]}]}} {
    %0 = loop.contract (n, h, w, c) over (p, q) reads(%a = %x[n, 2*h + p - 2, w + 2*q - 2, c] : tensor<2x23x9x8xbf16> else 0.0, %b = %w[p, q, c] : tensor<5x3x8xbf16>) -> tensor<2x10x9x8xf32> {
      %2 = prim.convert_element_type %a : bf16 to f32
      %3 = prim.convert_element_type %b : bf16 to f32
      loop.yield %2, %3 : f32, f32
    }
    %1 = loop.map (n, h, w, c) reads(%a = %0[n, h, w, c] : tensor<2x10x9x8xf32>) -> tensor<2x10x9x8xbf16> {
      %2 = prim.convert_element_type %a : f32 to bf16
      loop.yield %2 : bf16
    }
    loop.yield %1 : tensor<2x10x9x8xbf16>
  }
  loop.kernel private @long(%x: tensor<3x40x40xf32>, %w: tensor<3x25x25xf32>) -> tensor<3x16x16xf32> iters(c = 3, h = 16, w = 16, p = 25, q = 25) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["c", "w"], step = 64, to = "grid", body = [{for = ["h"], step = 3, to = "grid", body = [{for = ["c", "w"], step = 1, to = "thread", body = [{for = ["q", "p"], step = 5, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}} {
    %0 = loop.contract (c, h, w) over (p, q) reads(%a = %x[c, h + p, w + q] : tensor<3x40x40xf32>, %b = %w[c, p, q] : tensor<3x25x25xf32>) -> tensor<3x16x16xf32> {
      loop.yield %a, %b : f32, f32
    }
    loop.yield %0 : tensor<3x16x16xf32>
  }
  loop.kernel private @pools(%x: tensor<2x12x13x5xf32>) -> (tensor<2x5x6x5xf32>, tensor<2x5x6x5xf32>) iters(n = 2, h = 5, w = 6, c = 5, p = 3, q = 3) attributes {loop.schedule = {launches = [{threads = 32, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["h", "c"], step = 32, to = "grid", body = [{for = ["w"], step = 2, to = "grid", body = [{for = ["h", "c"], step = 1, to = "thread", body = [{for = ["p", "q"], step = 1, to = "seq", body = [{for = ["w"], to = "unroll", body = [{run = 0}, {run = 1}]}]}, {for = ["w"], to = "unroll", body = [{run = 2}]}]}]}]}]}]}]}} {
    %0 = loop.reduce (n, h, w, c) over (p, q) [max] reads(%a = %x[n, 2*h + p, 2*w + q - 1, c] : tensor<2x12x13x5xf32> else -1.0) -> tensor<2x5x6x5xf32> {
      loop.yield %a : f32
    }
    %1 = loop.reduce (n, h, w, c) over (p, q) [add] reads(%a = %x[n, 2*h + p, 2*w + q - 1, c] : tensor<2x12x13x5xf32> else 1.0) -> tensor<2x5x6x5xf32> {
      %2 = prim.mul %a, %a : f32
      loop.yield %2 : f32
    }
    %3 = loop.map (n, h, w, c) reads(%a = %0[n, h, w, c] : tensor<2x5x6x5xf32>, %b = %1[n, h, w, c] : tensor<2x5x6x5xf32>) -> tensor<2x5x6x5xf32> {
      %2 = prim.sub %a, %b : f32
      loop.yield %2 : f32
    }
    loop.yield %1, %3 : tensor<2x5x6x5xf32>, tensor<2x5x6x5xf32>
  }
  loop.kernel private @chosen(%x: tensor<34x36x32xf32>, %w: tensor<5x3x32xf32>) -> tensor<32x36x32xf32> iters(h = 32, w = 36, c = 32, p = 5, q = 3) {
    %0 = loop.contract (h, w, c) over (p, q) reads(%a = %x[h + p - 1, w + q - 1, c] : tensor<34x36x32xf32> else 0.0, %b = %w[p, q, c] : tensor<5x3x32xf32>) -> tensor<32x36x32xf32> {
      loop.yield %a, %b : f32, f32
    }
    loop.yield %0 : tensor<32x36x32xf32>
  }
  func.func @main(%a: tensor<2x23x9x8xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 1 : i64}}, %b: tensor<5x3x8xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 2 : i64}}, %c: tensor<3x40x40xf32> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 3 : i64}}, %d: tensor<3x25x25xf32> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 4 : i64}}, %e: tensor<2x12x13x5xf32> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 5 : i64}}, %f: tensor<34x36x32xf32> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 6 : i64}}, %g: tensor<5x3x32xf32> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 7 : i64}}) -> (tensor<2x10x9x8xbf16>, tensor<3x16x16xf32>, tensor<2x5x6x5xf32>, tensor<2x5x6x5xf32>, tensor<32x36x32xf32>) attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @strided(%a, %b) {loop.places = [{result = 0 : i64}]} : (tensor<2x23x9x8xbf16>, tensor<5x3x8xbf16>) -> tensor<2x10x9x8xbf16>
    %1 = loop.launch @long(%c, %d) {loop.places = [{result = 1 : i64}]} : (tensor<3x40x40xf32>, tensor<3x25x25xf32>) -> tensor<3x16x16xf32>
    %2:2 = loop.launch @pools(%e) {loop.places = [{result = 2 : i64}, {result = 3 : i64}]} : (tensor<2x12x13x5xf32>) -> (tensor<2x5x6x5xf32>, tensor<2x5x6x5xf32>)
    %3 = loop.launch @chosen(%f, %g) {loop.places = [{result = 4 : i64}]} : (tensor<34x36x32xf32>, tensor<5x3x32xf32>) -> tensor<32x36x32xf32>
    return %0, %1, %2#0, %2#1, %3 : tensor<2x10x9x8xbf16>, tensor<3x16x16xf32>, tensor<2x5x6x5xf32>, tensor<2x5x6x5xf32>, tensor<32x36x32xf32>
  }
}
