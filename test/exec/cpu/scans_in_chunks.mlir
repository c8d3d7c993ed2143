// Scans in chunks: each starts from the combination of those before it, or
// behind it, in their order.
// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2

!x = tensor<7x53xf32>

// Along the lanes, between maps, one of which is computed for the totals, too;
// the last chunk is short.
loop.kernel @rows(%x: !x) -> (!x, !x) iters(i = 7, j = 53) attributes {loop.schedule = {phases = [{stages = [0, 1, 2, 3], tasks = ["i"], vector = "j", lanes = 8, chunk = "j", chunk_size = 10}]}} {
  %e = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %0 = prim.exp %a : f32
    loop.yield %0 : f32
  }
  %s = loop.scan (i, j) along j [add] reads(%a = %e[i, j] : !x, %b = %x[i, j] : !x) -> !x {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  %m = loop.scan (i, j) along j [max] exclusive reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %s[i, j] : !x, %b = %e[i, j] : !x) -> !x {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y, %m : !x, !x
}

// Down columns, and chunks that are one task with all columns, or one point.
loop.kernel @columns(%x: !x) -> (!x, !x) iters(i = 7, j = 53) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", lanes = 4, chunk = "i", chunk_size = 2}, {stages = [1], tasks = ["j"], chunk = "i", chunk_size = 1}]}} {
  %p = loop.scan (i, j) along i [mul] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  %s = loop.scan (i, j) along i [add] reverse reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %p, %s : !x, !x
}

// From the last point to the first, by affine maps, which do not commute; and
// a reduction behind them.
loop.kernel @affine(%x: !x) -> (!x, tensor<53xf32>) iters(i = 7, j = 53) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], chunk = "j", chunk_size = 9}, {stages = [1, 2], tasks = [], chunk = "j", chunk_size = 9, vector = "i", lanes = 4}]}} {
  %h, %p = loop.scan (i, j) along j [custom] reverse reads(%a = %x[i, j] : !x) -> (!x, !x) {
    %half = prim.constant 0.5 : f32
    %0 = prim.mul %a, %half : f32
    loop.yield %a, %0 : f32, f32
  } combine [0.0 : f32, 1.0 : f32] (%h0: f32, %p0: f32, %h1: f32, %p1: f32) {
    %0 = prim.mul %p1, %h0 : f32
    %1 = prim.add %0, %h1 : f32
    %2 = prim.mul %p0, %p1 : f32
    loop.yield %1, %2 : f32, f32
  }
  %g, %q = loop.scan (i, j) along j [custom] reads(%a = %x[i, j] : !x) -> (!x, !x) {
    %half = prim.constant 0.5 : f32
    %0 = prim.mul %a, %half : f32
    loop.yield %a, %0 : f32, f32
  } combine [0.0 : f32, 1.0 : f32] (%h0: f32, %p0: f32, %h1: f32, %p1: f32) {
    %0 = prim.mul %p1, %h0 : f32
    %1 = prim.add %0, %h1 : f32
    %2 = prim.mul %p0, %p1 : f32
    loop.yield %1, %2 : f32, f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %g[i, j] : !x) -> tensor<53xf32> {
    loop.yield %a : f32
  }
  loop.yield %h, %s : !x, tensor<53xf32>
}

// Halves, integers, complex numbers, truth values.
loop.kernel @types(%x: !x) -> (tensor<7x53xbf16>, tensor<7x53xi64>, tensor<7x53xcomplex<f32>>, tensor<7x53xi1>) iters(i = 7, j = 53) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], chunk = "j", chunk_size = 16, vector = "j", lanes = 16}, {stages = [1], tasks = ["i"], chunk = "j", chunk_size = 5, vector = "j", lanes = 8}, {stages = [2], tasks = ["i"], chunk = "j", chunk_size = 20}, {stages = [3], tasks = ["i"], chunk = "j", chunk_size = 20}]}} {
  %b = loop.scan (i, j) along j [mul] reads(%a = %x[i, j] : !x) -> tensor<7x53xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  %n = loop.scan (i, j) along j [add] reads() -> tensor<7x53xi64> {
    %0 = loop.index #tc.size<i + j*j>
    loop.yield %0 : i64
  }
  %c = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : !x) -> tensor<7x53xcomplex<f32>> {
    %0 = prim.complex %a, %a : f32
    loop.yield %0 : complex<f32>
  }
  %o = loop.scan (i, j) along j [or] reverse reads(%a = %x[i, j] : !x) -> tensor<7x53xi1> {
    %z = prim.constant 1.6 : f32
    %0 = prim.gt %a, %z : f32
    loop.yield %0 : i1
  }
  loop.yield %b, %n, %c, %o : tensor<7x53xbf16>, tensor<7x53xi64>, tensor<7x53xcomplex<f32>>, tensor<7x53xi1>
}

func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> (!x, !x, !x, !x, !x, tensor<53xf32>, tensor<7x53xbf16>, tensor<7x53xi64>, tensor<7x53xcomplex<f32>>, tensor<7x53xi1>) {
  %0:2 = loop.launch @rows(%x) : (!x) -> (!x, !x)
  %1:2 = loop.launch @columns(%x) : (!x) -> (!x, !x)
  %2:2 = loop.launch @affine(%x) : (!x) -> (!x, tensor<53xf32>)
  %3:4 = loop.launch @types(%x) : (!x) -> (tensor<7x53xbf16>, tensor<7x53xi64>, tensor<7x53xcomplex<f32>>, tensor<7x53xi1>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %3#2, %3#3 : !x, !x, !x, !x, !x, tensor<53xf32>, tensor<7x53xbf16>, tensor<7x53xi64>, tensor<7x53xcomplex<f32>>, tensor<7x53xi1>
}
