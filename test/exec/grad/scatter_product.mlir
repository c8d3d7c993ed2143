// A scatter that multiplies, with zeros among its factors: one of several, two,
// and the old content.
// RUN: tc-interpret %s --gradients | FileCheck %s --check-prefix=INTERPRET
// RUN: tc-interpret %s --gradients=2 | FileCheck %s --check-prefix=SECOND
// RUN: tc-run %s --grad | FileCheck %s
// INTERPRET: gradient of argument 0 right
// INTERPRET: gradient of argument 1 right
// SECOND: @main.joint.joint: gradient of argument 0 right
// SECOND: @main.joint.joint: gradient of argument 1 right
// CHECK: 2 of 2 groups are as differences say, 0 at non-differentiable points were skipped
func.func @main(%x: tensor<3xf64> {tc.init = dense<[2.0, 0.0, 3.0]> : tensor<3xf64>}, %u: tensor<5xf64> {tc.init = dense<[0.0, 4.0, 5.0, 0.0, 0.0]> : tensor<5xf64>}) -> tensor<3xf64> {
  %i = prim.constant dense<[0, 0, 1, 2, 2]> : tensor<5xi64>
  %y = prim.index_put %x, %u[%i] [0] "mul" : tensor<3xf64>, tensor<5xf64>, tensor<5xi64>
  return %y : tensor<3xf64>
}
