// A quarter is dropped; what is kept is 4/3 of what it was, so that the mean
// stays.
// RUN: tc-interpret %s --pipeline=tc-to-prim --print | FileCheck %s
// CHECK: result 0: f32[] 0.{{6[89]|7[01]}}
// CHECK: result 1: f32[] 0.933333
// CHECK: result 2: f32[] 0{{$}}
// CHECK: result 3: f32[] 0.7{{[3-7]}}
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<4096xf32> {tc.init = {kind = "constant", value = 0.7}}) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %y:2 = fx.call "aten.native_dropout.default"(%x, 0.25, true) : (tensor<4096xf32>) -> (tensor<4096xf32>, tensor<4096xi1>)
  %mean = fx.call "aten.mean.default"(%y#0) : (tensor<4096xf32>) -> tensor<f32>
  %max = fx.call "aten.amax.default"(%y#0, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %min = fx.call "aten.amin.default"(%y#0, [0]) : (tensor<4096xf32>) -> tensor<f32>
  %k = fx.call "aten._to_copy.default"(%y#1, dtype = f32) : (tensor<4096xi1>) -> tensor<4096xf32>
  %kept = fx.call "aten.mean.default"(%k) : (tensor<4096xf32>) -> tensor<f32>
  fx.output %mean, %max, %min, %kept : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
}
