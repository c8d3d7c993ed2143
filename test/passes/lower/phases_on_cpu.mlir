// Of which gradients of strided convolutions' inputs CPUs have one kernel of
// all phases: not of groups, of fewer channels than a vector has, or where the
// caller has what is convolved, or the result, with channels first.
// RUN: tc-opt %s --pass-pipeline='builtin.module(func.func(prim-split-convolution{interleave=true packed=true}))' | FileCheck %s
#last = #tc.layout<order = [0, 2, 3, 1]>

// CHECK-LABEL: func.func @kept(
// CHECK: prim.convolution {{.*}} dilation [2, 2], [1, 1]
// CHECK-NOT: prim.convolution
func.func @kept(%x: tensor<2x32x4x4xf32> {tc.layout = #last}, %w: tensor<16x32x3x3xf32>) -> (tensor<2x16x8x8xf32> {tc.layout = #last}) {
  %0 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [2, 2] dilation [2, 2], [1, 1] groups 1 : tensor<2x32x4x4xf32>, tensor<16x32x3x3xf32>
  return %0 : tensor<2x16x8x8xf32>
}

// CHECK-LABEL: func.func @inside(
// CHECK: prim.convolution {{.*}} dilation [2, 2], [1, 1]
// CHECK-NOT: prim.convolution
func.func @inside(%a: tensor<2x32x4x4xf32>, %w: tensor<16x32x3x3xf32>) -> tensor<2x16x8x8xf32> {
  %x = prim.neg %a : tensor<2x32x4x4xf32>
  %0 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [2, 2] dilation [2, 2], [1, 1] groups 1 : tensor<2x32x4x4xf32>, tensor<16x32x3x3xf32>
  %1 = prim.neg %0 : tensor<2x16x8x8xf32>
  return %1 : tensor<2x16x8x8xf32>
}

// CHECK-LABEL: func.func @groups(
// CHECK-COUNT-4: prim.convolution {{.*}} dilation [1, 1], [1, 1] groups 2
func.func @groups(%x: tensor<2x32x4x4xf32> {tc.layout = #last}, %w: tensor<32x16x3x3xf32>) -> (tensor<2x32x8x8xf32> {tc.layout = #last}) {
  %0 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [2, 2] dilation [2, 2], [1, 1] groups 2 : tensor<2x32x4x4xf32>, tensor<32x16x3x3xf32>
  return %0 : tensor<2x32x8x8xf32>
}

// CHECK-LABEL: func.func @few(
// CHECK-COUNT-4: prim.convolution {{.*}} dilation [1, 1], [1, 1]
func.func @few(%x: tensor<2x32x4x4xf32> {tc.layout = #last}, %w: tensor<15x32x3x3xf32>) -> (tensor<2x15x8x8xf32> {tc.layout = #last}) {
  %0 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [2, 2] dilation [2, 2], [1, 1] groups 1 : tensor<2x32x4x4xf32>, tensor<15x32x3x3xf32>
  return %0 : tensor<2x15x8x8xf32>
}

// CHECK-LABEL: func.func @given_first(
// CHECK-COUNT-4: prim.convolution {{.*}} dilation [1, 1], [1, 1]
func.func @given_first(%x: tensor<2x32x4x4xf32>, %w: tensor<16x32x3x3xf32>) -> (tensor<2x16x8x8xf32> {tc.layout = #last}) {
  %0 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [2, 2] dilation [2, 2], [1, 1] groups 1 : tensor<2x32x4x4xf32>, tensor<16x32x3x3xf32>
  return %0 : tensor<2x16x8x8xf32>
}

// CHECK-LABEL: func.func @returned_first(
// CHECK-COUNT-4: prim.convolution {{.*}} dilation [1, 1], [1, 1]
func.func @returned_first(%x: tensor<2x32x4x4xf32> {tc.layout = #last}, %w: tensor<16x32x3x3xf32>) -> tensor<2x16x8x8xf32> {
  %0 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [2, 2] dilation [2, 2], [1, 1] groups 1 : tensor<2x32x4x4xf32>, tensor<16x32x3x3xf32>
  return %0 : tensor<2x16x8x8xf32>
}
