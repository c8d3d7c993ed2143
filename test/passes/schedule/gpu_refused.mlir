// Each way in which a schedule of a GPU is malformed, not allowed, or has no code;
// gpu_by_hand.mlir has more of what is not allowed.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_80 --verify-diagnostics -o /dev/null
// RUN: tc-opt %s --split-input-file --loop-to-gpu=target=cuda,tune=sm_80 --verify-diagnostics -o /dev/null

// expected-error @below {{[TC-0610] loop.schedule is a dictionary with the list 'launches'}}
loop.kernel @neither(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {order = ["i"]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: it must be a dictionary with 'threads' and 'body'}}
loop.kernel @no_dictionary(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [3]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: a body must be a list of loops, runs and copies}}
loop.kernel @no_nodes(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [3], threads = 64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: it runs no stage}}
loop.kernel @nothing(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [], threads = 64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: overlap: it is "dependent" or left out}}
loop.kernel @overlap(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["i", "j"], step = 256 : i64, to = "grid"}], threads = 64 : i64, overlap = "all"}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: overlap: kernels of this target start when the one before has ended}}
loop.kernel @sm_80(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["i", "j"], step = 256 : i64, to = "grid"}], threads = 64 : i64, overlap = "dependent"}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: adds: as = "partial", of = [stages], for = [iterators], parts = N, or step = N of one iterator that is scanned along; or as = "owners", of = [scatter], parts = N}}
loop.kernel @added(%x: tensor<8x64xf32>) -> tensor<8xf32> iters(i = 8, j = 64) attributes {loop.schedule = {adds = [{as = "whole", of = [0], for = ["j"], parts = 4}], launches = [{body = [{body = [{run = 0 : i64}], for = ["i"], step = 1 : i64, to = "grid"}], threads = 32 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: adds: the stages must all be reductions over 'j', of none of each other's results (L2)}}
loop.kernel @parts_of_a_map(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {adds = [{as = "partial", of = [0], for = ["j"], parts = 4}], launches = []}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: adds: parts must be a multiple of the points of the iterators before the last, which are constant, each once (L1)}}
loop.kernel @parts_apart(%x: tensor<8x3x64xf32>) -> tensor<8xf32> iters(i = 8, h = 3, j = 64) attributes {loop.schedule = {adds = [{as = "partial", of = [0], for = ["h", "j"], parts = 4}], launches = []}} {
  %y = loop.reduce (i) over (h, j) [add] reads(%a = %x[i, h, j] : tensor<8x3x64xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: stage 1 reads elsewhere what the launch makes, or stands alone (L3): give it a launch of its own}}
loop.kernel @scatter_with_map(%x: tensor<8x64xf32>, %p: tensor<8x64xi64>) -> tensor<9xf32> iters(i = 8, j = 64, c = 9) attributes {loop.schedule = {launches = [{body = [{body = [{run = 0 : i64}, {run = 1 : i64}], for = ["c"], step = 1 : i64, to = "thread"}], threads = 32 : i64}]}} {
  %z = loop.map (c) -> tensor<9xf32> {
    %0 = prim.constant 0.0 : f32
    loop.yield %0 : f32
  }
  %y = loop.scatter (i, j) into %z : tensor<9xf32> [add] reads(%at = %p[i, j] : tensor<8x64xi64>, %a = %x[i, j] : tensor<8x64xf32>) {
    loop.yield %at, %a : i64, f32
  }
  loop.yield %y : tensor<9xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: stage 1 runs apart from stage 0, which is of the same loop (L3)}}
loop.kernel @loop_apart(%h0: tensor<4xf32>) -> tensor<4xf32> iters(t = 3, i = 4) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0 : i64}], for = ["i"], step = 1 : i64, to = "thread"}], for = ["i"], step = 32 : i64, to = "grid"}], threads = 32 : i64}, {body = [{body = [{body = [{run = 1 : i64}], for = ["i"], step = 1 : i64, to = "thread"}], for = ["i"], step = 32 : i64, to = "grid"}], threads = 32 : i64}]}} {
  %h = loop.for t carry(%g = %h0 : tensor<4xf32>) -> tensor<4xf32> {
    %half = loop.map (i) reads(%a = %g[i] : tensor<4xf32>) -> tensor<4xf32> {
      %0 = prim.neg %a : f32
      loop.yield %0 : f32
    }
    %more = loop.map (i) reads(%a = %half[i] : tensor<4xf32>) -> tensor<4xf32> {
      %0 = prim.exp %a : f32
      loop.yield %0 : f32
    }
    loop.yield %more : tensor<4xf32>
  }
  loop.yield %h : tensor<4xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: no read of the launch is transposed through tiles in shared memory}}
loop.kernel @not_transposed(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{copy = [0, 0], engine = "plain", to = "shared"}, {run = 0 : i64}], for = ["i", "j"], step = 64 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: the kernel is no product with maps behind it}}
loop.kernel @no_product(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{copy = [0, 0], engine = "plain", to = "shared"}, {copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "fma"}], for = ["j"], step = 2 : i64, to = "thread"}], for = ["i"], step = 2 : i64, to = "thread"}], for = ["j"], step = 8 : i64, to = "seq"}, {body = [], for = ["i", "j"], step = 1 : i64, to = "thread"}], for = ["j"], step = 32 : i64, to = "grid"}], for = ["i"], step = 32 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: a product runs in tiles of rows and columns of the grid, which warps or threads share}}
loop.kernel @no_tiles(%x: tensor<64x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<64x64xbf16> iters(i = 64, j = 64, k = 64) attributes {loop.schedule = {launches = [{body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["i"], step = 64 : i64, to = "grid"}], threads = 128 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xbf16>, %b = %w[j, k] : tensor<64x64xbf16>) -> tensor<64x64xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<64x64xbf16>
}

// -----

// Threads do not share what runs in order.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: threads share a row of scans along one iterator and of maps, where they may be combined in any order and do not multiply floats (L4)}}
loop.kernel @ordered_scan(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], to = "thread", body = [{run = 0}]}]}]}]}} {
  %y = loop.scan (i, j) along j [add] ordered reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: the positions are others at each point that threads could share (L2)}}
loop.kernel @no_row(%p: tensor<4000x32xi64>, %u: tensor<4000x32xf32>) -> tensor<64x32xf32> iters(i = 4000, j = 32, c = 64) attributes {loop.schedule = {adds = [{as = "owners", of = [1], parts = 256 : i64}], launches = [{body = [{body = [{body = [{body = [{body = [{run = 1 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}], for = ["i"], step = 1024 : i64, to = "seq"}, {body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}], for = ["c"], step = 1 : i64, to = "seq"}], for = ["owner.3"], step = 1 : i64, to = "grid"}], longer = 128 : i64, threads = 64 : i64}, {body = [{body = [{body = [{body = [{body = [{body = [{body = [{combine = "shared", run = 1 : i64}], for = ["j"], to = "vector"}], for = ["j"], step = 4 : i64, to = "thread"}], for = ["i"], to = "thread"}], for = ["i"], step = 1024 : i64, to = "seq"}], for = ["j"], step = 16 : i64, to = "grid"}], for = ["owner.3"], step = 32 : i64, to = "grid"}], resident = 3 : i64, threads = 256 : i64}]}} {
  %z = loop.map (c, j) -> tensor<64x32xf32> {
    %0 = prim.constant 0.0 : f32
    loop.yield %0 : f32
  }
  %y = loop.scatter (i, j) into %z : tensor<64x32xf32> [add] reads(%at = %p[i, j] : tensor<4000x32xi64>, %a = %u[i, j] : tensor<4000x32xf32>) {
    %column = loop.index #tc.size<j>
    loop.yield %at, %column, %a : i64, i64, f32
  }
  loop.yield %y : tensor<64x32xf32>
}

// -----

// Nor products of f64, of which some may overflow where all are 0.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: threads share a row of scans}}
loop.kernel @products_scan(%x: tensor<8x64xf64>) -> tensor<8x64xf64> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], to = "thread", body = [{run = 0}]}]}]}]}} {
  %y = loop.scan (i, j) along j [mul] reads(%a = %x[i, j] : tensor<8x64xf64>) -> tensor<8x64xf64> {
    loop.yield %a : f64
  }
  loop.yield %y : tensor<8x64xf64>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 1: longer: only of a launch that makes the scatter's base, too}}
loop.kernel @no_base(%p: tensor<4000xi64>, %u: tensor<4000x32xf32>) -> tensor<64x32xf32> iters(i = 4000, j = 32, c = 64) attributes {loop.schedule = {adds = [{as = "owners", of = [1], parts = 256 : i64}], launches = [{body = [{body = [{body = [{run = 0 : i64}], for = ["c", "j"], step = 1 : i64, to = "thread"}], for = ["c", "j"], step = 128 : i64, to = "grid"}], threads = 128 : i64}, {body = [{body = [{body = [{body = [{body = [{run = 1 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}], for = ["i"], step = 1024 : i64, to = "seq"}], for = ["owner.3"], step = 1 : i64, to = "grid"}], longer = 128 : i64, threads = 64 : i64}]}} {
  %z = loop.map (c, j) -> tensor<64x32xf32> {
    %0 = prim.constant 0.0 : f32
    loop.yield %0 : f32
  }
  %y = loop.scatter (i, j) into %z : tensor<64x32xf32> [add] reads(%at = %p[i] : tensor<4000xi64>, %a = %u[i, j] : tensor<4000x32xf32>) {
    %column = loop.index #tc.size<j>
    loop.yield %at, %column, %a : i64, i64, f32
  }
  loop.yield %y : tensor<64x32xf32>
}

// -----

// A schedule of the other kind of machine is ignored.
loop.kernel @of_cpus(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = 3}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}
