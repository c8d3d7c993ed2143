// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// Scatter-add as the epilogue of its producer
// CPU: tasks over the columns j, so that no two meet; a product is scattered row by row as it is made.
// GPU: atomic adds from the producer's blocks; or sorted by position first where results must repeat exactly.
// LAUNCHES: 1

loop.kernel @scatter_add(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>, %at: tensor<6xi64>, %into: tensor<3x8xf32>) -> tensor<3x8xf32> iters(i = 6, j = 8, k = 4) {
  %p = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<6x4xf32>, %b = %w[k, j] : tensor<4x8xf32>) -> tensor<6x8xf32> {
    loop.yield %a, %b : f32, f32
  }
  %y = loop.scatter (i, j) into %into : tensor<3x8xf32> [add] reads(%a = %p[i, j] : tensor<6x8xf32>, %r = %at[i] : tensor<6xi64>) {
    %j = loop.index #tc.size<j>
    %0 = prim.tanh %a : f32
    loop.yield %r, %j, %0 : i64, i64, f32
  }
  loop.yield %y : tensor<3x8xf32>
}

func.func @main(%x: tensor<6x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %w: tensor<4x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %at: tensor<6xi64> {tc.init = {kind = "randint", low = 0, high = 3, stream = 3}},
                %into: tensor<3x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}) -> tensor<3x8xf32> {
  %0 = loop.launch @scatter_add(%x, %w, %at, %into) : (tensor<6x4xf32>, tensor<4x8xf32>, tensor<6xi64>, tensor<3x8xf32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

fx.graph @reference(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>, %at: tensor<6xi64>, %into: tensor<3x8xf32>) -> (tensor<3x8xf32>) {
  %0 = fx.call "aten.mm.default"(%x, %w) : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %1 = fx.call "aten.tanh.default"(%0) : (tensor<6x8xf32>) -> tensor<6x8xf32>
  %2 = fx.call "aten.index_add.default"(%into, 0, %at, %1) : (tensor<3x8xf32>, tensor<6xi64>, tensor<6x8xf32>) -> tensor<3x8xf32>
  fx.output %2 : tensor<3x8xf32>
}
