// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s --pass-pipeline='builtin.module(fx.graph(fx-functionalise),fx-to-prim,canonicalize,cse,prim-to-loop,loop-fuse,cse)' | grep -c loop.launch | FileCheck %s --check-prefix=FUSED
// FUSED: {{^2$}}
// Cross-entropy from logits, the gather of the target inside
// CPU: a task is a row: maximum, sum of exponentials, one read at the target; the mean over rows in a second phase.
// GPU: a block a row; the last reduction by a second launch or an atomic counter.
// LAUNCHES: 2 (one kernel op)

loop.kernel @cross_entropy(%x: tensor<5x9xf32>, %t: tensor<5xi64>) -> tensor<f32> iters(i = 5, j = 9) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<5x9xf32>) -> tensor<5xf32> {
    loop.yield %a : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<5x9xf32>, %b = %m[i] : tensor<5xf32>) -> tensor<5xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %l = loop.reduce () over (i) [add] reads(%b = %m[i] : tensor<5xf32>, %c = %s[i] : tensor<5xf32>, %k = %t[i] : tensor<5xi64>) -> tensor<f32> {
    %i = loop.index #tc.size<i>
    %0 = loop.at %x[%i, %k] : tensor<5x9xf32>
    %1 = prim.log %c : f32
    %2 = prim.add %1, %b : f32
    %3 = prim.sub %2, %0 : f32
    loop.yield %3 : f32
  }
  %y = loop.map () reads(%a = %l[] : tensor<f32>) -> tensor<f32> {
    %n = prim.constant 5.0 : f32
    %0 = prim.div %a, %n : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<f32>
}

func.func @main(%x: tensor<5x9xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %t: tensor<5xi64> {tc.init = {kind = "randint", low = 0, high = 9, stream = 2}}) -> tensor<f32> {
  %0 = loop.launch @cross_entropy(%x, %t) : (tensor<5x9xf32>, tensor<5xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

fx.graph @reference(%x: tensor<5x9xf32>, %t: tensor<5xi64>) -> (tensor<f32>) {
  %0 = fx.call "aten.cross_entropy_loss.default"(%x, %t) : (tensor<5x9xf32>, tensor<5xi64>) -> tensor<f32>
  fx.output %0 : tensor<f32>
}
