// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// An LSTM step loop
// CPU: a sequential loop over t; in it one phase: a task is a block of the hidden units, whose four gates it makes; h is read
//   after a barrier.
// GPU: persistent blocks with the weights in registers or shared memory, a grid barrier a step; or a launch a step.
// LAUNCHES: 1, or one a step

loop.kernel @lstm(%x: tensor<4x2x3xf32>, %h0: tensor<2x5xf32>, %c0: tensor<2x5xf32>, %wx: tensor<20x3xf32>, %wh: tensor<20x5xf32>, %bias: tensor<20xf32>)
    -> (tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) iters(t = 4, b = 2, g = 20, j = 5, k = 3, l = 5) {
  %h, %c, %hs = loop.for t carry(%p = %h0 : tensor<2x5xf32>, %q = %c0 : tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<4x2x5xf32>) {
    %gx = loop.contract (b, g) over (k) reads(%u = %x[t, b, k] : tensor<4x2x3xf32>, %w = %wx[g, k] : tensor<20x3xf32>) -> tensor<2x20xf32> {
      loop.yield %u, %w : f32, f32
    }
    %gh = loop.contract (b, g) over (l) reads(%u = %p[b, l] : tensor<2x5xf32>, %w = %wh[g, l] : tensor<20x5xf32>) -> tensor<2x20xf32> {
      loop.yield %u, %w : f32, f32
    }
    %gates = loop.map (b, g) reads(%u = %gx[b, g] : tensor<2x20xf32>, %v = %gh[b, g] : tensor<2x20xf32>, %w = %bias[g] : tensor<20xf32>) -> tensor<2x20xf32> {
      %0 = prim.add %u, %v : f32
      %1 = prim.add %0, %w : f32
      loop.yield %1 : f32
    }
    %c1 = loop.map (b, j) reads(%i = %gates[b, j] : tensor<2x20xf32>, %f = %gates[b, j + 5] : tensor<2x20xf32>, %z = %gates[b, j + 10] : tensor<2x20xf32>, %old = %q[b, j] : tensor<2x5xf32>) -> tensor<2x5xf32> {
      %one = prim.constant 1.0 : f32
      %0 = prim.neg %i : f32
      %1 = prim.exp %0 : f32
      %2 = prim.add %1, %one : f32
      %3 = prim.reciprocal %2 : f32
      %4 = prim.neg %f : f32
      %5 = prim.exp %4 : f32
      %6 = prim.add %5, %one : f32
      %7 = prim.reciprocal %6 : f32
      %8 = prim.tanh %z : f32
      %9 = prim.mul %7, %old : f32
      %10 = prim.mul %3, %8 : f32
      %11 = prim.add %9, %10 : f32
      loop.yield %11 : f32
    }
    %h1 = loop.map (b, j) reads(%o = %gates[b, j + 15] : tensor<2x20xf32>, %s = %c1[b, j] : tensor<2x5xf32>) -> tensor<2x5xf32> {
      %one = prim.constant 1.0 : f32
      %0 = prim.neg %o : f32
      %1 = prim.exp %0 : f32
      %2 = prim.add %1, %one : f32
      %3 = prim.reciprocal %2 : f32
      %4 = prim.tanh %s : f32
      %5 = prim.mul %3, %4 : f32
      loop.yield %5 : f32
    }
    loop.yield %h1, %c1, %h1 : tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>
  }
  loop.yield %hs, %h, %c : tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>
}

func.func @main(%x: tensor<4x2x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %h0: tensor<2x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %c0: tensor<2x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %wx: tensor<20x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %wh: tensor<20x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %bias: tensor<20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
    -> (tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) {
  %0:3 = loop.launch @lstm(%x, %h0, %c0, %wx, %wh, %bias) : (tensor<4x2x3xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<20x3xf32>, tensor<20x5xf32>, tensor<20xf32>) -> (tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>)
  return %0#0, %0#1, %0#2 : tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>
}

fx.graph @reference(%x: tensor<4x2x3xf32>, %h0: tensor<2x5xf32>, %c0: tensor<2x5xf32>, %wx: tensor<20x3xf32>, %wh: tensor<20x5xf32>, %bias: tensor<20xf32>) -> (tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) {
  %x0 = fx.call "aten.select.int"(%x, 0, 0) : (tensor<4x2x3xf32>) -> tensor<2x3xf32>
  %h1, %c1 = fx.call "aten.lstm_cell.default"(%x0, [%h0, %c0], %wx, %wh, %bias, none) : (tensor<2x3xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<20x3xf32>, tensor<20x5xf32>, tensor<20xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>)
  %x1 = fx.call "aten.select.int"(%x, 0, 1) : (tensor<4x2x3xf32>) -> tensor<2x3xf32>
  %h2, %c2 = fx.call "aten.lstm_cell.default"(%x1, [%h1, %c1], %wx, %wh, %bias, none) : (tensor<2x3xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<20x3xf32>, tensor<20x5xf32>, tensor<20xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>)
  %x2 = fx.call "aten.select.int"(%x, 0, 2) : (tensor<4x2x3xf32>) -> tensor<2x3xf32>
  %h3, %c3 = fx.call "aten.lstm_cell.default"(%x2, [%h2, %c2], %wx, %wh, %bias, none) : (tensor<2x3xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<20x3xf32>, tensor<20x5xf32>, tensor<20xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>)
  %x3 = fx.call "aten.select.int"(%x, 0, 3) : (tensor<4x2x3xf32>) -> tensor<2x3xf32>
  %h4, %c4 = fx.call "aten.lstm_cell.default"(%x3, [%h3, %c3], %wx, %wh, %bias, none) : (tensor<2x3xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<20x3xf32>, tensor<20x5xf32>, tensor<20xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>)
  %hs = fx.call "aten.stack.default"([%h1, %h2, %h3, %h4]) : (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<4x2x5xf32>
  fx.output %hs, %h4, %c4 : tensor<4x2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>
}
