// A number becomes a truth value as PyTorch's do: true unless it is zero.
// RUN: tc-interpret %s --pipeline=tc-to-prim --print | FileCheck %s
// CHECK: true
// CHECK: true
// CHECK: false
module attributes {tc.version = "0.1"} {
fx.graph @main() -> (tensor<i1>, tensor<2xi1>, tensor<i1>) {
  %a = fx.call "aten.scalar_tensor.default"(0.5, dtype = i1) : () -> tensor<i1>
  %b = fx.call "aten.full.default"([2], -0.25, dtype = i1) : () -> tensor<2xi1>
  %c = fx.call "aten.scalar_tensor.default"(0.0, dtype = i1) : () -> tensor<i1>
  fx.output %a, %b, %c : tensor<i1>, tensor<2xi1>, tensor<i1>
}
}
