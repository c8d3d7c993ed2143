// Products with no zero among their factors, one, two, and zeros alone: first and
// second derivatives.
// RUN: tc-interpret %s --gradients=2 | FileCheck %s
// CHECK: @main.joint: gradient of argument 0 right
// CHECK: @main.joint.joint: gradient of argument 0 right
func.func @main(%x: tensor<4x3xf64> {tc.init = dense<[[2.0, -1.5, 3.0], [2.0, 0.0, 3.0], [0.0, 5.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<4x3xf64>}) -> tensor<4xf64> {
  %y = prim.prod %x [1] : tensor<4x3xf64>
  return %y : tensor<4xf64>
}
