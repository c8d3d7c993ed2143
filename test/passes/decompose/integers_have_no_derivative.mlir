// RUN: not tc-opt %s --fx-to-prim 2>&1 | FileCheck %s
// The rule of unfold_backward differentiates unfold.
// CHECK: [TC-4102] aten.unfold_backward.default: integers have no derivative
module attributes {tc.version = "0.1"} {
  fx.graph @main(%g: tensor<2x3x1xi64>) -> (tensor<2x3xi64>) {
    %0 = fx.call "aten.unfold_backward.default"(%g, [2, 3], 0, 1, 1) : (tensor<2x3x1xi64>) -> tensor<2x3xi64>
    fx.output %0 : tensor<2x3xi64>
  }
}
