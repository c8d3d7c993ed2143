// Products and windows: sizes of results are expressions over those of operands.
// RUN: tc-opt %s | FileCheck %s
// RUN: tc-opt %s --mlir-print-op-generic | tc-opt | FileCheck %s

!a = tensor<?x?x64xf32, #tc.dims<[b, s, 64]>>
!image = tensor<?x4x?x9xf32, #tc.dims<[b, 4, h, 9]>>

// CHECK-LABEL: func.func @dots
func.func @dots(%a: !a, %w: tensor<10x64xf32>, %q: tensor<3x64xi8>)
    -> (tensor<?x?x?xf32, #tc.dims<[b, s, s]>>, tensor<?x?x10xf32, #tc.dims<[b, s, 10]>>, tensor<3x3xi32>) {
  // CHECK: prim.dot_general %{{.*}}, %{{.*}} batch [0], [0] contract [2], [2] :
  %0 = prim.dot_general %a, %a batch [0], [0] contract [2], [2] : !a, !a
  // CHECK: prim.dot_general %{{.*}}, %{{.*}} batch [], [] contract [2], [1] :
  %1 = prim.dot_general %a, %w batch [], [] contract [2], [1] : !a, tensor<10x64xf32>
  // CHECK: prim.dot_general %{{.*}}, %{{.*}} batch [], [] contract [1], [1] {out = i32} : tensor<3x64xi8>, tensor<3x64xi8>
  %2 = prim.dot_general %q, %q batch [], [] contract [1], [1] {out = i32} : tensor<3x64xi8>, tensor<3x64xi8>
  return %0, %1, %2 : tensor<?x?x?xf32, #tc.dims<[b, s, s]>>, tensor<?x?x10xf32, #tc.dims<[b, s, 10]>>, tensor<3x3xi32>
}

// CHECK-LABEL: func.func @convolutions
func.func @convolutions(%x: !image, %w: tensor<6x2x3x3xf32>)
    -> (tensor<?x6x?x4xf32, #tc.dims<[b, 6, floordiv(h - 1, 2) + 1, 4]>>, tensor<?x6x?x17xf32, #tc.dims<[b, 6, 2*h - 1, 17]>>) {
  // CHECK: prim.convolution %{{.*}}, %{{.*}} strides [2, 2] pad [1, 1], [1, 0] dilation [1, 1], [1, 1] groups 2 :
  %0 = prim.convolution %x, %w strides [2, 2] pad [1, 1], [1, 0] dilation [1, 1], [1, 1] groups 2 : !image, tensor<6x2x3x3xf32>
  // The gradient's form: zeros between the elements of the input.
  // CHECK: prim.convolution %{{.*}} dilation [2, 2], [1, 1]
  %1 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [2, 2], [1, 1] groups 2 : !image, tensor<6x2x3x3xf32>
  return %0, %1 : tensor<?x6x?x4xf32, #tc.dims<[b, 6, floordiv(h - 1, 2) + 1, 4]>>, tensor<?x6x?x17xf32, #tc.dims<[b, 6, 2*h - 1, 17]>>
}

// CHECK-LABEL: func.func @wide_convolution
func.func @wide_convolution(%x: tensor<1x4x8xbf16>, %w: tensor<6x4x3xbf16>) -> tensor<1x6x6xf32> {
  // CHECK: prim.convolution {{.*}} groups 1 {prim.out = f32} : tensor<1x4x8xbf16>, tensor<6x4x3xbf16>
  %0 = prim.convolution %x, %w strides [1] pad [0], [0] dilation [1], [1] groups 1 {prim.out = f32} : tensor<1x4x8xbf16>, tensor<6x4x3xbf16>
  return %0 : tensor<1x6x6xf32>
}

// CHECK-LABEL: func.func @pools
func.func @pools(%x: !image) -> (tensor<?x4x?x4xf32, #tc.dims<[b, 4, floordiv(h, 2), 4]>>, tensor<?x4x?x4xi64, #tc.dims<[b, 4, floordiv(h, 2), 4]>>) {
  // CHECK: prim.max_pool %{{.*}} window [2, 2] strides [2, 2] pad [0, 0] dilation [1, 1] :
  %0, %1 = prim.max_pool %x window [2, 2] strides [2, 2] pad [0, 0] dilation [1, 1] : !image
  return %0, %1 : tensor<?x4x?x4xf32, #tc.dims<[b, 4, floordiv(h, 2), 4]>>, tensor<?x4x?x4xi64, #tc.dims<[b, 4, floordiv(h, 2), 4]>>
}

// Rounded up, a window that would start past the input and its left padding is
// dropped: of 4 elements padded by 1, windows of 3 start at -1, 2 and not at 5.
// CHECK-LABEL: func.func @pool_ceil
func.func @pool_ceil(%x: tensor<5xf32>, %y: tensor<4xf32>) -> (tensor<3xf32>, tensor<2xf32>) {
  // CHECK: prim.max_pool %{{.*}} ceil :
  %0, %1 = prim.max_pool %x window [2] strides [2] pad [0] dilation [1] ceil : tensor<5xf32>
  %2, %3 = prim.max_pool %y window [3] strides [3] pad [1] dilation [1] ceil : tensor<4xf32>
  return %0, %2 : tensor<3xf32>, tensor<2xf32>
}
