// Windows of images of bf16 whose channels lie outermost, where vectors multiply
// pairs of steps: a task copies the lines that its rows see, borders filled in,
// and reads pairs there. Of an odd number of steps the last one is read from a
// second copy, a zero beside each element: what lies behind a window may be
// infinite. Steps of 2 and 1, and of 3 down and 2 across; windows of 7, 3 and 4;
// borders and none; a weight that tasks pack, and an image that ends with a vector.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=host,l2=16384 -o %t.small.so
// RUN: tc-run %t.small.so --check --guard --repeat=1
// RUN: sed 's/{tc.version/{tc.target = "x86-64-v4,features=avx512bf16", tc.version/' %s | tc-opt - --tc-cpu --loop-schedule=target=x86-64-v4,features=avx512bf16 -o %t.text.mlir
// RUN: FileCheck %s <%t.text.mlir
// CHECK-COUNT-6: rows_from = "lines",{{.*}}unit = "dot.bf16"
// By hand, in lower tiles.
// RUN: sed 's/rows = 14 :\(.*\)tiles = 5 :/rows = 7 :\1tiles = 10 :/;s/rows = 14 :\(.*\)tiles = 18 :/rows = 7 :\1tiles = 36 :/' %t.text.mlir | tc-opt - --loop-schedule=target=x86-64-v4,features=avx512bf16 | FileCheck %s --check-prefix=LOW
// LOW: rows = 7 : i64, rows_from = "lines",{{.*}}unit = "dot.bf16"
// An odd number of steps is never in several blocks of a sum.
// RUN: sed 's/terms = 128/terms = 4/' %t.text.mlir | not tc-opt - --loop-schedule=target=x86-64-v4,features=avx512bf16 2>&1 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: [TC-0612] loop.schedule: phases[0].product.rows_from: there is no code for "lines"
// Without pairs rows are widened, and packed.
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4 | FileCheck %s --check-prefix=NONE
// NONE-NOT: rows_from = "lines"
#last = #tc.layout<order = [0, 2, 3, 1]>
module attributes {tc.version = "0.1"} {
prim.weight @w : tensor<40x3x7x7xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 11}}
prim.weight @v : tensor<70x2x3x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 12}}
prim.weight @u : tensor<33x3x4x4xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 13}}
func.func @main(%x: tensor<2x3x20x28xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 1}},
                %y: tensor<2x2x9x28xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 2}},
                %z: tensor<1x3x31x28xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 3}},
                %c: tensor<3x5x5x32xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 4}},
                %i: tensor<1x2x7x17xbf16> {tc.init = {kind = "iota", start = -3 : i64, step = 1 : i64}})
    -> (tensor<2x40x10x14xbf16> {tc.layout = #last}, tensor<2x70x9x28xbf16> {tc.layout = #last}, tensor<1x33x10x14xbf16> {tc.layout = #last}, tensor<2x32x8x12xbf16> {tc.layout = #last}, tensor<2x70x7x26xbf16> {tc.layout = #last}, tensor<1x70x3x8xbf16> {tc.layout = #last}) {
  %w = prim.get_weight @w : tensor<40x3x7x7xbf16>
  %v = prim.get_weight @v : tensor<70x2x3x3xbf16>
  %u = prim.get_weight @u : tensor<33x3x4x4xbf16>
  %0 = prim.convolution %x, %w strides [2, 2] pad [3, 3], [3, 3] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x20x28xbf16>, tensor<40x3x7x7xbf16>
  %1 = prim.convolution %y, %v strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x2x9x28xbf16>, tensor<70x2x3x3xbf16>
  %2 = prim.convolution %z, %u strides [3, 2] pad [1, 1], [0, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x3x31x28xbf16>, tensor<33x3x4x4xbf16>
  %t = prim.transpose %c [3, 0, 1, 2] : tensor<3x5x5x32xbf16>
  %3 = prim.convolution %x, %t strides [2, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x20x28xbf16>, tensor<32x3x5x5xbf16>
  %4 = prim.convolution %y, %v strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x2x9x28xbf16>, tensor<70x2x3x3xbf16>
  %5 = prim.reciprocal %i : tensor<1x2x7x17xbf16>
  %6 = prim.convolution %5, %v strides [2, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x2x7x17xbf16>, tensor<70x2x3x3xbf16>
  return %0, %1, %2, %3, %4, %6 : tensor<2x40x10x14xbf16>, tensor<2x70x9x28xbf16>, tensor<1x33x10x14xbf16>, tensor<2x32x8x12xbf16>, tensor<2x70x7x26xbf16>, tensor<1x70x3x8xbf16>
}
}
