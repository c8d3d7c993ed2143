// Schedules of scatters of runs of points that are not allowed.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a --split-input-file --verify-diagnostics

// Points of one position may lie anywhere.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: runs of points are of a scatter without owners that says loop.ascending (L2)}}
loop.kernel @anywhere(%at: tensor<900xi64>, %x: tensor<900xf32>, %w: tensor<50xf32>) -> tensor<50xf32> iters(i = 900, j = 50) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{combine = "run", run = 1 : i64}], for = ["j"], step = 1 : i64, to = "thread"}], for = ["j"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %base = loop.map (j) reads(%a = %w[j] : tensor<50xf32>) -> tensor<50xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i) into %base : tensor<50xf32> [add] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i] : tensor<900xf32>) {
    loop.yield %p, %a : i64, f32
  }
  loop.yield %y : tensor<50xf32>
}

// -----

// Two positions decide where a point goes.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: a map of arguments makes the scatter's base, and one position decides the row, whose points the scatter has all (L1)}}
loop.kernel @two(%at: tensor<900xi64>, %x: tensor<900xf32>, %w: tensor<50x50xf32>) -> tensor<50x50xf32> iters(i = 900, j = 50, k = 50) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{combine = "run", run = 1 : i64}], for = ["j", "k"], step = 1 : i64, to = "thread"}], for = ["j", "k"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %base = loop.map (j, k) reads(%a = %w[j, k] : tensor<50x50xf32>) -> tensor<50x50xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i) into %base : tensor<50x50xf32> [add] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i] : tensor<900xf32>) attributes {loop.ascending} {
    loop.yield %p, %p, %a : i64, i64, f32
  }
  loop.yield %y : tensor<50x50xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: the numbers of rows, of points, and of a row's elements are known, and not 0 (L6)}}
loop.kernel @size(%at: tensor<?xi64, #tc.dims<[n]>>, %x: tensor<?xf32, #tc.dims<[n]>>, %w: tensor<50xf32>) -> tensor<50xf32> iters(i = n, j = 50) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{combine = "run", run = 1 : i64}], for = ["j"], step = 1 : i64, to = "thread"}], for = ["j"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %base = loop.map (j) reads(%a = %w[j] : tensor<50xf32>) -> tensor<50xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i) into %base : tensor<50xf32> [add] reads(%p = %at[i] : tensor<?xi64, #tc.dims<[n]>>, %a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) attributes {loop.ascending} {
    loop.yield %p, %a : i64, f32
  }
  loop.yield %y : tensor<50xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: vector: a thread can compute at most 2 adjacent elements at once (L7)}}
loop.kernel @vectors(%at: tensor<900xi64>, %x: tensor<900x6xf32>, %w: tensor<50x6xf32>) -> tensor<50x6xf32> iters(i = 900, k = 6, j = 50) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{combine = "run", run = 1 : i64}, {run = 0 : i64}], for = ["k"], to = "vector"}], for = ["j", "k"], step = 4 : i64, to = "thread"}], for = ["j", "k"], step = 1024 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %base = loop.map (j, k) reads(%a = %w[j, k] : tensor<50x6xf32>) -> tensor<50x6xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i, k) into %base : tensor<50x6xf32> [add] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i, k] : tensor<900x6xf32>) attributes {loop.ascending} {
    %k = loop.index #tc.size<k>
    loop.yield %p, %k, %a : i64, i64, f32
  }
  loop.yield %y : tensor<50x6xf32>
}

// -----

// A map behind has the elements of the thread that combines them.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: stage 2 reads elsewhere what the launch makes, or stands alone (L3): give it a launch of its own}}
loop.kernel @turned(%at: tensor<900xi64>, %x: tensor<900x50xf32>, %w: tensor<50x50xf32>) -> tensor<50x50xf32> iters(i = 900, k = 50, j = 50) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{combine = "run", run = 1 : i64}, {run = 0 : i64}, {run = 2 : i64}], for = ["j", "k"], step = 1 : i64, to = "thread"}], for = ["j", "k"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %base = loop.map (j, k) reads(%a = %w[j, k] : tensor<50x50xf32>) -> tensor<50x50xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i, k) into %base : tensor<50x50xf32> [add] reads(%p = %at[i] : tensor<900xi64>, %a = %x[i, k] : tensor<900x50xf32>) attributes {loop.ascending} {
    %k = loop.index #tc.size<k>
    loop.yield %p, %k, %a : i64, i64, f32
  }
  %z = loop.map (j, k) reads(%a = %y[k, j] : tensor<50x50xf32>) -> tensor<50x50xf32> {
    loop.yield %a : f32
  }
  loop.yield %z : tensor<50x50xf32>
}
