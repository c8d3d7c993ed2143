// What is made of strided convolutions of few channels is the same, to the bit in
// f64: windows that begin within a block, end there, and are longer than one.
// RUN: tc-opt %s --prim-pad-channels=target=cuda,tune=sm_90a -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tc-interpret %s --wide --print > %t.1 && tc-interpret %t.mlir --wide --print > %t.2 && cmp %t.1 %t.2
// CHECK-COUNT-3: strides [2, 1]
// CHECK: strides [1]
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<2x3x12x10xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}}, %u: tensor<4x3x7x7xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %v: tensor<4x3x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w: tensor<4x3x2x5xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %y: tensor<2x2x21xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %z: tensor<4x2x4xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}) -> (tensor<2x4x6x5xbf16>, tensor<2x4x5x5xbf16>, tensor<2x4x6x4xbf16>, tensor<2x4x7xbf16>) {
  %0 = prim.convolution %x, %u strides [2, 2] pad [3, 3], [3, 3] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x12x10xbf16>, tensor<4x3x7x7xbf16>
  %1 = prim.convolution %x, %v strides [2, 2] pad [0, 1], [0, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x12x10xbf16>, tensor<4x3x3x3xbf16>
  %2 = prim.convolution %x, %w strides [2, 2] pad [0, 2], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x12x10xbf16>, tensor<4x3x2x5xbf16>
  %3 = prim.convolution %y, %z strides [3] pad [1], [0] dilation [1], [1] groups 1 : tensor<2x2x21xbf16>, tensor<4x2x4xbf16>
  return %0, %1, %2, %3 : tensor<2x4x6x5xbf16>, tensor<2x4x5x5xbf16>, tensor<2x4x6x4xbf16>, tensor<2x4x7xbf16>
}
}
