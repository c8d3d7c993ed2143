// Nests that are written by hand give the numbers that the kernel says, whatever
// the number of threads, and other code than plain ones.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir --target=x86-64-v3 -o %t.so
// RUN: tc-run %t.so --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.so --check --guard --threads=3 --repeat=1
// RUN: python3 %S/nests_differ.py tc-opt %s x86-64-v3 | FileCheck %s
// CHECK: 17 kernels differ from plain ones

!x = tensor<5x70xf32>
!w = tensor<70x300xf32>
!y = tensor<5x300xf32>
!z = tensor<12x90xf32>
!r = tensor<12xf32>

module attributes {tc.version = "0.1"} {

// A contraction in other blocks than are chosen, the largest and the least;
// along columns and along the sum; in parts; as strips.
loop.kernel private @blocks(%x: !x, %w: !w) -> !y iters(i = 5, n = 300, k = 70) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "n", lanes = 8, chunk = "n", chunk_size = 100, nests = [{stages = [0], rows = 4, columns = 3}]}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : !x, %b = %w[k, n] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

loop.kernel private @one(%x: !x, %w: !w) -> !y iters(i = 5, n = 300, k = 70) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "n", lanes = 8, nests = [{stages = [0], rows = 1, columns = 8}]}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : !x, %b = %w[k, n] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

loop.kernel private @along(%x: !x, %w: tensor<300x70xf32>) -> !y iters(i = 5, n = 300, k = 70) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "k", lanes = 8, split = "k", split_parts = 3, nests = [{stages = [0], vector = "k", rows = 8, columns = 3}]}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : !x, %b = %w[n, k] : tensor<300x70xf32>) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

// Columns of a block in shares of a task's, the last one shorter; prefetched
// where a matrix is in memory.
loop.kernel private @shares(%x: !x, %w: tensor<300x70xf32>) -> !y iters(i = 5, n = 300, k = 70) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "k", lanes = 8, chunk = "n", chunk_size = 91, nests = [{stages = [0], vector = "k", rows = 2, columns = 4, apart}]}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : !x, %b = %w[n, k] : tensor<300x70xf32>) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

loop.kernel private @streams(%x: tensor<1x70xf32>, %w: tensor<7500x70xf32>) -> tensor<1x7500xf32> iters(i = 1, n = 7500, k = 70) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "k", lanes = 8, chunk = "n", chunk_size = 1000, nests = [{stages = [0], rows = 1, columns = 3, apart, ahead = 100}]}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<1x70xf32>, %b = %w[n, k] : tensor<7500x70xf32>) -> tensor<1x7500xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<1x7500xf32>
}

loop.kernel private @update(%x: !x, %w: !w) -> !y iters(i = 5, n = 300, k = 70) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "n", chunk = "n", chunk_size = 130, split = "k", split_parts = 5, nests = [{stages = [0], form = "update"}]}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : !x, %b = %w[k, n] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

// Stages that could share loops do not; others do, in another order, with other
// lanes, or along what is no vector of the phase.
loop.kernel private @apart(%x: !z) -> (!r, !r) iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], vector = "j", lanes = 8, nests = [{stages = [0]}, {stages = [1], lanes = 32}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !z) -> !r {
    loop.yield %a : f32
  }
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !z) -> !r {
    loop.yield %a : f32
  }
  loop.yield %s, %m : !r, !r
}

loop.kernel private @order(%x: tensor<4x12x90xf32>) -> (!z, !r) iters(b = 4, i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], vector = "j", lanes = 8, nests = [{stages = [0], order = ["i", "j", "b"]}, {stages = [1], order = ["i", "j", "b"], vector = "b", lanes = 2}]}]}} {
  %s = loop.reduce (i, j) over (b) [add] reads(%a = %x[b, i, j] : tensor<4x12x90xf32>) -> !z {
    loop.yield %a : f32
  }
  %m = loop.reduce (i) over (b, j) [max] reads(%a = %x[b, i, j] : tensor<4x12x90xf32>) -> !r {
    loop.yield %a : f32
  }
  loop.yield %s, %m : !z, !r
}

loop.kernel private @swapped(%x: !z) -> !z iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], nests = [{stages = [0], order = ["j", "i"]}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : !z) -> !z {
    loop.yield %a : f32
  }
  loop.yield %y : !z
}

loop.kernel private @own_vector(%x: !z) -> !z iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], nests = [{stages = [0], vector = "j"}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : !z) -> !z {
    loop.yield %a : f32
  }
  loop.yield %y : !z
}

loop.kernel private @no_vector(%x: !z) -> !z iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], lanes = 1}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : !z) -> !z {
    loop.yield %a : f32
  }
  loop.yield %y : !z
}

// Two ranges of rows; three rows of scans at once.
loop.kernel private @ranges(%x: !z, %y: !z) -> tensor<24x90xf32> iters(i = 24, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", nests = [{stages = [0], ranges = 2}]}]}} {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : !z else 0.0, %b = %y[i - 12, j] : !z else 0.0) -> tensor<24x90xf32> {
    %row = loop.index <i>
    %last = prim.constant 12 : i64
    %isX = prim.lt %row, %last : i64
    %1 = prim.where %isX, %a, %b : i1, f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<24x90xf32>
}

loop.kernel private @running(%x: !z) -> !z iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], chunk = "i", chunk_size = 5, nests = [{stages = [0], rows = 3}]}]}} {
  %y = loop.scan (i, j) along j [add] ordered reads(%a = %x[i, j] : !z) -> !z {
    loop.yield %a : f32
  }
  loop.yield %y : !z
}

// A window that is written out; sorts of few, in one task and in parts.
loop.kernel private @window(%x: !z) -> !z iters(i = 12, j = 90, r = 3, s = 11) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", nests = [{stages = [0], unroll}]}]}} {
  %y = loop.reduce (i, j) over (r, s) [max] reads(%a = %x[i + r - 1, j + s - 5] : !z else 0xFF800000) -> !z {
    loop.yield %a : f32
  }
  loop.yield %y : !z
}

loop.kernel private @few(%x: !z) -> tensor<12x40xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], nests = [{stages = [0], few}]}]}} {
  %y = loop.sort (i, j) along j take 40 reads(%a = %x[i, j] : !z) -> tensor<12x40xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x40xf32>
}

loop.kernel private @few_of_parts(%x: !z) -> tensor<12x40xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], split = "j", split_parts = 4, nests = [{stages = [0], few}]}]}} {
  %y = loop.sort (i, j) along j take 40 reads(%a = %x[i, j] : !z) -> tensor<12x40xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x40xf32>
}

// Owners that look at three points at once.
loop.kernel private @owners(%p: tensor<90xi64>, %x: tensor<90xf32>) -> !r iters(j = 90, c = 12) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["c"]}, {stages = [1], tasks = [], owners = 4, nests = [{stages = [1], ahead = 3}]}]}} {
  %0 = loop.map (c) -> !r {
    %z = prim.constant 0.0 : f32
    loop.yield %z : f32
  }
  %1 = loop.scatter (j) into %0 : !r [add] reads(%at = %p[j] : tensor<90xi64>, %a = %x[j] : tensor<90xf32>) {
    loop.yield %at, %a : i64, f32
  }
  loop.yield %1 : !r
}

func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %v: tensor<300x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %z: !z {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %b: tensor<4x12x90xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %p: tensor<90xi64> {tc.init = {kind = "randint", low = 0, high = 12, stream = 6}},
                %q: tensor<90xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
                %x1: tensor<1x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
                %w1: tensor<7500x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}})
    -> (!y, !y, !y, !y, !r, !r, !z, !r, !z, !z, !z, tensor<24x90xf32>, !z, !z, tensor<12x40xf32>, tensor<12x40xf32>, !r, !y, tensor<1x7500xf32>) {
  %0 = loop.launch @blocks(%x, %w) : (!x, !w) -> !y
  %1 = loop.launch @one(%x, %w) : (!x, !w) -> !y
  %2 = loop.launch @along(%x, %v) : (!x, tensor<300x70xf32>) -> !y
  %3 = loop.launch @update(%x, %w) : (!x, !w) -> !y
  %4:2 = loop.launch @apart(%z) : (!z) -> (!r, !r)
  %5:2 = loop.launch @order(%b) : (tensor<4x12x90xf32>) -> (!z, !r)
  %6 = loop.launch @swapped(%z) : (!z) -> !z
  %7 = loop.launch @own_vector(%z) : (!z) -> !z
  %8 = loop.launch @no_vector(%z) : (!z) -> !z
  %9 = loop.launch @ranges(%z, %z) : (!z, !z) -> tensor<24x90xf32>
  %10 = loop.launch @running(%z) : (!z) -> !z
  %11 = loop.launch @window(%z) : (!z) -> !z
  %12 = loop.launch @few(%z) : (!z) -> tensor<12x40xf32>
  %13 = loop.launch @few_of_parts(%z) : (!z) -> tensor<12x40xf32>
  %14 = loop.launch @owners(%p, %q) : (tensor<90xi64>, tensor<90xf32>) -> !r
  %15 = loop.launch @shares(%x, %v) : (!x, tensor<300x70xf32>) -> !y
  %16 = loop.launch @streams(%x1, %w1) : (tensor<1x70xf32>, tensor<7500x70xf32>) -> tensor<1x7500xf32>
  return %0, %1, %2, %3, %4#0, %4#1, %5#0, %5#1, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16 : !y, !y, !y, !y, !r, !r, !z, !r, !z, !z, !z, tensor<24x90xf32>, !z, !z, tensor<12x40xf32>, tensor<12x40xf32>, !r, !y, tensor<1x7500xf32>
}
}
