// Graphs have ops of fx alone.
// RUN: tc-opt %s --verify-diagnostics --fx-to-prim

fx.graph @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{[TC-4103] is no op of a captured graph}}
  %0 = prim.neg %x : tensor<4xf32>
  fx.output %0 : tensor<4xf32>
}
