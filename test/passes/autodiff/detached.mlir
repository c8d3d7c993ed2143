// The maximum in softmax is a shift that the result does not depend on: it has
// no derivative (one of a maximum would compare all elements with it).
// RUN: tc-opt %s --tc-to-prim --prim-autodiff --cse | FileCheck %s
// RUN: tc-interpret %s --pipeline=tc-to-prim --gradients=2

// CHECK-LABEL: func.func @main.joint(
// CHECK: prim.amax %arg0 [1] {tc.detached}
// CHECK-NOT: prim.eq
// CHECK: return
fx.graph @main(%x: tensor<4x8xf64> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}) -> (tensor<4x8xf64>) {
  %0 = fx.call "aten.softmax.int"(%x, 1) : (tensor<4x8xf64>) -> tensor<4x8xf64>
  fx.output %0 : tensor<4x8xf64>
}
