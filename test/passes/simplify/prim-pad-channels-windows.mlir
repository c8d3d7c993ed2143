// What is made of strided convolutions of few channels is the same, to the bit in
// f64, infinities among the image's elements included: an infinity that a window
// does not read makes no NaN. Windows that overlap, blocks, one row.
// RUN: tc-opt %s --prim-pad-channels=target=cuda,tune=sm_90a -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tc-interpret %s --wide --print > %t.1 && tc-interpret %t.mlir --wide --print > %t.2 && cmp %t.1 %t.2
// RUN: FileCheck %s --check-prefix=VALUES < %t.1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// VALUES: inf
// CHECK-COUNT-3: strides [1, 2]
// CHECK: strides [1]
module attributes {tc.version = "0.1"} {
func.func @main(%a: tensor<2x3x12x10xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}}, %u: tensor<4x3x7x7xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %v: tensor<4x3x3x4xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w: tensor<4x3x2x2xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %y: tensor<2x2x21xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %z: tensor<4x2x6xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}) -> (tensor<2x4x6x5xbf16>, tensor<2x4x6x5xbf16>, tensor<2x4x6x5xbf16>, tensor<2x4x7xbf16>) {
  %c = prim.constant dense<1.718750e+00> : tensor<bf16>
  %cb = prim.broadcast_in_dim %c [] : tensor<bf16> to tensor<2x3x12x10xbf16>
  %i = prim.constant dense<0x7F80> : tensor<bf16>
  %ib = prim.broadcast_in_dim %i [] : tensor<bf16> to tensor<2x3x12x10xbf16>
  %g = prim.gt %a, %cb : tensor<2x3x12x10xbf16>
  %x = prim.where %g, %ib, %a : tensor<2x3x12x10xi1>, tensor<2x3x12x10xbf16>
  %0 = prim.convolution %x, %u strides [2, 2] pad [3, 3], [3, 3] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x12x10xbf16>, tensor<4x3x7x7xbf16>
  %1 = prim.convolution %x, %v strides [2, 2] pad [1, 2], [1, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x12x10xbf16>, tensor<4x3x3x4xbf16>
  %2 = prim.convolution %x, %w strides [2, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x12x10xbf16>, tensor<4x3x2x2xbf16>
  %3 = prim.convolution %y, %z strides [3] pad [3], [0] dilation [1], [1] groups 1 : tensor<2x2x21xbf16>, tensor<4x2x6xbf16>
  return %0, %1, %2, %3 : tensor<2x4x6x5xbf16>, tensor<2x4x6x5xbf16>, tensor<2x4x6x5xbf16>, tensor<2x4x7xbf16>
}
}
