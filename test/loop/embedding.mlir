// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s --pass-pipeline='builtin.module(fx.graph(fx-functionalise),fx-to-prim,canonicalize,cse,prim-to-loop,loop-fuse,cse)' | grep -c loop.launch | FileCheck %s --check-prefix=FUSED
// FUSED: {{^2$}}
// Embedding, position and layer norm
// CPU: a task is a token: its two rows are added while they are read, the rest as layer norm.
// GPU: a warp or a block a token.
// LAUNCHES: 1

loop.kernel @embedding(%ids: tensor<?xi64, #tc.dims<[t]>>, %table: tensor<11x8xf32>, %position: tensor<16x8xf32>, %w: tensor<8xf32>)
    -> tensor<?x8xf32, #tc.dims<[t, 8]>> iters(i = t, j = 8) {
  %x = loop.map (i, j) reads(%k = %ids[i] : tensor<?xi64, #tc.dims<[t]>>) -> tensor<?x8xf32, #tc.dims<[t, 8]>> {
    %i = loop.index #tc.size<i>
    %j = loop.index #tc.size<j>
    %0 = loop.at %table[%k, %j] : tensor<11x8xf32>
    %1 = loop.at %position[%i, %j] : tensor<16x8xf32>
    %2 = prim.add %0, %1 : f32
    loop.yield %2 : f32
  }
  %sum = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<?x8xf32, #tc.dims<[t, 8]>>) -> tensor<?xf32, #tc.dims<[t]>> {
    loop.yield %a : f32
  }
  %d = loop.map (i, j) reads(%a = %x[i, j] : tensor<?x8xf32, #tc.dims<[t, 8]>>, %s = %sum[i] : tensor<?xf32, #tc.dims<[t]>>) -> tensor<?x8xf32, #tc.dims<[t, 8]>> {
    %n = prim.constant 8.0 : f32
    %0 = prim.div %s, %n : f32
    %1 = prim.sub %a, %0 : f32
    loop.yield %1 : f32
  }
  %var = loop.reduce (i) over (j) [add] reads(%a = %d[i, j] : tensor<?x8xf32, #tc.dims<[t, 8]>>) -> tensor<?xf32, #tc.dims<[t]>> {
    %0 = prim.mul %a, %a : f32
    loop.yield %0 : f32
  }
  %y = loop.map (i, j) reads(%a = %d[i, j] : tensor<?x8xf32, #tc.dims<[t, 8]>>, %v = %var[i] : tensor<?xf32, #tc.dims<[t]>>, %g = %w[j] : tensor<8xf32>) -> tensor<?x8xf32, #tc.dims<[t, 8]>> {
    %n = prim.constant 8.0 : f32
    %eps = prim.constant 1.0e-05 : f32
    %0 = prim.div %v, %n : f32
    %1 = prim.add %0, %eps : f32
    %2 = prim.rsqrt %1 : f32
    %3 = prim.mul %a, %2 : f32
    %4 = prim.mul %3, %g : f32
    loop.yield %4 : f32
  }
  loop.yield %y : tensor<?x8xf32, #tc.dims<[t, 8]>>
}

func.func @main(%ids: tensor<5xi64> {tc.init = {kind = "randint", low = 0, high = 11, stream = 1}}, %table: tensor<11x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %position: tensor<16x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %w: tensor<8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}) -> tensor<5x8xf32> {
  %0 = loop.launch @embedding(%ids, %table, %position, %w) : (tensor<5xi64>, tensor<11x8xf32>, tensor<16x8xf32>, tensor<8xf32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

fx.graph @reference(%ids: tensor<5xi64>, %table: tensor<11x8xf32>, %position: tensor<16x8xf32>, %w: tensor<8xf32>) -> (tensor<5x8xf32>) {
  %0 = fx.call "aten.embedding.default"(%table, %ids) : (tensor<11x8xf32>, tensor<5xi64>) -> tensor<5x8xf32>
  %1 = fx.call "aten.slice.Tensor"(%position, 0, 0, 5) : (tensor<16x8xf32>) -> tensor<5x8xf32>
  %2 = fx.call "aten.add.Tensor"(%0, %1) : (tensor<5x8xf32>, tensor<5x8xf32>) -> tensor<5x8xf32>
  %3 = fx.call "aten.layer_norm.default"(%2, [8], %w, none, 1.0e-05) : (tensor<5x8xf32>, tensor<8xf32>) -> tensor<5x8xf32>
  fx.output %3 : tensor<5x8xf32>
}
