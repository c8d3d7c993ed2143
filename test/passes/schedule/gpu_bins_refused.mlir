// Schedules of scatters in shared memory that are not allowed.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a --split-input-file --verify-diagnostics

// Threads of one wave take turns: no others can.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: shares: threads that share bins are a part of a wave, or have columns of their own in rows of as many points (L2)}}
loop.kernel @waves(%at: tensor<900xi64>, %x: tensor<900xf32>, %w: tensor<50xf32>) -> tensor<50xf32> iters(i = 900, j = 50) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{combine = "shared", run = 1 : i64, shares = 64 : i64}], for = ["i"], to = "thread"}], for = ["i"], step = 128 : i64, to = "seq"}, {body = [{run = 0 : i64}], for = ["j"], to = "thread"}], threads = 128 : i64}]}} {
  %base = loop.map (j) reads(%a = %w[j] : tensor<50xf32>) -> tensor<50xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i) into %base : tensor<50xf32> [add] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i] : tensor<900xf32>) {
    loop.yield %p, %a : i64, f32
  }
  loop.yield %y : tensor<50xf32>
}

// -----

// A row of 96 points is that of 96 threads where the block has whole rows.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: shares: threads that share bins}}
loop.kernel @part_of_a_row(%at: tensor<900xi64>, %x: tensor<900x96xf32>, %w: tensor<5x96xf32>) -> tensor<5x96xf32> iters(i = 900, j = 96, k = 5) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{combine = "shared", run = 1 : i64, shares = 96 : i64}], for = ["i", "j"], to = "thread"}], for = ["i", "j"], step = 128 : i64, to = "seq"}, {body = [{run = 0 : i64}], for = ["k", "j"], to = "thread"}], threads = 128 : i64}]}} {
  %base = loop.map (k, j) reads(%a = %w[k, j] : tensor<5x96xf32>) -> tensor<5x96xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i, j) into %base : tensor<5x96xf32> [add] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i, j] : tensor<900x96xf32>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : tensor<5x96xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: shares: the copies of all bins are more than a block's shared memory has room for (L6)}}
loop.kernel @many(%at: tensor<900xi64>, %x: tensor<900xf32>, %w: tensor<30000xf32>) -> tensor<30000xf32> iters(i = 900, j = 30000) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{combine = "shared", run = 1 : i64, shares = 32 : i64}], for = ["i"], to = "thread"}], for = ["i"], step = 64 : i64, to = "seq"}, {body = [{run = 0 : i64}], for = ["j"], to = "thread"}], threads = 64 : i64}]}} {
  %base = loop.map (j) reads(%a = %w[j] : tensor<30000xf32>) -> tensor<30000xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i) into %base : tensor<30000xf32> [add] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i] : tensor<900xf32>) {
    loop.yield %p, %a : i64, f32
  }
  loop.yield %y : tensor<30000xf32>
}

// -----

// The last point that is written stays.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: only of a scatter without owners, whose points are combined in any order (L4)}}
loop.kernel @set(%at: tensor<900xi64>, %x: tensor<900xf32>, %w: tensor<50xf32>) -> tensor<50xf32> iters(i = 900, j = 50) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{combine = "shared", run = 1 : i64, shares = 32 : i64}], for = ["i"], to = "thread"}], for = ["i"], step = 128 : i64, to = "seq"}], threads = 128 : i64}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], threads = 128 : i64}]}} {
  %base = loop.map (j) reads(%a = %w[j] : tensor<50xf32>) -> tensor<50xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i) into %base : tensor<50xf32> [set] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i] : tensor<900xf32>) {
    loop.yield %p, %a : i64, f32
  }
  loop.yield %y : tensor<50xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: the number of a block's bins is not known (L6)}}
loop.kernel @symbolic(%at: tensor<900xi64>, %x: tensor<900xf32>, %w: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = 900, j = n) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{combine = "shared", run = 1 : i64, shares = 32 : i64}], for = ["i"], to = "thread"}], for = ["i"], step = 128 : i64, to = "seq"}], threads = 128 : i64}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], threads = 128 : i64}]}} {
  %base = loop.map (j) reads(%a = %w[j] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i) into %base : tensor<?xf32, #tc.dims<[n]>> [add] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i] : tensor<900xf32>) {
    loop.yield %p, %a : i64, f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 2: a map of arguments makes the scatter's base, which the launch computes, too}}
loop.kernel @no_map(%at: tensor<900xi64>, %x: tensor<900xf32>, %w: tensor<50x30xf32>) -> tensor<50xf32> iters(i = 900, j = 50, k = 30) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0 : i64}], for = ["k"], to = "thread"}], for = ["j"], step = 1 : i64, to = "grid"}], threads = 32 : i64}, {body = [{body = [{body = [{run = 1 : i64}], for = ["copy.3"], step = 1 : i64, to = "thread"}], for = ["copy.3"], step = 128 : i64, to = "grid"}], threads = 128 : i64}, {body = [{body = [{body = [{combine = "shared", run = 2 : i64, shares = 32 : i64}], for = ["i"], to = "thread"}], for = ["i"], step = 128 : i64, to = "seq"}], threads = 128 : i64}]}} {
  %base = loop.reduce (j) over (k) [add] reads(%a = %w[j, k] : tensor<50x30xf32>) -> tensor<50xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i) into %base : tensor<50xf32> [add] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i] : tensor<900xf32>) {
    loop.yield %p, %a : i64, f32
  }
  loop.yield %y : tensor<50xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: parts: no launch behind combines what the blocks of stage 1 leave (L1)}}
loop.kernel @left(%at: tensor<900xi64>, %x: tensor<900xf32>, %w: tensor<50xf32>) -> tensor<50xf32> iters(i = 900, j = 50) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{combine = "shared", run = 1 : i64, shares = 4 : i64}], for = ["i"], to = "thread"}], for = ["i"], step = 128 : i64, to = "seq"}], for = ["i"], parts = 3 : i64, to = "grid"}], threads = 128 : i64}]}} {
  %base = loop.map (j) reads(%a = %w[j] : tensor<50xf32>) -> tensor<50xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i) into %base : tensor<50xf32> [add] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i] : tensor<900xf32>) {
    loop.yield %p, %a : i64, f32
  }
  loop.yield %y : tensor<50xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 1: step: as many threads share each element of a block of 256 (L1)}}
loop.kernel @uneven(%at: tensor<900xi64>, %x: tensor<900xf32>, %w: tensor<50xf32>) -> tensor<50xf32> iters(i = 900, j = 50) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{combine = "shared", run = 1 : i64, shares = 4 : i64}], for = ["i"], to = "thread"}], for = ["i"], step = 128 : i64, to = "seq"}], for = ["i"], parts = 3 : i64, to = "grid"}], threads = 128 : i64}, {body = [{body = [{body = [{combine = "launch", run = 1 : i64, shares = 32 : i64}, {run = 0 : i64}], for = ["j"], to = "thread"}], for = ["j"], step = 9 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %base = loop.map (j) reads(%a = %w[j] : tensor<50xf32>) -> tensor<50xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i) into %base : tensor<50xf32> [add] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i] : tensor<900xf32>) {
    loop.yield %p, %a : i64, f32
  }
  loop.yield %y : tensor<50xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: blocks have equal strips of the innermost iterator, which is the last position itself (L1)}}
loop.kernel @strips(%at: tensor<900xi64>, %x: tensor<900x96xf32>, %w: tensor<5x96xf32>) -> tensor<5x96xf32> iters(i = 900, j = 96, k = 5) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{combine = "shared", run = 1 : i64, shares = 32 : i64}], for = ["i", "j"], to = "thread"}], for = ["i", "j"], step = 128 : i64, to = "seq"}, {body = [{run = 0 : i64}], for = ["k", "j"], to = "thread"}], for = ["j"], step = 36 : i64, to = "grid"}], threads = 128 : i64}]}} {
  %base = loop.map (k, j) reads(%a = %w[k, j] : tensor<5x96xf32>) -> tensor<5x96xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i, j) into %base : tensor<5x96xf32> [add] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i, j] : tensor<900x96xf32>) {
    %j = loop.index #tc.size<j>
    loop.yield %p, %j, %a : i64, i64, f32
  }
  loop.yield %y : tensor<5x96xf32>
}

// -----

// Points that meet nowhere need no owners.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: adds: owners are a power of two, of one scatter that is not distinct (L2)}}
loop.kernel @distinct(%at: tensor<50xi64>, %x: tensor<50xf32>, %w: tensor<90xf32>) -> tensor<90xf32> iters(i = 50, j = 90) attributes {loop.schedule = {adds = [{as = "owners", of = [1], parts = 4 : i64}], launches = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], threads = 128 : i64}, {body = [{body = [{body = [{run = 1 : i64}], for = ["owner.2"], step = 1 : i64, to = "thread"}], for = ["owner.2"], step = 128 : i64, to = "grid"}], threads = 128 : i64}]}} {
  %base = loop.map (j) reads(%a = %w[j] : tensor<90xf32>) -> tensor<90xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i) into %base : tensor<90xf32> [set] reads(%p = %at[i] : tensor<50xi64>, %a = %x[i] : tensor<50xf32>) attributes {loop.distinct} {
    loop.yield %p, %a : i64, f32
  }
  loop.yield %y : tensor<90xf32>
}
