// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s --pass-pipeline='builtin.module(fx.graph(fx-functionalise),fx-to-prim,canonicalize,cse,prim-to-loop,loop-fuse,cse)' | grep -c loop.launch | FileCheck %s --check-prefix=FUSED
// FUSED: {{^2$}}
// Layer norm
// CPU: a task is a row; mean, then the squares of what differs from it (two passes, as accurate as it gets), then the result;
//   j in vectors.
// GPU: a warp or a block a row, the row in registers; two shuffled reductions.
// LAUNCHES: 1

loop.kernel @layer_norm(%x: tensor<4x12xf32>, %w: tensor<12xf32>, %b: tensor<12xf32>) -> tensor<4x12xf32> iters(i = 4, j = 12) {
  %sum = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<4x12xf32>) -> tensor<4xf32> {
    loop.yield %a : f32
  }
  %d = loop.map (i, j) reads(%a = %x[i, j] : tensor<4x12xf32>, %s = %sum[i] : tensor<4xf32>) -> tensor<4x12xf32> {
    %n = prim.constant 12.0 : f32
    %0 = prim.div %s, %n : f32
    %1 = prim.sub %a, %0 : f32
    loop.yield %1 : f32
  }
  %var = loop.reduce (i) over (j) [add] reads(%a = %d[i, j] : tensor<4x12xf32>) -> tensor<4xf32> {
    %0 = prim.mul %a, %a : f32
    loop.yield %0 : f32
  }
  %y = loop.map (i, j) reads(%a = %d[i, j] : tensor<4x12xf32>, %v = %var[i] : tensor<4xf32>, %g = %w[j] : tensor<12xf32>, %h = %b[j] : tensor<12xf32>) -> tensor<4x12xf32> {
    %n = prim.constant 12.0 : f32
    %eps = prim.constant 1.0e-05 : f32
    %0 = prim.div %v, %n : f32
    %1 = prim.add %0, %eps : f32
    %2 = prim.rsqrt %1 : f32
    %3 = prim.mul %a, %2 : f32
    %4 = prim.mul %3, %g : f32
    %5 = prim.add %4, %h : f32
    loop.yield %5 : f32
  }
  loop.yield %y : tensor<4x12xf32>
}

func.func @main(%x: tensor<4x12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %w: tensor<12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %b: tensor<12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> tensor<4x12xf32> {
  %0 = loop.launch @layer_norm(%x, %w, %b) : (tensor<4x12xf32>, tensor<12xf32>, tensor<12xf32>) -> tensor<4x12xf32>
  return %0 : tensor<4x12xf32>
}

fx.graph @reference(%x: tensor<4x12xf32>, %w: tensor<12xf32>, %b: tensor<12xf32>) -> (tensor<4x12xf32>) {
  %0 = fx.call "aten.layer_norm.default"(%x, [12], %w, %b, 1.0e-05) : (tensor<4x12xf32>, tensor<12xf32>, tensor<12xf32>) -> tensor<4x12xf32>
  fx.output %0 : tensor<4x12xf32>
}
