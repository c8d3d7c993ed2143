// Scans by a combination of their own whose sides may change places, maxima and
// sums of exponentials that they shift: along lanes, in chunks of which the last
// is short, without each point's own value, down columns.
// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2

!x = tensor<7x53xf32>

loop.kernel @rows(%x: !x) -> (!x, !x) iters(i = 7, j = 53) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = ["i"], vector = "j", lanes = 8, chunk = "j", chunk_size = 20}, {stages = [2], tasks = ["i"], vector = "j", lanes = 16}]}} {
  %m, %s = loop.scan (i, j) along j [custom] reads(%a = %x[i, j] : !x) -> (!x, !x) {
    %one = prim.constant 1.0 : f32
    loop.yield %a, %one : f32, f32
  } combine [0xFF800000 : f32, 0.0 : f32] (%m0: f32, %s0: f32, %m1: f32, %s1: f32) {
    %one = prim.constant 1.0 : f32
    %most = prim.maximum %m0, %m1 : f32
    %least = prim.minimum %m0, %m1 : f32
    %gap = prim.sub %least, %most : f32
    %e = prim.exp %gap : f32
    %is0 = prim.eq %m0, %most : f32
    %is1 = prim.eq %m1, %most : f32
    %e0 = prim.where %is0, %one, %e : i1, f32
    %e1 = prim.where %is1, %one, %e : i1, f32
    %t0 = prim.mul %s0, %e0 : f32
    %t1 = prim.mul %s1, %e1 : f32
    %sum = prim.add %t0, %t1 : f32
    loop.yield %most, %sum : f32, f32
  }
  %y = loop.map (i, j) reads(%a = %m[i, j] : !x, %b = %s[i, j] : !x) -> !x {
    %0 = prim.log %b : f32
    %1 = prim.add %a, %0 : f32
    loop.yield %1 : f32
  }
  %l = loop.scan (i, j) along j [custom] exclusive reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  } combine [2.0 : f32] (%b: f32, %c: f32) {
    %0 = prim.minimum %c, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y, %l : !x, !x
}

loop.kernel @columns(%x: !x) -> (!x, !x) iters(i = 7, j = 53) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", lanes = 8, chunk = "i", chunk_size = 2}, {stages = [1], tasks = ["j"], chunk = "i", chunk_size = 3}]}} {
  %h = loop.scan (i, j) along i [custom] reverse reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  } combine [-2.0 : f32] (%b: f32, %c: f32) {
    %0 = prim.maximum %b, %c : f32
    loop.yield %0 : f32
  }
  %g = loop.scan (i, j) along i [custom] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  } combine [-2.0 : f32] (%b: f32, %c: f32) {
    %0 = prim.maximum %c, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %h, %g : !x, !x
}

func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> (!x, !x, !x, !x) {
  %0:2 = loop.launch @rows(%x) : (!x) -> (!x, !x)
  %1:2 = loop.launch @columns(%x) : (!x) -> (!x, !x)
  return %0#0, %0#1, %1#0, %1#1 : !x, !x, !x, !x
}
