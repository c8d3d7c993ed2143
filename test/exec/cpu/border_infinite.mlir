// A term at an image's border is 0: times an infinite weight it is NaN, or is
// left out, by the tiling, of nine images and of eight (docs/numerics.md).
// RUN: tc-interpret %s --expect > %t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %s --check --guard --repeat=1
// RUN: sed 's/tensor<9x/tensor<8x/g' %s | tc-interpret - --expect > %t.8.mlir && tc-run %t.8.mlir --check --guard --repeat=1
// RUN: tc-compile %t.8.mlir --target=x86-64-v3 -o %t.so && tc-run %t.so --check --guard --repeat=1
#last = #tc.layout<order = [0, 2, 3, 1]>
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<9x32x5x6xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64, seed = 0 : i64}},
                %w: tensor<40x32x3x3xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 3 : i64, seed = 0 : i64}},
                %d: tensor<40x32x3x3xf32> {tc.layout = #last, tc.init = {kind = "iota", start = 0 : i64, step = 1 : i64}})
    -> (tensor<9x40x5x6xf32> {tc.layout = #last}) {
  %1 = prim.div %w, %d : tensor<40x32x3x3xf32>
  %2 = prim.convolution %x, %1 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<9x32x5x6xf32>, tensor<40x32x3x3xf32>
  return %2 : tensor<9x40x5x6xf32>
}
}
