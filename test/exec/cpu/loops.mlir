// loop.for: what is carried, from turn to turn, in nests, tasks and lanes.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir --target=x86-64 -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1

!x = tensor<?x?xf32, #tc.dims<[m, n]>>
!row = tensor<?xf32, #tc.dims<[n]>>

// A symbolic number of turns; two values that change places; stacks of what is
// carried, old and new; sums over what is carried; a turn that is not taken.
loop.kernel @swap(%x: !x, %a0: !row, %b0: !row) -> (!row, !row, !x, !x, tensor<?xf32, #tc.dims<[m]>>, !row) iters(t = m, i = n, none = 0) {
  %a, %b, %olds, %news, %sums = loop.for t carry(%a = %a0 : !row, %b = %b0 : !row) -> (!row, !row, !x, !x, tensor<?xf32, #tc.dims<[m]>>) {
    %next = loop.map (i) reads(%p = %a[i] : !row, %q = %x[t, i] : !x) -> !row {
      %0 = prim.mul %p, %q : f32
      loop.yield %0 : f32
    }
    %sum = loop.reduce () over (i) [add] reads(%p = %b[i] : !row) -> tensor<f32> {
      loop.yield %p : f32
    }
    loop.yield %b, %next, %a, %next, %sum : !row, !row, !row, !row, tensor<f32>
  }
  %same = loop.for none carry(%c = %a0 : !row) -> !row {
    loop.yield %c : !row
  }
  loop.yield %a, %b, %olds, %news, %sums, %same : !row, !row, !x, !x, tensor<?xf32, #tc.dims<[m]>>, !row
}

// Loops in a loop: powers of a matrix by sums, then a scan and a sort inside.
loop.kernel @nested(%x: tensor<3x4xf32>, %h0: tensor<4xf32>, %s0: tensor<f32>) -> (tensor<4xf32>, tensor<f32>, tensor<3x4xf32>) iters(t = 3, u = 5, i = 4, j = 4) {
  %h, %s, %all = loop.for t carry(%h = %h0 : tensor<4xf32>, %s = %s0 : tensor<f32>) -> (tensor<4xf32>, tensor<f32>, tensor<3x4xf32>) {
    %g = loop.for u carry(%g = %h : tensor<4xf32>) -> tensor<4xf32> {
      %half = loop.map (i) reads(%a = %g[3 - i] : tensor<4xf32>, %b = %x[t, i] : tensor<3x4xf32>) -> tensor<4xf32> {
        %c = prim.constant 0.5 : f32
        %0 = prim.mul %a, %c : f32
        %1 = prim.add %0, %b : f32
        loop.yield %1 : f32
      }
      loop.yield %half : tensor<4xf32>
    }
    %sorted = loop.sort (i) along i reads(%a = %g[i] : tensor<4xf32>) -> tensor<4xf32> {
      loop.yield %a : f32
    }
    %run = loop.scan (i) along i [add] reads(%a = %sorted[i] : tensor<4xf32>) -> tensor<4xf32> {
      loop.yield %a : f32
    }
    %total = loop.reduce () over (j) [max] reads(%a = %run[j] : tensor<4xf32>, %b = %s[] : tensor<f32>) -> tensor<f32> {
      %0 = prim.add %a, %b : f32
      loop.yield %0 : f32
    }
    loop.yield %run, %total, %run : tensor<4xf32>, tensor<f32>, tensor<4xf32>
  }
  loop.yield %h, %s, %all : tensor<4xf32>, tensor<f32>, tensor<3x4xf32>
}

// Positions that depend on what is carried: a scatter, a gather, a join.
loop.kernel @places(%x: tensor<6x8xf32>, %h0: tensor<8xf32>) -> (tensor<8xf32>, tensor<6x8xf32>) iters(t = 6, i = 8, e = 4) {
  %h, %hs = loop.for t carry(%h = %h0 : tensor<8xf32>) -> (tensor<8xf32>, tensor<6x8xf32>) {
    %to = loop.scatter (i) into %h : tensor<8xf32> [add] reads(%a = %x[t, i] : tensor<6x8xf32>) {
      %0 = loop.index #tc.size<(i * 3 + t) mod 8>
      loop.yield %0, %a : i64, f32
    }
    %low = loop.map (e) reads() -> tensor<4xf32> {
      %0 = loop.index #tc.size<7 - e>
      %1 = loop.at %to[%0] : tensor<8xf32>
      loop.yield %1 : f32
    }
    %high = loop.map (e) reads(%a = %to[e] : tensor<8xf32>) -> tensor<4xf32> {
      %0 = prim.neg %a : f32
      loop.yield %0 : f32
    }
    %both = loop.join %high, %low at [#tc.dims<[0]>, #tc.dims<[4]>] : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    loop.yield %both, %to : tensor<8xf32>, tensor<8xf32>
  }
  loop.yield %h, %hs : tensor<8xf32>, tensor<6x8xf32>
}

func.func @main(%x: tensor<7x37xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 1}}, %a: tensor<37xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %b: tensor<37xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %y: tensor<3x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %h: tensor<4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %s: tensor<f32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}}, %z: tensor<6x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}}, %g: tensor<8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}})
    -> (tensor<37xf32>, tensor<37xf32>, tensor<7x37xf32>, tensor<7x37xf32>, tensor<7xf32>, tensor<37xf32>, tensor<4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<8xf32>, tensor<6x8xf32>) {
  %0:6 = loop.launch @swap(%x, %a, %b) : (tensor<7x37xf32>, tensor<37xf32>, tensor<37xf32>) -> (tensor<37xf32>, tensor<37xf32>, tensor<7x37xf32>, tensor<7x37xf32>, tensor<7xf32>, tensor<37xf32>)
  %1:3 = loop.launch @nested(%y, %h, %s) : (tensor<3x4xf32>, tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>, tensor<3x4xf32>)
  %2:2 = loop.launch @places(%z, %g) : (tensor<6x8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<6x8xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %1#0, %1#1, %1#2, %2#0, %2#1 : tensor<37xf32>, tensor<37xf32>, tensor<7x37xf32>, tensor<7x37xf32>, tensor<7xf32>, tensor<37xf32>, tensor<4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<8xf32>, tensor<6x8xf32>
}
