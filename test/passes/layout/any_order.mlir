// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse --loop-layout=inside | FileCheck %s
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse --loop-layout=inside --loop-plan-memory -o /dev/null

// A result that the caller takes in any order lies as convolutions want it, and
// says so; one that nothing orders is dense, and one without the attribute is
// what its type says.

// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<2x16x6x5xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x8x6x5xf32>, tensor<7xf32> {tc.any_order})
func.func @main(%x: tensor<2x16x6x5xf32>, %w: tensor<8x16x3x3xf32>, %z: tensor<7xf32>) -> (tensor<2x16x6x5xf32> {tc.any_order}, tensor<2x8x6x5xf32>, tensor<7xf32> {tc.any_order}) {
  %0 = prim.exp %x : tensor<2x16x6x5xf32>
  %1 = prim.convolution %0, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x16x6x5xf32>, tensor<8x16x3x3xf32>
  %2 = prim.exp %z : tensor<7xf32>
  return %0, %1, %2 : tensor<2x16x6x5xf32>, tensor<2x8x6x5xf32>, tensor<7xf32>
}

// -----

// Returned twice, a value has one layout: that of its type. So has one that is
// reshaped, too.

// CHECK-LABEL: func.func @main
// CHECK-NOT: tc.layout
func.func @main(%x: tensor<2x16x6x5xf32>, %y: tensor<2x16x6x5xf32>, %w: tensor<8x16x3x3xf32>) -> (tensor<2x16x6x5xf32> {tc.any_order}, tensor<2x16x6x5xf32> {tc.any_order}, tensor<2x16x6x5xf32> {tc.any_order}, tensor<960xf32> {tc.any_order}, tensor<2x8x6x5xf32>, tensor<2x8x6x5xf32>) {
  %0 = prim.exp %x : tensor<2x16x6x5xf32>
  %1 = prim.exp %y : tensor<2x16x6x5xf32>
  %2 = prim.convolution %0, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x16x6x5xf32>, tensor<8x16x3x3xf32>
  %3 = prim.convolution %1, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x16x6x5xf32>, tensor<8x16x3x3xf32>
  %4 = prim.reshape %1 : tensor<2x16x6x5xf32> to tensor<960xf32>
  return %0, %0, %1, %4, %2, %3 : tensor<2x16x6x5xf32>, tensor<2x16x6x5xf32>, tensor<2x16x6x5xf32>, tensor<960xf32>, tensor<2x8x6x5xf32>, tensor<2x8x6x5xf32>
}
