// prim.scan: carried values, stacks, from the last to the first, scans in scans,
// values from outside, shapes that change on the way.
// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2

func.func @main(%xs: tensor<5x2x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %s0: tensor<2x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w: tensor<4x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 3}})
    -> (tensor<2x4xf32>, tensor<5x2xf32>, tensor<5x8xf32>, tensor<2x4xf32>, tensor<5x2x4xf32>, tensor<8xf32>) {
  // Forwards, with a product by a value from outside.
  %0:3 = prim.scan(%s0) over(%xs) : (tensor<2x4xf32>, tensor<5x2x4xf32>) -> (tensor<2x4xf32>, tensor<5x2xf32>, tensor<5x8xf32>) {
  ^bb0(%s: tensor<2x4xf32>, %x: tensor<2x4xf32>):
    %h = prim.dot_general %s, %w batch [], [] contract [1], [0] : tensor<2x4xf32>, tensor<4x4xf32>
    %a = prim.add %h, %x : tensor<2x4xf32>
    %t = prim.tanh %a : tensor<2x4xf32>
    %r = prim.sum %t [1] : tensor<2x4xf32>
    %f = prim.reshape %t : tensor<2x4xf32> to tensor<8xf32>
    prim.yield %t, %r, %f : tensor<2x4xf32>, tensor<2xf32>, tensor<8xf32>
  }
  // Backwards, two inputs, a constant, the carried value stacked before it changes.
  %1:2 = prim.scan(%s0) over(%xs, %0#2) reverse : (tensor<2x4xf32>, tensor<5x2x4xf32>, tensor<5x8xf32>) -> (tensor<2x4xf32>, tensor<5x2x4xf32>) {
  ^bb0(%s: tensor<2x4xf32>, %x: tensor<2x4xf32>, %y: tensor<8xf32>):
    %half = prim.constant dense<0.5> : tensor<2x4xf32>
    %m = prim.reshape %y : tensor<8xf32> to tensor<2x4xf32>
    %a = prim.mul %s, %half : tensor<2x4xf32>
    %b = prim.add %a, %x : tensor<2x4xf32>
    %c = prim.sub %b, %m : tensor<2x4xf32>
    prim.yield %c, %s : tensor<2x4xf32>, tensor<2x4xf32>
  }
  // A scan in a scan, whose body uses what the outer one has.
  %z = prim.constant dense<0.0> : tensor<8xf32>
  %2 = prim.scan(%z) over(%0#2) : (tensor<8xf32>, tensor<5x8xf32>) -> tensor<8xf32> {
  ^bb0(%s: tensor<8xf32>, %y: tensor<8xf32>):
    %in = prim.scan(%s) over(%xs) : (tensor<8xf32>, tensor<5x2x4xf32>) -> tensor<8xf32> {
    ^bb1(%u: tensor<8xf32>, %x: tensor<2x4xf32>):
      %v = prim.reshape %x : tensor<2x4xf32> to tensor<8xf32>
      %p = prim.mul %v, %y : tensor<8xf32>
      %q = prim.add %u, %p : tensor<8xf32>
      prim.yield %q : tensor<8xf32>
    }
    prim.yield %in : tensor<8xf32>
  }
  return %0#0, %0#1, %0#2, %1#0, %1#1, %2 : tensor<2x4xf32>, tensor<5x2xf32>, tensor<5x8xf32>, tensor<2x4xf32>, tensor<5x2x4xf32>, tensor<8xf32>
}
