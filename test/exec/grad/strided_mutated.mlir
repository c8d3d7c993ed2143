// Backward is given the strided argument of forward as it is, and a copy of
// the one that forward writes to.
// RUN: tc-run %s --grad | FileCheck %s
// CHECK: 2 of 2 groups are as differences say, 0 at non-differentiable points were skipped
func.func @main(%x: tensor<4x3xf32> {tc.layout = #tc.layout<strides = [1, 4]>, tc.init = {kind = "uniform", mean = 0.3, std = 1.0, stream = 1}},
   %buf: tensor<4x3xf32> {tc.layout = #tc.layout<order = [1, 0]>, tc.init = {kind = "uniform", mean = 0.3, std = 1.0, stream = 2}}) -> (tensor<4x3xf32> {tc.layout = #tc.layout<order = [1, 0]>}, tensor<4x3xf32> {tc.ties = 1 : i64, tc.layout = #tc.layout<order = [1, 0]>}) {
  %0 = prim.mul %x, %buf : tensor<4x3xf32>
  %1 = prim.tanh %0 : tensor<4x3xf32>
  %2 = prim.mul %1, %1 : tensor<4x3xf32>
  %3 = prim.add %buf, %x : tensor<4x3xf32>
  return %1, %3 : tensor<4x3xf32>, tensor<4x3xf32>
}
