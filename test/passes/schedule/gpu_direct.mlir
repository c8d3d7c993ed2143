// Products whose factors are read in place, written by hand: other tiles, parts of
// the steps and steps that are written out; what there is no code for.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_80 --verify-diagnostics -o /dev/null

loop.kernel @parts(%x: tensor<2x8x6x40xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> iters(n = 2, o = 8, y = 6, x = 40, i = 4, p = 3, q = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{combine = "shared", run = 0, unit = "fma"}], for = ["n", "y", "x"], step = 4, to = "thread"}], for = ["o.7"], step = 2, to = "thread"}], for = ["i", "p", "q"], step = 9, to = "seq"}], for = ["i", "p", "q"], parts = 4, to = "thread"}, {body = [], for = ["o.7", "n", "y", "x"], step = 1, to = "thread"}], for = ["n", "y", "x"], step = 128, to = "grid"}], for = ["o.7"], step = 4, to = "grid"}], for = ["o"], step = 1, to = "grid"}], threads = 256}]}} {
  %0 = loop.contract (n, o, y, x) over (i, p, q) reads(%a = %x[n, 4*floordiv(o, 4) + i, y + p - 1, x + q - 1] : tensor<2x8x6x40xf32> else 0.0, %b = %w[o, i, p, q] : tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x8x6x40xf32>
}

// -----

loop.kernel @alone(%x: tensor<2x8x6x40xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> iters(n = 2, o = 8, y = 6, x = 40, i = 4, p = 3, q = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{run = 0, unit = "fma"}], for = ["n", "y", "x"], step = 2, to = "thread"}], for = ["o.7"], step = 4, to = "thread"}], for = ["i", "p", "q"], step = 36, to = "seq"}, {body = [], for = ["o.7", "n", "y", "x"], step = 1, to = "thread"}], for = ["n", "y", "x"], step = 64, to = "grid"}], for = ["o.7"], step = 4, to = "grid"}], for = ["o"], step = 1, to = "grid"}], threads = 32, resident = 4}]}} {
  %0 = loop.contract (n, o, y, x) over (i, p, q) reads(%a = %x[n, 4*floordiv(o, 4) + i, y + p - 1, x + q - 1] : tensor<2x8x6x40xf32> else 0.0, %b = %w[o, i, p, q] : tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x8x6x40xf32>
}

// -----

loop.kernel @few(%x: tensor<2x8x6x40xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> iters(n = 2, o = 8, y = 6, x = 40, i = 4, p = 3, q = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{combine = "shared", run = 0, unit = "fma"}], for = ["n", "y", "x"], step = 1, to = "thread"}], for = ["o.7"], step = 1, to = "thread"}], for = ["i", "p", "q"], step = 1, to = "seq"}], for = ["i", "p", "q"], parts = 3, to = "thread"}, {body = [], for = ["o.7", "n", "y", "x"], step = 1, to = "thread"}], for = ["n", "y", "x"], step = 32, to = "grid"}], for = ["o.7"], step = 1, to = "grid"}], for = ["o"], step = 1, to = "grid"}], threads = 96}]}} {
  %0 = loop.contract (n, o, y, x) over (i, p, q) reads(%a = %x[n, 4*floordiv(o, 4) + i, y + p - 1, x + q - 1] : tensor<2x8x6x40xf32> else 0.0, %b = %w[o, i, p, q] : tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x8x6x40xf32>
}

// -----

loop.kernel @two(%x: tensor<2x8x6x40xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> iters(n = 2, o = 8, y = 6, x = 40, i = 4, p = 3, q = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{combine = "shared", run = 0, unit = "fma"}], for = ["n", "y", "x"], step = 1, to = "thread"}], for = ["o.7"], step = 4, to = "thread"}], for = ["i", "p", "q"], step = 18, to = "seq"}], for = ["i", "p", "q"], parts = 2, to = "thread"}, {body = [], for = ["o.7", "n", "y", "x"], step = 1, to = "thread"}], for = ["n", "y", "x"], step = 32, to = "grid"}], for = ["o.7"], step = 4, to = "grid"}], for = ["o"], step = 1, to = "grid"}], threads = 64}]}} {
  %0 = loop.contract (n, o, y, x) over (i, p, q) reads(%a = %x[n, 4*floordiv(o, 4) + i, y + p - 1, x + q - 1] : tensor<2x8x6x40xf32> else 0.0, %b = %w[o, i, p, q] : tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x8x6x40xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: threads must divide the tile, with at most 64 sums each (L6)}}
loop.kernel @uneven(%x: tensor<2x8x6x40xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> iters(n = 2, o = 8, y = 6, x = 40, i = 4, p = 3, q = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{combine = "shared", run = 0, unit = "fma"}], for = ["n", "y", "x"], step = 4, to = "thread"}], for = ["o.7"], step = 3, to = "thread"}], for = ["i", "p", "q"], step = 9, to = "seq"}], for = ["i", "p", "q"], parts = 4, to = "thread"}, {body = [], for = ["o.7", "n", "y", "x"], step = 1, to = "thread"}], for = ["n", "y", "x"], step = 128, to = "grid"}], for = ["o.7"], step = 4, to = "grid"}], for = ["o"], step = 1, to = "grid"}], threads = 256}]}} {
  %0 = loop.contract (n, o, y, x) over (i, p, q) reads(%a = %x[n, 4*floordiv(o, 4) + i, y + p - 1, x + q - 1] : tensor<2x8x6x40xf32> else 0.0, %b = %w[o, i, p, q] : tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x8x6x40xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: threads must divide the tile, with at most 64 sums each (L6)}}
loop.kernel @many(%x: tensor<2x8x6x40xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> iters(n = 2, o = 8, y = 6, x = 40, i = 4, p = 3, q = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{run = 0, unit = "fma"}], for = ["n", "y", "x"], step = 32, to = "thread"}], for = ["o.7"], step = 4, to = "thread"}], for = ["i", "p", "q"], step = 9, to = "seq"}, {body = [], for = ["o.7", "n", "y", "x"], step = 1, to = "thread"}], for = ["n", "y", "x"], step = 1024, to = "grid"}], for = ["o.7"], step = 4, to = "grid"}], for = ["o"], step = 1, to = "grid"}], threads = 32}]}} {
  %0 = loop.contract (n, o, y, x) over (i, p, q) reads(%a = %x[n, 4*floordiv(o, 4) + i, y + p - 1, x + q - 1] : tensor<2x8x6x40xf32> else 0.0, %b = %w[o, i, p, q] : tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x8x6x40xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: threads of all parts of the steps must be whole waves, at most 1024 (L6)}}
loop.kernel @waves(%x: tensor<2x8x6x40xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> iters(n = 2, o = 8, y = 6, x = 40, i = 4, p = 3, q = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{run = 0, unit = "fma"}], for = ["n", "y", "x"], step = 4, to = "thread"}], for = ["o.7"], step = 4, to = "thread"}], for = ["i", "p", "q"], step = 9, to = "seq"}, {body = [], for = ["o.7", "n", "y", "x"], step = 1, to = "thread"}], for = ["n", "y", "x"], step = 64, to = "grid"}], for = ["o.7"], step = 4, to = "grid"}], for = ["o"], step = 1, to = "grid"}], threads = 16}]}} {
  %0 = loop.contract (n, o, y, x) over (i, p, q) reads(%a = %x[n, 4*floordiv(o, 4) + i, y + p - 1, x + q - 1] : tensor<2x8x6x40xf32> else 0.0, %b = %w[o, i, p, q] : tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x8x6x40xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: the steps that are written out must be all points of the innermost iterators, of the outermost of these an equal part, and at most 64 (L6)}}
loop.kernel @steps(%x: tensor<2x8x6x40xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> iters(n = 2, o = 8, y = 6, x = 40, i = 4, p = 3, q = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{run = 0, unit = "fma"}], for = ["n", "y", "x"], step = 4, to = "thread"}], for = ["o.7"], step = 4, to = "thread"}], for = ["i", "p", "q"], step = 6, to = "seq"}, {body = [], for = ["o.7", "n", "y", "x"], step = 1, to = "thread"}], for = ["n", "y", "x"], step = 128, to = "grid"}], for = ["o.7"], step = 4, to = "grid"}], for = ["o"], step = 1, to = "grid"}], threads = 32}]}} {
  %0 = loop.contract (n, o, y, x) over (i, p, q) reads(%a = %x[n, 4*floordiv(o, 4) + i, y + p - 1, x + q - 1] : tensor<2x8x6x40xf32> else 0.0, %b = %w[o, i, p, q] : tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x8x6x40xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: the sums of a block must fit in 48 KiB of shared memory (L6)}}
loop.kernel @shared(%x: tensor<2x8x6x40xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> iters(n = 2, o = 8, y = 6, x = 40, i = 4, p = 3, q = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{combine = "shared", run = 0, unit = "fma"}], for = ["n", "y", "x"], step = 8, to = "thread"}], for = ["o.7"], step = 4, to = "thread"}], for = ["i", "p", "q"], step = 9, to = "seq"}], for = ["i", "p", "q"], parts = 16, to = "thread"}, {body = [], for = ["o.7", "n", "y", "x"], step = 1, to = "thread"}], for = ["n", "y", "x"], step = 512, to = "grid"}], for = ["o.7"], step = 4, to = "grid"}], for = ["o"], step = 1, to = "grid"}], threads = 1024}]}} {
  %0 = loop.contract (n, o, y, x) over (i, p, q) reads(%a = %x[n, 4*floordiv(o, 4) + i, y + p - 1, x + q - 1] : tensor<2x8x6x40xf32> else 0.0, %b = %w[o, i, p, q] : tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x8x6x40xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].threads: there is no code for}}
loop.kernel @threads(%x: tensor<2x8x6x40xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> iters(n = 2, o = 8, y = 6, x = 40, i = 4, p = 3, q = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{combine = "shared", run = 0, unit = "fma"}], for = ["n", "y", "x"], step = 4, to = "thread"}], for = ["o.7"], step = 2, to = "thread"}], for = ["i", "p", "q"], step = 9, to = "seq"}], for = ["i", "p", "q"], parts = 4, to = "thread"}, {body = [], for = ["o.7", "n", "y", "x"], step = 1, to = "thread"}], for = ["n", "y", "x"], step = 128, to = "grid"}], for = ["o.7"], step = 4, to = "grid"}], for = ["o"], step = 1, to = "grid"}], threads = 128}]}} {
  %0 = loop.contract (n, o, y, x) over (i, p, q) reads(%a = %x[n, 4*floordiv(o, 4) + i, y + p - 1, x + q - 1] : tensor<2x8x6x40xf32> else 0.0, %b = %w[o, i, p, q] : tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x8x6x40xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0]}}
loop.kernel @combine(%x: tensor<2x8x6x40xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> iters(n = 2, o = 8, y = 6, x = 40, i = 4, p = 3, q = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{run = 0, unit = "fma"}], for = ["n", "y", "x"], step = 4, to = "thread"}], for = ["o.7"], step = 2, to = "thread"}], for = ["i", "p", "q"], step = 9, to = "seq"}], for = ["i", "p", "q"], parts = 4, to = "thread"}, {body = [], for = ["o.7", "n", "y", "x"], step = 1, to = "thread"}], for = ["n", "y", "x"], step = 128, to = "grid"}], for = ["o.7"], step = 4, to = "grid"}], for = ["o"], step = 1, to = "grid"}], threads = 256}]}} {
  %0 = loop.contract (n, o, y, x) over (i, p, q) reads(%a = %x[n, 4*floordiv(o, 4) + i, y + p - 1, x + q - 1] : tensor<2x8x6x40xf32> else 0.0, %b = %w[o, i, p, q] : tensor<8x4x3x3xf32>) -> tensor<2x8x6x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x8x6x40xf32>
}

// -----

loop.kernel @beside(%x: tensor<8x16xf32>, %y: tensor<16x40xf32>, %z: tensor<16x48xf32>) -> (tensor<8x40xf32>, tensor<8x48xf32>) iters(i = 8, j = 40, l = 48, k = 16) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{combine = "shared", run = 0, unit = "fma"}], for = ["j"], step = 1, to = "thread"}], for = ["i"], step = 4, to = "thread"}], for = ["k"], step = 4, to = "seq"}], for = ["k"], parts = 2, to = "thread"}, {body = [], for = ["i", "j"], step = 1, to = "thread"}], for = ["j"], step = 32, to = "grid"}], for = ["i"], step = 8, to = "grid"}, {body = [{body = [{body = [{body = [{body = [{body = [{combine = "shared", run = 1, unit = "fma"}], for = ["l"], step = 1, to = "thread"}], for = ["i"], step = 4, to = "thread"}], for = ["k"], step = 4, to = "seq"}], for = ["k"], parts = 2, to = "thread"}, {body = [], for = ["i", "l"], step = 1, to = "thread"}], for = ["l"], step = 32, to = "grid"}], for = ["i"], step = 8, to = "grid"}], threads = 128}]}} {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<8x16xf32>, %b = %y[k, j] : tensor<16x40xf32>) -> tensor<8x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  %1 = loop.contract (i, l) over (k) reads(%a = %x[i, k] : tensor<8x16xf32>, %b = %z[k, l] : tensor<16x48xf32>) -> tensor<8x48xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0, %1 : tensor<8x40xf32>, tensor<8x48xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: loops to the grid beside each other are of maps by points, each with a loop, or in transposed tiles, or of products by as many threads, of one form}}
loop.kernel @fewer(%x: tensor<8x16xf32>, %y: tensor<16x40xf32>, %z: tensor<16x48xf32>) -> (tensor<8x40xf32>, tensor<8x48xf32>) iters(i = 8, j = 40, l = 48, k = 16) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{body = [{body = [{combine = "shared", run = 0, unit = "fma"}], for = ["j"], step = 1, to = "thread"}], for = ["i"], step = 4, to = "thread"}], for = ["k"], step = 4, to = "seq"}], for = ["k"], parts = 2, to = "thread"}, {body = [], for = ["i", "j"], step = 1, to = "thread"}], for = ["j"], step = 32, to = "grid"}], for = ["i"], step = 8, to = "grid"}, {body = [{body = [{body = [{body = [{body = [{run = 1, unit = "fma"}], for = ["l"], step = 1, to = "thread"}], for = ["i"], step = 4, to = "thread"}], for = ["k"], step = 4, to = "seq"}, {body = [], for = ["i", "l"], step = 1, to = "thread"}], for = ["l"], step = 32, to = "grid"}], for = ["i"], step = 8, to = "grid"}], threads = 128}]}} {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<8x16xf32>, %b = %y[k, j] : tensor<16x40xf32>) -> tensor<8x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  %1 = loop.contract (i, l) over (k) reads(%a = %x[i, k] : tensor<8x16xf32>, %b = %z[k, l] : tensor<16x48xf32>) -> tensor<8x48xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0, %1 : tensor<8x40xf32>, tensor<8x48xf32>
}
