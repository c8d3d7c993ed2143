// Loops to the grid beside each other, written by hand: two maps may share a
// phase or stand beside each other, in one launch; what reads another, or is no
// map by points, may not.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_80 --verify-diagnostics -o /dev/null

loop.kernel @fine(%x: tensor<512xf32>, %y: tensor<512xf32>) -> (tensor<512xf32>, tensor<512xf32>) iters(i = 512) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 1}], for = ["i"], step = 1, to = "thread"}], for = ["i"], step = 128, to = "grid"}, {body = [{body = [{run = 0}], for = ["i"], step = 1, to = "thread"}], for = ["i"], step = 128, to = "grid"}], threads = 128}]}} {
  %0 = loop.map (i) reads(%a = %x[i] : tensor<512xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  %1 = loop.map (i) reads(%a = %y[i] : tensor<512xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  loop.yield %0, %1 : tensor<512xf32>, tensor<512xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: a stage reads what a loop beside its own makes (L3)}}
loop.kernel @reads(%x: tensor<512xf32>) -> (tensor<512xf32>, tensor<512xf32>) iters(i = 512) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0}], for = ["i"], step = 1, to = "thread"}], for = ["i"], step = 128, to = "grid"}, {body = [{body = [{run = 1}], for = ["i"], step = 1, to = "thread"}], for = ["i"], step = 128, to = "grid"}], threads = 128}]}} {
  %0 = loop.map (i) reads(%a = %x[i] : tensor<512xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  %1 = loop.map (i) reads(%a = %0[i] : tensor<512xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  loop.yield %0, %1 : tensor<512xf32>, tensor<512xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: loops to the grid beside each other are of maps by points, each with a loop, or in transposed tiles, or of products by as many threads, of one form}}
loop.kernel @sums(%x: tensor<512xf32>, %y: tensor<512x8xf32>) -> (tensor<512xf32>, tensor<512xf32>) iters(i = 512, j = 8) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0}], for = ["i"], step = 1, to = "thread"}], for = ["i"], step = 128, to = "grid"}, {body = [{body = [{run = 1}], for = ["i"], step = 1, to = "thread"}], for = ["i"], step = 128, to = "grid"}], threads = 128}]}} {
  %0 = loop.map (i) reads(%a = %x[i] : tensor<512xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  %1 = loop.reduce (i) over (j) [add] reads(%a = %y[i, j] : tensor<512x8xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  loop.yield %0, %1 : tensor<512xf32>, tensor<512xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: stage 0 runs twice (L1)}}
loop.kernel @twice(%x: tensor<512xf32>) -> tensor<512xf32> iters(i = 512) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0}], for = ["i"], step = 1, to = "thread"}], for = ["i"], step = 128, to = "grid"}, {body = [{body = [{run = 0}], for = ["i"], step = 1, to = "thread"}], for = ["i"], step = 128, to = "grid"}], threads = 128}]}} {
  %0 = loop.map (i) reads(%a = %x[i] : tensor<512xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<512xf32>
}

// -----

// No loop goes to the grid, so no points have lanes.
// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].body[0].body: there is no code for}}
loop.kernel @nowhere(%x: tensor<512xf32>, %y: tensor<300xf32>) -> (tensor<512xf32>, tensor<300xf32>) iters(i = 512, n = 300) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0}], for = ["i"], step = 64, to = "thread"}], for = ["i"], step = 256, to = "vector"}, {body = [{body = [{run = 1}], for = ["n"], step = 64, to = "thread"}], for = ["n"], step = 256, to = "vector"}], threads = 256}]}} {
  %0 = loop.map (i) reads(%a = %x[i] : tensor<512xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  %1 = loop.map (n) reads(%a = %y[n] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %0, %1 : tensor<512xf32>, tensor<300xf32>
}
