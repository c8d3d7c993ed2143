// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s --pass-pipeline='builtin.module(fx.graph(fx-functionalise),fx-to-prim,canonicalize,cse,prim-to-loop,loop-fuse,cse)' | grep -c loop.launch | FileCheck %s --check-prefix=FUSED
// FUSED: {{^2$}}
// Backward of layer norm: dx, dw and db, reductions along different axes of the same data
// CPU: phase 1: a task is a chunk of rows; per row the two sums along j and dx; in the same pass its part of dw and db, a
//   row of partial sums a task; phase 2 adds the parts. x and dy are read once.
// GPU: a block takes rows in turn, dw and db in registers per column; parts to memory; a second small launch adds them.
// LAUNCHES: 2 (one kernel op)

loop.kernel @layer_norm_backward(%dy: tensor<6x8xf32>, %x: tensor<6x8xf32>, %mean: tensor<6xf32>, %rstd: tensor<6xf32>, %w: tensor<8xf32>)
    -> (tensor<6x8xf32>, tensor<8xf32>, tensor<8xf32>) iters(i = 6, j = 8) {
  %g = loop.map (i, j) reads(%a = %dy[i, j] : tensor<6x8xf32>, %b = %w[j] : tensor<8xf32>) -> tensor<6x8xf32> {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  %h = loop.map (i, j) reads(%a = %x[i, j] : tensor<6x8xf32>, %m = %mean[i] : tensor<6xf32>, %r = %rstd[i] : tensor<6xf32>) -> tensor<6x8xf32> {
    %0 = prim.sub %a, %m : f32
    %1 = prim.mul %0, %r : f32
    loop.yield %1 : f32
  }
  %s, %t = loop.reduce (i) over (j) [add, add] reads(%a = %g[i, j] : tensor<6x8xf32>, %b = %h[i, j] : tensor<6x8xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
    %0 = prim.mul %a, %b : f32
    loop.yield %a, %0 : f32, f32
  }
  %dx = loop.map (i, j) reads(%a = %g[i, j] : tensor<6x8xf32>, %b = %h[i, j] : tensor<6x8xf32>, %p = %s[i] : tensor<6xf32>, %q = %t[i] : tensor<6xf32>,
      %r = %rstd[i] : tensor<6xf32>) -> tensor<6x8xf32> {
    %n = prim.constant 8.0 : f32
    %0 = prim.mul %b, %q : f32
    %1 = prim.add %p, %0 : f32
    %2 = prim.div %1, %n : f32
    %3 = prim.sub %a, %2 : f32
    %4 = prim.mul %3, %r : f32
    loop.yield %4 : f32
  }
  %dw, %db = loop.reduce (j) over (i) [add, add] reads(%a = %dy[i, j] : tensor<6x8xf32>, %b = %h[i, j] : tensor<6x8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = prim.mul %a, %b : f32
    loop.yield %0, %a : f32, f32
  }
  loop.yield %dx, %dw, %db : tensor<6x8xf32>, tensor<8xf32>, tensor<8xf32>
}

func.func @main(%dy: tensor<6x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %x: tensor<6x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %mean: tensor<6xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 3}}, %rstd: tensor<6xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 4}},
                %w: tensor<8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}) -> (tensor<6x8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:3 = loop.launch @layer_norm_backward(%dy, %x, %mean, %rstd, %w) : (tensor<6x8xf32>, tensor<6x8xf32>, tensor<6xf32>, tensor<6xf32>, tensor<8xf32>)
      -> (tensor<6x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1, %0#2 : tensor<6x8xf32>, tensor<8xf32>, tensor<8xf32>
}

fx.graph @reference(%dy: tensor<6x8xf32>, %x: tensor<6x8xf32>, %mean: tensor<6xf32>, %rstd: tensor<6xf32>, %w: tensor<8xf32>)
    -> (tensor<6x8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %m = fx.call "aten.unsqueeze.default"(%mean, 1) : (tensor<6xf32>) -> tensor<6x1xf32>
  %r = fx.call "aten.unsqueeze.default"(%rstd, 1) : (tensor<6xf32>) -> tensor<6x1xf32>
  %c = fx.call "aten.sub.Tensor"(%x, %m) : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
  %h = fx.call "aten.mul.Tensor"(%c, %r) : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
  %g = fx.call "aten.mul.Tensor"(%dy, %w) : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
  %a = fx.call "aten.mean.dim"(%g, [1], true) : (tensor<6x8xf32>) -> tensor<6x1xf32>
  %gh = fx.call "aten.mul.Tensor"(%g, %h) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  %b = fx.call "aten.mean.dim"(%gh, [1], true) : (tensor<6x8xf32>) -> tensor<6x1xf32>
  %hb = fx.call "aten.mul.Tensor"(%h, %b) : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
  %0 = fx.call "aten.sub.Tensor"(%g, %a) : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
  %1 = fx.call "aten.sub.Tensor"(%0, %hb) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  %dx = fx.call "aten.mul.Tensor"(%1, %r) : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
  %2 = fx.call "aten.mul.Tensor"(%dy, %h) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  %dw = fx.call "aten.sum.dim_IntList"(%2, [0]) : (tensor<6x8xf32>) -> tensor<8xf32>
  %db = fx.call "aten.sum.dim_IntList"(%dy, [0]) : (tensor<6x8xf32>) -> tensor<8xf32>
  fx.output %dx, %dw, %db : tensor<6x8xf32>, tensor<8xf32>, tensor<8xf32>
}
