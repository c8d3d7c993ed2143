// A map without points, which is merged with others, takes none of their tasks:
// they ran on one thread.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// CHECK: loop.kernel
// CHECK-SAME: iters(d0 = 512, d1 = 0)
// CHECK-SAME: for = ["d1"], step = 256 : i64, to = "grid"}, {body = [{body = [{run = 1 : i64}], for = ["d0"], step = 1 : i64, to = "thread"}], for = ["d0"], step = 256 : i64, to = "grid"}]
module attributes {tc.version = "0.1"} {
func.func @main(%a: tensor<512xf32>) -> (tensor<0xi64>, tensor<512xf32>) {
  %0 = prim.constant dense<0> : tensor<i64>
  %1 = prim.broadcast_in_dim %0 [] : tensor<i64> to tensor<0xi64>
  %2 = prim.exp %a : tensor<512xf32>
  return %1, %2 : tensor<0xi64>, tensor<512xf32>
}
}
