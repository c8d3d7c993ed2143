// RUN: tc-opt %s --pass-pipeline='builtin.module(func.func(prim-split-convolution))' --split-input-file | FileCheck %s
// RUN: tc-opt %s --tc-cpu --split-input-file | FileCheck %s --check-prefix=CPU

// A window of 2 with a step of 2: all phases read the same element, so it is
// one convolution with four times the channels.
// CHECK-LABEL: func.func @same(
// CHECK: prim.convolution %arg0, %{{.*}} strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x3x4x5xf32>, tensor<24x3x1x1xf32>
// CHECK-NOT: prim.convolution
// CHECK: return %{{.*}} : tensor<1x6x8x10xf32>
// CPU-NOT: loop.index
// CPU-LABEL: func.func @same(
func.func @same(%x: tensor<1x3x4x5xf32>, %w: tensor<6x3x2x2xf32>) -> tensor<1x6x8x10xf32> {
  %y = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [2, 2], [1, 1] groups 1 : tensor<1x3x4x5xf32>, tensor<6x3x2x2xf32>
  return %y : tensor<1x6x8x10xf32>
}

// -----

// A window of 3 with a step of 2, padded by 1: one tap at even phases, two at
// odd ones; only dimension 1 is spread. The last phase is longer than the
// result, which is cut.
// CHECK-LABEL: func.func @differs(
// CHECK: prim.convolution %arg0, %{{.*}} strides [2, 1] pad [1, 0], [1, 0] dilation [1, 1], [1, 1] groups 3 : tensor<?x3x7x?xf32, #tc.dims<[b, 3, 7, n]>>, tensor<6x1x3x1xf32>
// CHECK: prim.convolution %arg0, %{{.*}} strides [2, 1] pad [1, 0], [1, 1] dilation [1, 1], [1, 1] groups 3 : tensor<?x3x7x?xf32, #tc.dims<[b, 3, 7, n]>>, tensor<6x1x3x2xf32>
// CHECK: %[[Y:.*]] = prim.slice %{{.*}} to tensor<?x6x4x?xf32, #tc.dims<[b, 6, 4, 2*n - 1]>>
// CHECK-NEXT: return %[[Y]]
func.func @differs(%x: tensor<?x3x7x?xf32, #tc.dims<[b, 3, 7, n]>>, %w: tensor<6x1x3x3xf32>) -> tensor<?x6x4x?xf32, #tc.dims<[b, 6, 4, 2*n - 1]>> {
  %y = prim.convolution %x, %w strides [2, 1] pad [1, 1], [1, 1] dilation [1, 2], [1, 1] groups 3 : tensor<?x3x7x?xf32, #tc.dims<[b, 3, 7, n]>>, tensor<6x1x3x3xf32>
  return %y : tensor<?x6x4x?xf32, #tc.dims<[b, 6, 4, 2*n - 1]>>
}

// -----

// Gaps of 2 in the window and a step of 2: the odd phases meet nothing.
// CHECK-LABEL: func.func @nothing(
// CHECK: prim.convolution {{.*}} dilation [1], [1] groups 1 : tensor<2x3x9xf32>, tensor<4x3x3xf32>
// CHECK-NOT: prim.convolution
// CHECK: return
func.func @nothing(%x: tensor<2x3x9xf32>, %w: tensor<4x3x3xf32>) -> tensor<2x4x13xf32> {
  %y = prim.convolution %x, %w strides [1] pad [0], [0] dilation [2], [2] groups 1 : tensor<2x3x9xf32>, tensor<4x3x3xf32>
  return %y : tensor<2x4x13xf32>
}

// -----

// A window of 64 with a step of 32, as in segmentation: two classes a
// dimension, four convolutions, not 1024.
// CHECK-LABEL: func.func @large(
// CHECK-COUNT-4: prim.convolution
// CHECK-NOT: prim.convolution
// CHECK: return
func.func @large(%x: tensor<1x3x7x7xf32>, %w: tensor<4x3x64x64xf32>) -> tensor<1x4x224x224xf32> {
  %y = prim.convolution %x, %w strides [1, 1] pad [47, 47], [47, 47] dilation [32, 32], [1, 1] groups 1 : tensor<1x3x7x7xf32>, tensor<4x3x64x64xf32>
  return %y : tensor<1x4x224x224xf32>
}

// -----

// Left alone: strides of a spread input, a sum whose order is said, a window of
// unknown size.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-3: prim.convolution {{.*}} dilation [2], [1]
func.func @kept(%x: tensor<1x3x5xf32>, %w: tensor<2x3x3xf32>, %u: tensor<2x3x?xf32, #tc.dims<[2, 3, k]>>) -> (tensor<1x2x4xf32>, tensor<1x2x7xf32>, tensor<1x2x?xf32, #tc.dims<[1, 2, -k + 10]>>) {
  %y = prim.convolution %x, %w strides [2] pad [0], [0] dilation [2], [1] groups 1 : tensor<1x3x5xf32>, tensor<2x3x3xf32>
  %z = prim.convolution %x, %w strides [1] pad [0], [0] dilation [2], [1] groups 1 {ordered} : tensor<1x3x5xf32>, tensor<2x3x3xf32>
  %v = prim.convolution %x, %u strides [1] pad [0], [0] dilation [2], [1] groups 1 : tensor<1x3x5xf32>, tensor<2x3x?xf32, #tc.dims<[2, 3, k]>>
  return %y, %z, %v : tensor<1x2x4xf32>, tensor<1x2x7xf32>, tensor<1x2x?xf32, #tc.dims<[1, 2, -k + 10]>>
}
