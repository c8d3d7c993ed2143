// A convolution of complex numbers, whose gradients are conjugate; compiled.
// RUN: tc-run %s --grad | FileCheck %s
// CHECK: 2 of 2 groups are as differences say, 0 at non-differentiable points were skipped
func.func @main(%x: tensor<1x2x5xcomplex<f32>>, %w: tensor<3x2x3xcomplex<f32>>) -> tensor<1x3x3xcomplex<f32>> {
  %y = prim.convolution %x, %w strides [2] pad [1], [1] dilation [1], [1] groups 1 : tensor<1x2x5xcomplex<f32>>, tensor<3x2x3xcomplex<f32>>
  return %y : tensor<1x3x3xcomplex<f32>>
}
