// The slope of the tanh form of gelu is 0 or 1 of large numbers, infinite ones included.
// RUN: tc-interpret %s --pipeline=tc-to-prim --print | FileCheck %s
// CHECK: result 0: f64[4] 1 1 1 1
// CHECK-NEXT: result 1: f64[4] {{(-?[0-9.]+e-[0-9]+ ?)+$}}
// CHECK-NEXT: result 2: f64[4] 1 1 1 1
fx.graph @main(%dy: tensor<4xf64> {tc.init = {kind = "constant", value = 1.0}},
               %x: tensor<4xf64> {tc.init = {kind = "constant", value = 1.0e30}},
               %z: tensor<4xf64> {tc.init = {kind = "constant", value = -1.0e30}},
               %i: tensor<4xf64> {tc.init = {kind = "constant", value = 0x7FF0000000000000 : f64}}) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %0 = fx.call "aten.gelu_backward.default"(%dy, %x, approximate = "tanh") : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %1 = fx.call "aten.gelu_backward.default"(%dy, %z, approximate = "tanh") : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %2 = fx.call "aten.gelu_backward.default"(%dy, %i, approximate = "tanh") : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  fx.output %0, %1, %2 : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}
