// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s --pass-pipeline='builtin.module(fx.graph(fx-functionalise),fx-to-prim,canonicalize,cse,prim-to-loop,loop-fuse,cse)' | grep -c loop.launch | FileCheck %s --check-prefix=FUSED
// FUSED: {{^2$}}
// Softmax over a middle dimension
// CPU: a task is (i, a chunk of k): vectors run along k, which is contiguous, so that j is reduced in whole vectors without
//   lanes ever meeting.
// GPU: threads along k (coalesced), each reduces its own j; where k is short, threads along j too and a shared-memory tree.
// LAUNCHES: 1

loop.kernel @softmax_middle(%x: tensor<2x5x8xf32>) -> tensor<2x5x8xf32> iters(i = 2, j = 5, k = 8) {
  %m = loop.reduce (i, k) over (j) [max] reads(%a = %x[i, j, k] : tensor<2x5x8xf32>) -> tensor<2x8xf32> {
    loop.yield %a : f32
  }
  %e = loop.map (i, j, k) reads(%a = %x[i, j, k] : tensor<2x5x8xf32>, %b = %m[i, k] : tensor<2x8xf32>) -> tensor<2x5x8xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %s = loop.reduce (i, k) over (j) [add] reads(%a = %e[i, j, k] : tensor<2x5x8xf32>) -> tensor<2x8xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j, k) reads(%a = %e[i, j, k] : tensor<2x5x8xf32>, %b = %s[i, k] : tensor<2x8xf32>) -> tensor<2x5x8xf32> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<2x5x8xf32>
}

func.func @main(%x: tensor<2x5x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> tensor<2x5x8xf32> {
  %0 = loop.launch @softmax_middle(%x) : (tensor<2x5x8xf32>) -> tensor<2x5x8xf32>
  return %0 : tensor<2x5x8xf32>
}

fx.graph @reference(%x: tensor<2x5x8xf32>) -> (tensor<2x5x8xf32>) {
  %0 = fx.call "aten.softmax.int"(%x, 1) : (tensor<2x5x8xf32>) -> tensor<2x5x8xf32>
  fx.output %0 : tensor<2x5x8xf32>
}
