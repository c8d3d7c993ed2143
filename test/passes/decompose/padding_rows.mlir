// The padding's row of an embedding has the gradient 0, also where what it would
// get is infinite.
// RUN: tc-interpret %s --pipeline=tc-to-prim --print | FileCheck %s
// CHECK: f32[2, 3] inf inf inf 0 0 0
fx.graph @main(%dy: tensor<2x3xf32> {tc.init = {kind = "constant", value = 0x7FF0000000000000 : f64}},
               %i: tensor<2xi64> {tc.init = {kind = "iota", start = 0.0, step = 1.0}}) -> (tensor<2x3xf32>) {
  %0 = fx.call "aten.embedding_dense_backward.default"(%dy, %i, 2, 1, false) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  fx.output %0 : tensor<2x3xf32>
}
