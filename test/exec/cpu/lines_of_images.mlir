// Windows of images whose channels lie outermost: a task copies the lines that
// its rows see, borders filled in, and reads rows there. Lines of 14 and 16
// points, which are whole tiles, of 17, which are not (rows are packed); steps
// of 2 and 1, and of 3 down and 2 across; borders that only begin a line, or
// end it; in f64; one more dimension of windows; a weight that tasks pack.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir --target=x86-64-v4 --emit=ll -o %t.ll
// RUN: FileCheck %s <%t.ll
// RUN: tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3,l2=65536 -o %t.small.so
// RUN: tc-run %t.small.so --check --guard --repeat=1

// Rows of a tile are two elements apart, and one.
// CHECK-LABEL: kernel k0_convolution
// CHECK: getelementptr i8, ptr %[[ROW:[0-9]+]], i64 40{{$}}
// CHECK-NEXT: getelementptr i8, ptr %[[ROW]], i64 48{{$}}
// CHECK-NEXT: getelementptr i8, ptr %[[ROW]], i64 56{{$}}
// CHECK-LABEL: kernel k1_convolution
// CHECK: getelementptr i8, ptr %[[ROW:[0-9]+]], i64 20{{$}}
// CHECK-NEXT: getelementptr i8, ptr %[[ROW]], i64 24{{$}}
// CHECK-NEXT: getelementptr i8, ptr %[[ROW]], i64 28{{$}}
// CHECK-LABEL: kernel k2_convolution
#last = #tc.layout<order = [0, 2, 3, 1]>
#last3 = #tc.layout<order = [0, 2, 3, 4, 1]>
#first = #tc.layout<order = [0, 1, 2, 3]>
module attributes {tc.version = "0.1"} {
prim.weight @w : tensor<40x3x7x7xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}}
prim.weight @v : tensor<70x2x3x4xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}}
prim.weight @d : tensor<24x3x5x5xf64> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 13}}
prim.weight @c : tensor<33x2x3x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 14}}
func.func @main(%x: tensor<2x3x20x28xf32> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: tensor<3x2x9x16xf32> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %z: tensor<1x3x12x17xf64> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %q: tensor<2x2x4x6x8xf32> {tc.layout = #tc.layout<order = [0, 1, 2, 3, 4]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %u: tensor<70x3x5x5xf32> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}})
    -> (tensor<2x40x10x14xf32> {tc.layout = #last}, tensor<3x70x9x16xf32> {tc.layout = #last}, tensor<3x70x4x8xf32> {tc.layout = #last},
        tensor<1x24x12x17xf64> {tc.layout = #last}, tensor<1x24x6x8xf64> {tc.layout = #last}, tensor<2x33x4x6x8xf32> {tc.layout = #last3}, tensor<2x70x20x28xf32> {tc.layout = #last}) {
  %w = prim.get_weight @w : tensor<40x3x7x7xf32>
  %v = prim.get_weight @v : tensor<70x2x3x4xf32>
  %d = prim.get_weight @d : tensor<24x3x5x5xf64>
  %c = prim.get_weight @c : tensor<33x2x3x3x3xf32>
  %0 = prim.convolution %x, %w strides [2, 2] pad [3, 3], [3, 3] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x20x28xf32>, tensor<40x3x7x7xf32>
  %1 = prim.convolution %y, %v strides [1, 1] pad [1, 0], [1, 3] dilation [1, 1], [1, 1] groups 1 : tensor<3x2x9x16xf32>, tensor<70x2x3x4xf32>
  %2 = prim.convolution %y, %v strides [3, 2] pad [3, 3], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<3x2x9x16xf32>, tensor<70x2x3x4xf32>
  %3 = prim.convolution %z, %d strides [1, 1] pad [2, 2], [2, 2] dilation [1, 1], [1, 1] groups 1 : tensor<1x3x12x17xf64>, tensor<24x3x5x5xf64>
  %4 = prim.convolution %z, %d strides [2, 2] pad [2, 2], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x3x12x17xf64>, tensor<24x3x5x5xf64>
  %5 = prim.convolution %q, %c strides [1, 1, 1] pad [1, 1, 1], [1, 1, 1] dilation [1, 1, 1], [1, 1, 1] groups 1 : tensor<2x2x4x6x8xf32>, tensor<33x2x3x3x3xf32>
  %6 = prim.convolution %x, %u strides [1, 1] pad [2, 2], [2, 2] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x20x28xf32>, tensor<70x3x5x5xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2x40x10x14xf32>, tensor<3x70x9x16xf32>, tensor<3x70x4x8xf32>, tensor<1x24x12x17xf64>, tensor<1x24x6x8xf64>, tensor<2x33x4x6x8xf32>, tensor<2x70x20x28xf32>
}
}
