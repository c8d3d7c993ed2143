// Threads with several points of windows, written by hand: what is not allowed,
// and what there is no code for. (test/gpu/windows.mlir runs others.)
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_90a --verify-diagnostics -o /dev/null

loop.kernel @fine(%x: tensor<4x40x16xf32>, %w: tensor<7x16xf32>) -> tensor<4x32x16xf32> iters(n = 4, h = 32, c = 16, p = 7) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["c"], step = 64, to = "grid", body = [{for = ["h"], step = 4, to = "grid", body = [{for = ["c"], step = 1, to = "thread", body = [{for = ["p"], step = 7, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<7x16xf32>) -> tensor<4x32x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x32x16xf32>
}

// -----

loop.kernel @seven_of_32(%x: tensor<4x40x16xf32>, %w: tensor<7x16xf32>) -> tensor<4x32x16xf32> iters(n = 4, h = 32, c = 16, p = 7) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["c"], step = 64, to = "grid", body = [{for = ["h"], step = 7, to = "grid", body = [{for = ["c"], step = 1, to = "thread", body = [{for = ["p"], step = 1, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<7x16xf32>) -> tensor<4x32x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x32x16xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: the steps that are written out divide the last iterator's points, and are at most 64}}
loop.kernel @taps(%x: tensor<4x40x16xf32>, %w: tensor<7x16xf32>) -> tensor<4x32x16xf32> iters(n = 4, h = 32, c = 16, p = 7) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["c"], step = 64, to = "grid", body = [{for = ["h"], step = 4, to = "grid", body = [{for = ["c"], step = 1, to = "thread", body = [{for = ["p"], step = 3, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<7x16xf32>) -> tensor<4x32x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x32x16xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: a thread has 2 to 16 points, and 64 words of sums at most (L6)}}
loop.kernel @points(%x: tensor<4x40x16xf32>, %w: tensor<7x16xf32>) -> tensor<4x32x16xf32> iters(n = 4, h = 32, c = 16, p = 7) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["c"], step = 64, to = "grid", body = [{for = ["h"], step = 32, to = "grid", body = [{for = ["c"], step = 1, to = "thread", body = [{for = ["p"], step = 7, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<7x16xf32>) -> tensor<4x32x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x32x16xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: a thread has 2 to 16 points, and 64 words of sums at most (L6)}}
loop.kernel @words(%x: tensor<4x40x16xf32>, %w: tensor<7x16xf32>) -> tensor<4x32x16xf32> iters(n = 4, h = 32, c = 16, p = 7) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["c"], step = 512, to = "grid", body = [{for = ["h"], step = 16, to = "grid", body = [{for = ["c"], step = 8, to = "thread", body = [{for = ["c"], to = "vector", body = [{for = ["p"], step = 7, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<7x16xf32>) -> tensor<4x32x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x32x16xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: a thread's points are along one iterator of the results, over which no other loop runs (L1)}}
loop.kernel @along(%x: tensor<4x40x16xf32>, %w: tensor<7x16xf32>) -> tensor<4x32x16xf32> iters(n = 4, h = 32, c = 16, p = 7) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["h", "c"], step = 64, to = "grid", body = [{for = ["h"], step = 4, to = "grid", body = [{for = ["h", "c"], step = 1, to = "thread", body = [{for = ["p"], step = 7, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<7x16xf32>) -> tensor<4x32x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x32x16xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: the seq loop runs over what is reduced, each once (L1)}}
loop.kernel @reduced(%x: tensor<4x40x16xf32>, %w: tensor<7x16xf32>) -> tensor<4x32x16xf32> iters(n = 4, h = 32, c = 16, p = 7) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["c"], step = 64, to = "grid", body = [{for = ["h"], step = 4, to = "grid", body = [{for = ["c"], step = 1, to = "thread", body = [{for = ["p", "p"], step = 7, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<7x16xf32>) -> tensor<4x32x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x32x16xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: grid loops run over the iterators of which points do not depend on each other, each once (L1, L2)}}
loop.kernel @missing(%x: tensor<4x40x16xf32>, %w: tensor<7x16xf32>) -> tensor<4x32x16xf32> iters(n = 4, h = 32, c = 16, p = 7) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["c"], step = 64, to = "grid", body = [{for = ["h"], step = 4, to = "grid", body = [{for = ["c"], step = 1, to = "thread", body = [{for = ["p"], step = 7, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<7x16xf32>) -> tensor<4x32x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x32x16xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: loops outside of the last one must cut the sum into short blocks}}
loop.kernel @long(%x: tensor<4x40x16xf32>, %w: tensor<1000x16xf32>) -> tensor<4x32x16xf32> iters(n = 4, h = 32, c = 16, p = 1000) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["c"], step = 64, to = "grid", body = [{for = ["h"], step = 4, to = "grid", body = [{for = ["c"], step = 1, to = "thread", body = [{for = ["p"], step = 1, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<1000x16xf32>) -> tensor<4x32x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x32x16xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: vector: a thread can compute at most 4 adjacent elements at once (L7)}}
loop.kernel @vectors(%x: tensor<4x40x16xf32>, %w: tensor<7x16xf32>) -> tensor<4x32x16xf32> iters(n = 4, h = 32, c = 16, p = 7) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["c"], step = 2048, to = "grid", body = [{for = ["h"], step = 2, to = "grid", body = [{for = ["c"], step = 32, to = "thread", body = [{for = ["c"], to = "vector", body = [{for = ["p"], step = 7, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<7x16xf32>) -> tensor<4x32x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x32x16xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].body[0].body[0].step: there is no code for 128 : i64, but for 64 : i64}}
loop.kernel @width(%x: tensor<4x40x16xf32>, %w: tensor<7x16xf32>) -> tensor<4x32x16xf32> iters(n = 4, h = 32, c = 16, p = 7) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["c"], step = 128, to = "grid", body = [{for = ["h"], step = 4, to = "grid", body = [{for = ["c"], step = 1, to = "thread", body = [{for = ["p"], step = 7, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<7x16xf32>) -> tensor<4x32x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x32x16xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: threads have several points, written out, of a reduction in a seq loop: in grid loops over the others and over tiles along one iterator}}
loop.kernel @no_steps(%x: tensor<4x40x16xf32>, %w: tensor<7x16xf32>) -> tensor<4x32x16xf32> iters(n = 4, h = 32, c = 16, p = 7) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["c"], step = 64, to = "grid", body = [{for = ["h"], step = 4, to = "grid", body = [{for = ["c"], step = 1, to = "thread", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<7x16xf32>) -> tensor<4x32x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x32x16xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: a thread has no more points than there are (L1)}}
loop.kernel @more(%x: tensor<4x40x16xf32>, %w: tensor<7x16xf32>) -> tensor<4x3x16xf32> iters(n = 4, h = 3, c = 16, p = 7) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["n"], step = 1, to = "grid", body = [{for = ["c"], step = 64, to = "grid", body = [{for = ["h"], step = 4, to = "grid", body = [{for = ["c"], step = 1, to = "thread", body = [{for = ["p"], step = 7, to = "seq", body = [{for = ["h"], to = "unroll", body = [{run = 0}]}]}]}]}]}]}]}]}} {
  %0 = loop.contract (n, h, c) over (p) reads(%a = %x[n, h + p, c] : tensor<4x40x16xf32> else 0.0, %b = %w[p, c] : tensor<7x16xf32>) -> tensor<4x3x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<4x3x16xf32>
}
