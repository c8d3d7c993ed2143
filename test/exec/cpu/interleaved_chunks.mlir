// Results that would be stored interleaved, of which a task has a chunk.
// RUN: tc-run %s --check --guard --threads=1 --repeat=1
// RUN: tc-run %s --check --target=x86-64-v3 --threads=3 --repeat=1
module attributes {tc.version = "0.1"} {
  loop.kernel private @k(%arg0: tensor<3xf32>, %arg1: tensor<5x3x3xf32>, %arg2: tensor<3x3xf32>) -> tensor<5x3x3xf32> iters(d0 = 5, d1 = 3, d2 = 3, d3 = 3) attributes {loop.schedule = {phases = [{chunk = "d2", chunk_size = 2, grain = 2, lanes = 32, stages = [0, 1], tasks = ["d0"], vector = "d1"}]}} {
    %0 = loop.contract (d0, d1, d2) over (d3) reads(%arg3 = %arg1[d0, d1, d3] : tensor<5x3x3xf32>, %arg4 = %arg2[d2, d3] : tensor<3x3xf32>) -> tensor<5x3x3xf32> {
      loop.yield %arg3, %arg4 : f32, f32
    }
    %1 = loop.map (d0, d1, d2) reads(%arg3 = %0[d0, d1, d2] : tensor<5x3x3xf32>, %arg4 = %arg0[d2] : tensor<3xf32>) -> tensor<5x3x3xf32> {
      %2 = prim.add %arg3, %arg4 : f32
      loop.yield %2 : f32
    }
    loop.yield %1 : tensor<5x3x3xf32>
  }
  func.func @main(%a: tensor<3xf32> {tc.init = {kind = "uniform", mean = 2.0, std = 1.0, stream = 1}}, %b: tensor<5x3x3xf32> {tc.init = {kind = "uniform", mean = 2.0, std = 1.0, stream = 2}}, %c: tensor<3x3xf32> {tc.init = {kind = "uniform", mean = 2.0, std = 1.0, stream = 3}}) -> tensor<5x3x3xf32> {
    %0 = loop.launch @k(%a, %b, %c) : (tensor<3xf32>, tensor<5x3x3xf32>, tensor<3x3xf32>) -> tensor<5x3x3xf32>
    return %0 : tensor<5x3x3xf32>
  }
}
