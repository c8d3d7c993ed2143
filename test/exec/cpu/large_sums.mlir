// Sums to few results are made in parts, the same ones on any number of
// threads: so are their roundings.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s
// CHECK: loop.kernel @total
// CHECK-SAME: split = "i", split_parts = 64
loop.kernel @sums(%x: tensor<?x3xf32, #tc.dims<[n, 3]>>) -> (tensor<3xf32>, tensor<3xf32>) iters(i = n, j = 3) {
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<3xf32> {
    loop.yield %a : f32
  }
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<3xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %m : tensor<3xf32>, tensor<3xf32>
}

loop.kernel @total(%x: tensor<100003x3xf32>) -> tensor<f32> iters(i = 100003, j = 3) {
  %s = loop.reduce () over (i, j) [add] reads(%a = %x[i, j] : tensor<100003x3xf32>) -> tensor<f32> {
    %0 = prim.mul %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %s : tensor<f32>
}

func.func @main(%x: tensor<100003x3xf32> {tc.init = {kind = "uniform", mean = 0.1, std = 1.0, stream = 1}}) -> (tensor<3xf32>, tensor<3xf32>, tensor<f32>) {
  %0:2 = loop.launch @sums(%x) : (tensor<100003x3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %1 = loop.launch @total(%x) : (tensor<100003x3xf32>) -> tensor<f32>
  return %0#0, %0#1, %1 : tensor<3xf32>, tensor<3xf32>, tensor<f32>
}
