// Panels of a convolution's weight that comes with each call: elements that
// follow each other in memory, of channels and windows, or of a window alone,
// backwards, are transposed in registers, in whole vectors and a rest, never
// gathered one by one.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --target=x86-64-v3 --repeat=1
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o %t.s
// RUN: FileCheck %s --implicit-check-not=gather --input-file=%t.s
// CHECK: vshuff64x2
#last = #tc.layout<order = [0, 2, 3, 1]>
func.func @main(%x: tensor<2x20x9x9xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %w: tensor<64x20x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %g: tensor<2x64x9x9xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %v: tensor<64x32x5x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %u: tensor<64x96x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
    -> (tensor<2x64x9x9xf32> {tc.layout = #last}, tensor<2x32x9x9xf32> {tc.layout = #last}, tensor<2x96x9x9xf32> {tc.layout = #last}) {
  %0 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x20x9x9xf32>, tensor<64x20x3x3xf32>
  %1 = prim.transpose %v [1, 0, 2, 3] : tensor<64x32x5x5xf32>
  %2 = prim.rev %1 [2, 3] : tensor<32x64x5x5xf32>
  %3 = prim.convolution %g, %2 strides [1, 1] pad [2, 2], [2, 2] dilation [1, 1], [1, 1] groups 1 : tensor<2x64x9x9xf32>, tensor<32x64x5x5xf32>
  %4 = prim.transpose %u [1, 0, 2, 3] : tensor<64x96x3x3xf32>
  %5 = prim.rev %4 [2, 3] : tensor<96x64x3x3xf32>
  %6 = prim.convolution %g, %5 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x64x9x9xf32>, tensor<96x64x3x3xf32>
  return %0, %3, %6 : tensor<2x64x9x9xf32>, tensor<2x32x9x9xf32>, tensor<2x96x9x9xf32>
}
