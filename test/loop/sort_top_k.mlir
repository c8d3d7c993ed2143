// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// Sort with a payload, and the k greatest
// CPU: a task is a row, sorted in scratch (merge sort: stable); `take` keeps a heap of k instead.
// GPU: a block sorts a row by merges, in shared memory if there is room; each thread makes a share of each merge. Of few long rows
//   blocks sort chunks, whose first elements further launches merge.
// LAUNCHES: 1

loop.kernel @sort_top_k(%x: tensor<3x8xf32>, %v: tensor<3x8xi32>) -> (tensor<3x8xf32>, tensor<3x8xi32>, tensor<3x2xf32>, tensor<3x2xi64>) iters(i = 3, j = 8) {
  %s, %p = loop.sort (i, j) along j reads(%a = %x[i, j] : tensor<3x8xf32>, %b = %v[i, j] : tensor<3x8xi32>) -> (tensor<3x8xf32>, tensor<3x8xi32>) {
    loop.yield %a, %b : f32, i32
  }
  %t, %k = loop.sort (i, j) along j descending take 2 reads(%a = %x[i, j] : tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>) {
    %j = loop.index #tc.size<j>
    loop.yield %a, %j : f32, i64
  }
  loop.yield %s, %p, %t, %k : tensor<3x8xf32>, tensor<3x8xi32>, tensor<3x2xf32>, tensor<3x2xi64>
}

func.func @main(%x: tensor<3x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %v: tensor<3x8xi32> {tc.init = {kind = "randint", low = 0, high = 100, stream = 2}})
    -> (tensor<3x8xf32>, tensor<3x8xi32>, tensor<3x2xf32>, tensor<3x2xi64>) {
  %0:4 = loop.launch @sort_top_k(%x, %v) : (tensor<3x8xf32>, tensor<3x8xi32>) -> (tensor<3x8xf32>, tensor<3x8xi32>, tensor<3x2xf32>, tensor<3x2xi64>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<3x8xf32>, tensor<3x8xi32>, tensor<3x2xf32>, tensor<3x2xi64>
}

fx.graph @reference(%x: tensor<3x8xf32>, %v: tensor<3x8xi32>) -> (tensor<3x8xf32>, tensor<3x8xi32>, tensor<3x2xf32>, tensor<3x2xi64>) {
  %s, %k = fx.call "aten.sort.default"(%x, 1) : (tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xi64>)
  %p = fx.call "aten.gather.default"(%v, 1, %k) : (tensor<3x8xi32>, tensor<3x8xi64>) -> tensor<3x8xi32>
  %t, %q = fx.call "aten.topk.default"(%x, 2) : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>)
  fx.output %s, %p, %t, %q : tensor<3x8xf32>, tensor<3x8xi32>, tensor<3x2xf32>, tensor<3x2xi64>
}
