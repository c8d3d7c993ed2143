// Where the lower bound is above the upper one, the upper one is what is left.
// RUN: tc-interpret %s --pipeline=tc-to-prim --print | FileCheck %s
// CHECK: f32[4] 1 1 1 1
fx.graph @main(%x: tensor<4xf32> {tc.init = {kind = "iota", start = 0.0, step = 1.0}}) -> (tensor<4xf32>) {
  %0 = fx.call "aten.hardtanh.default"(%x, 2.0, 1.0) : (tensor<4xf32>) -> tensor<4xf32>
  fx.output %0 : tensor<4xf32>
}
