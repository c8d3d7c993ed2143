// A long window over tokens, whose channels lie innermost, reads a copy by
// channels first in place; groups, and a border.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v3 --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v2 --check --repeat=1
func.func @main(%x: tensor<2x49x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %w: tensor<64x32x48xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<2x64x50xf32> {
  %t = prim.transpose %x [0, 2, 1] : tensor<2x49x64xf32>
  %0 = prim.convolution %t, %w strides [1] pad [24], [24] dilation [1], [1] groups 2 : tensor<2x64x49xf32>, tensor<64x32x48xf32>
  return %0 : tensor<2x64x50xf32>
}
