// One kernel under many schedules gives one result: they may be written by
// hand, and say nothing about what is computed.
// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2

!x = tensor<37x53xf32>
!r = tensor<37xf32>

// Rows as tasks, no vectors.
loop.kernel @scalar(%x: !x) -> (!r, !x) iters(i = 37, j = 53) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = ["i"]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %s[i] : !r) -> !x {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %s, %y : !r, !x
}

// Lanes over rows, in chunks that are no multiple of them.
loop.kernel @columns(%x: !x) -> (!r, !x) iters(i = 37, j = 53) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], vector = "i", lanes = 4, chunk = "i", chunk_size = 7, grain = 2}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %s[i] : !r) -> !x {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %s, %y : !r, !x
}

// A phase for each stage, the first reduced in parts; more of them than there
// are elements for the last.
loop.kernel @parts(%x: !x) -> (!r, !x) iters(i = 37, j = 53) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], split = "j", split_parts = 10, vector = "j", lanes = 2}, {stages = [1], tasks = ["j"], vector = "i", lanes = 64}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %s[i] : !r) -> !x {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %s, %y : !r, !x
}

// Everything in one task; all lanes there may be.
loop.kernel @one(%x: !x) -> (!r, !x) iters(i = 37, j = 53) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], vector = "j", lanes = 64}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %s[i] : !r) -> !x {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %s, %y : !r, !x
}

// The greatest and where it first is, in parts: a combination of one's own,
// whose body knows its position. And integers, products, truth values.
loop.kernel @places(%x: !x) -> (tensor<f32>, tensor<i64>, tensor<53xi64>, tensor<i1>) iters(i = 37, j = 53) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], split = "i", split_parts = 5, vector = "j", lanes = 8}, {stages = [1], tasks = [], chunk = "j", chunk_size = 20, vector = "j", lanes = 16, split = "i", split_parts = 3}, {stages = [2], tasks = [], split = "j", split_parts = 64}]}} {
  %m, %k = loop.reduce () over (i, j) [custom] reads(%a = %x[i, j] : !x) -> (tensor<f32>, tensor<i64>) {
    %0 = loop.index #tc.size<53 * i + j>
    loop.yield %a, %0 : f32, i64
  } combine [0xFF800000 : f32, 0] (%v0: f32, %k0: i64, %v1: f32, %k1: i64) {
    %0 = prim.gt %v1, %v0 : f32
    %1 = prim.eq %v1, %v0 : f32
    %2 = prim.lt %k1, %k0 : i64
    %3 = prim.bitwise_and %1, %2 : i1
    %4 = prim.bitwise_or %0, %3 : i1
    %5 = prim.where %4, %v1, %v0 : i1, f32
    %6 = prim.where %4, %k1, %k0 : i1, i64
    loop.yield %5, %6 : f32, i64
  }
  %n = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : !x) -> tensor<53xi64> {
    %0 = loop.index #tc.size<i>
    %z = prim.constant 0.0 : f32
    %c = prim.gt %a, %z : f32
    %none = prim.constant 0 : i64
    %1 = prim.where %c, %0, %none : i1, i64
    loop.yield %1 : i64
  }
  %b = loop.reduce () over (i, j) [or] reads(%a = %x[i, j] : !x) -> tensor<i1> {
    %z = prim.constant 1.72 : f32
    %c = prim.gt %a, %z : f32
    loop.yield %c : i1
  }
  loop.yield %m, %k, %n, %b : tensor<f32>, tensor<i64>, tensor<53xi64>, tensor<i1>
}

func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> (!r, !x, !r, !x, !r, !x, !r, !x, tensor<f32>, tensor<i64>, tensor<53xi64>, tensor<i1>) {
  %0:2 = loop.launch @scalar(%x) : (!x) -> (!r, !x)
  %1:2 = loop.launch @columns(%x) : (!x) -> (!r, !x)
  %2:2 = loop.launch @parts(%x) : (!x) -> (!r, !x)
  %3:2 = loop.launch @one(%x) : (!x) -> (!r, !x)
  %4:4 = loop.launch @places(%x) : (!x) -> (tensor<f32>, tensor<i64>, tensor<53xi64>, tensor<i1>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %4#0, %4#1, %4#2, %4#3 : !r, !x, !r, !x, !r, !x, !r, !x, tensor<f32>, tensor<i64>, tensor<53xi64>, tensor<i1>
}
