// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s --pass-pipeline='builtin.module(fx.graph(fx-functionalise),fx-to-prim,canonicalize,cse,prim-to-loop,loop-fuse,cse)' | grep -c loop.launch | FileCheck %s --check-prefix=FUSED
// FUSED: {{^2$}}
// Softmax over the last dimension
// CPU: a task is a row i; three passes over the row, which stays in the cache: maximum, exponentials and their sum, division; j in vectors.
// GPU: a block or a warp a row: shuffles for both reductions, the row in registers if it fits, else in shared memory.
// LAUNCHES: 1

loop.kernel @softmax_last(%x: tensor<?x7xf32, #tc.dims<[n, 7]>>) -> tensor<?x7xf32, #tc.dims<[n, 7]>> iters(i = n, j = 7) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<?x7xf32, #tc.dims<[n, 7]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : tensor<?x7xf32, #tc.dims<[n, 7]>>, %b = %m[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?x7xf32, #tc.dims<[n, 7]>> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : tensor<?x7xf32, #tc.dims<[n, 7]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : tensor<?x7xf32, #tc.dims<[n, 7]>>, %b = %s[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?x7xf32, #tc.dims<[n, 7]>> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<?x7xf32, #tc.dims<[n, 7]>>
}

func.func @main(%x: tensor<5x7xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> tensor<5x7xf32> {
  %0 = loop.launch @softmax_last(%x) : (tensor<5x7xf32>) -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

fx.graph @reference(%x: tensor<5x7xf32>) -> (tensor<5x7xf32>) {
  %0 = fx.call "aten.softmax.int"(%x, -1) : (tensor<5x7xf32>) -> tensor<5x7xf32>
  fx.output %0 : tensor<5x7xf32>
}
