// The sum that a stream carries starts at a complex zero.
// RUN: tc-opt %s --tc-cpu -o %t && tc-opt %t --tc-verify-loop | FileCheck %s
// RUN: tc-run %s --check | FileCheck %s --check-prefix=EXEC
// CHECK: loop.kernel
// CHECK: prim.complex
// CHECK: loop.for
// EXEC: program {{.*}} ok

module attributes {tc.version = "0.1"} {
  fx.graph @main(%0: tensor<1x50x3xcomplex<f32>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %1: tensor<1x3x50xcomplex<f32>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %2: tensor<1x50x3xcomplex<f32>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> (tensor<1x50x3xcomplex<f32>>) {
    %25 = fx.call "aten.bmm.default"(%0, %1) : (tensor<1x50x3xcomplex<f32>>, tensor<1x3x50xcomplex<f32>>) -> tensor<1x50x50xcomplex<f32>>
    %29 = fx.call "aten.bmm.default"(%25, %2) : (tensor<1x50x50xcomplex<f32>>, tensor<1x50x3xcomplex<f32>>) -> tensor<1x50x3xcomplex<f32>>
    fx.output %29 : tensor<1x50x3xcomplex<f32>>
  }
}
