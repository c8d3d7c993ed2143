// Convolutions of f32 in slices of bf16 in tile registers, channels last:
// images that tasks split once into strips, borders filled in, and rows of
// windows that they pack in blocks (lines of no 9 points at least, a dilation,
// no border, an odd number of rows); weights packed ahead, or split as they
// lie, along the steps or the columns; strides, groups, maps, one window of a
// point with a border around; 48 channels, which are no whole registers;
// infinities, NaN and numbers too large for slices, in images and weights.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=amx-tile+amx-bf16,l1=49152,l2=2097152,cores=2 | FileCheck %s

// CHECK: packs_ahead,{{.*}}rows = 28 : i64, rows_from = "strip",{{.*}}unit = "amx.bf16x6"
// CHECK: packs_ahead,{{.*}}rows = 28 : i64, rows_from = "strip",{{.*}}unit = "amx.bf16x6"
// CHECK: rows = 32 : i64, rows_from = "blocks",{{.*}}unit = "amx.bf16x6"
// CHECK: rows = 32 : i64, rows_from = "blocks",{{.*}}unit = "amx.bf16x6"
// CHECK: rows_from = "strip",{{.*}}unit = "amx.bf16x6"
// CHECK: rows_from = "strip",{{.*}}unit = "amx.bf16x6"
// CHECK: rows_from = "blocks",{{.*}}unit = "amx.bf16x6"
// CHECK: rows_from = "blocks",{{.*}}unit = "amx.bf16x6"
// CHECK: columns_from = "panels"
// CHECK-NOT: unit
// CHECK: rows_from = "blocks",{{.*}}unit = "amx.bf16x6"
// CHECK: rows_from = "strip",{{.*}}unit = "amx.bf16x6"
module attributes {tc.version = "0.1"} {
prim.weight @w2 : tensor<64x32x3x3xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 2}}
prim.weight @w6 : tensor<64x64x3x3xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 6}}
prim.weight @w9 : tensor<64x32x3x3xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 9}}
prim.weight @w11 : tensor<72x32x3x3xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 11}}
prim.weight @w12 : tensor<64x32x3x3xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 12}}
prim.weight @w13 : tensor<64x32x3x3xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 13}}
prim.weight @w15 : tensor<64x48x3x3xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 15}}
prim.weight @w16 : tensor<64x64x1x1xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 16}}
prim.weight @w18 : tensor<128x32x3x3xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 18}}
prim.weight @w20 : tensor<64x32x3x3xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 20}}
prim.weight @w22 : tensor<64x32x3x3xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 22}}
func.func @main(%a1: tensor<2x32x14x14xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 1}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a3: tensor<48x32x3x3xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 3}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a4: tensor<2x48x14x14xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 4}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a5: tensor<3x64x7x7xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 5}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a7: tensor<64x64x3x3xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 7}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a8: tensor<1x32x29x29xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 8}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a10: tensor<1x32x28x28xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 10}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a14: tensor<1x48x14x14xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 14}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a17: tensor<2x64x14x14xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 17}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a19: tensor<1x32x14x14xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 19}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a21: tensor<2x32x7x7xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 21}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a23: tensor<64x32x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 23}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a24: tensor<1x32x14x14xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 24}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a25: tensor<2x32x7x7xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 25}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a26: tensor<64x32x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 26}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %a27: tensor<1x32x14x14xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 27}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>})
    -> (tensor<2x64x14x14xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x48x14x14xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<3x64x7x7xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<3x64x7x7xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<1x64x14x14xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<1x72x14x14xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x64x14x14xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x64x12x12xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<1x64x14x14xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<3x64x9x9xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x128x14x14xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<1x64x14x14xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x64x7x7xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<1x64x14x14xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x64x7x7xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<1x64x14x14xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) {
  %0 = prim.get_weight @w2 : tensor<64x32x3x3xf32>
  %1 = prim.convolution %a1, %0 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x32x14x14xf32>, tensor<64x32x3x3xf32>
  %2 = prim.convolution %a1, %a3 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x32x14x14xf32>, tensor<48x32x3x3xf32>
  %3 = prim.add %2, %a4 : tensor<2x48x14x14xf32>
  %4 = prim.tanh %3 : tensor<2x48x14x14xf32>
  %5 = prim.get_weight @w6 : tensor<64x64x3x3xf32>
  %6 = prim.convolution %a5, %5 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<3x64x7x7xf32>, tensor<64x64x3x3xf32>
  %7 = prim.transpose %a7 [1, 0, 2, 3] : tensor<64x64x3x3xf32>
  %8 = prim.rev %7 [2, 3] : tensor<64x64x3x3xf32>
  %9 = prim.convolution %a5, %8 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<3x64x7x7xf32>, tensor<64x64x3x3xf32>
  %10 = prim.get_weight @w9 : tensor<64x32x3x3xf32>
  %11 = prim.convolution %a8, %10 strides [2, 2] pad [1, 0], [0, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x32x29x29xf32>, tensor<64x32x3x3xf32>
  %12 = prim.get_weight @w11 : tensor<72x32x3x3xf32>
  %13 = prim.convolution %a10, %12 strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x32x28x28xf32>, tensor<72x32x3x3xf32>
  %14 = prim.get_weight @w12 : tensor<64x32x3x3xf32>
  %15 = prim.convolution %a1, %14 strides [1, 1] pad [2, 2], [2, 2] dilation [1, 1], [2, 2] groups 1 : tensor<2x32x14x14xf32>, tensor<64x32x3x3xf32>
  %16 = prim.get_weight @w13 : tensor<64x32x3x3xf32>
  %17 = prim.convolution %a1, %16 strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x32x14x14xf32>, tensor<64x32x3x3xf32>
  %18 = prim.get_weight @w15 : tensor<64x48x3x3xf32>
  %19 = prim.convolution %a14, %18 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x48x14x14xf32>, tensor<64x48x3x3xf32>
  %20 = prim.get_weight @w16 : tensor<64x64x1x1xf32>
  %21 = prim.convolution %a5, %20 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<3x64x7x7xf32>, tensor<64x64x1x1xf32>
  %22 = prim.get_weight @w18 : tensor<128x32x3x3xf32>
  %23 = prim.convolution %a17, %22 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 2 : tensor<2x64x14x14xf32>, tensor<128x32x3x3xf32>
  %24 = prim.constant dense<1.729> : tensor<1x32x14x14xf32>
  %25 = prim.constant dense<0x7F800000> : tensor<1x32x14x14xf32>
  %26 = prim.gt %a19, %24 : tensor<1x32x14x14xf32>
  %27 = prim.where %26, %25, %a19 : tensor<1x32x14x14xi1>, tensor<1x32x14x14xf32>
  %28 = prim.get_weight @w20 : tensor<64x32x3x3xf32>
  %29 = prim.convolution %27, %28 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x32x14x14xf32>, tensor<64x32x3x3xf32>
  %30 = prim.constant dense<1.729> : tensor<2x32x7x7xf32>
  %31 = prim.constant dense<0xFFFFFFFF> : tensor<2x32x7x7xf32>
  %32 = prim.gt %a21, %30 : tensor<2x32x7x7xf32>
  %33 = prim.where %32, %31, %a21 : tensor<2x32x7x7xi1>, tensor<2x32x7x7xf32>
  %34 = prim.get_weight @w22 : tensor<64x32x3x3xf32>
  %35 = prim.convolution %33, %34 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x32x7x7xf32>, tensor<64x32x3x3xf32>
  %36 = prim.constant dense<1.7316> : tensor<64x32x3x3xf32>
  %37 = prim.constant dense<0x7F800000> : tensor<64x32x3x3xf32>
  %38 = prim.gt %a23, %36 : tensor<64x32x3x3xf32>
  %39 = prim.where %38, %37, %a23 : tensor<64x32x3x3xi1>, tensor<64x32x3x3xf32>
  %40 = prim.convolution %a24, %39 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x32x14x14xf32>, tensor<64x32x3x3xf32>
  %41 = prim.convolution %a25, %39 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x32x7x7xf32>, tensor<64x32x3x3xf32>
  %42 = prim.constant dense<1.0e-5> : tensor<64x32x3x3xf32>
  %43 = prim.mul %a26, %42 : tensor<64x32x3x3xf32>
  %44 = prim.constant dense<1.729> : tensor<1x32x14x14xf32>
  %45 = prim.constant dense<3.3e+38> : tensor<1x32x14x14xf32>
  %46 = prim.gt %a27, %44 : tensor<1x32x14x14xf32>
  %47 = prim.where %46, %45, %a27 : tensor<1x32x14x14xi1>, tensor<1x32x14x14xf32>
  %48 = prim.convolution %47, %43 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x32x14x14xf32>, tensor<64x32x3x3xf32>
  return %1, %4, %6, %9, %11, %13, %15, %17, %19, %21, %23, %29, %35, %40, %41, %48 : tensor<2x64x14x14xf32>, tensor<2x48x14x14xf32>, tensor<3x64x7x7xf32>, tensor<3x64x7x7xf32>, tensor<1x64x14x14xf32>, tensor<1x72x14x14xf32>, tensor<2x64x14x14xf32>, tensor<2x64x12x12xf32>, tensor<1x64x14x14xf32>, tensor<3x64x9x9xf32>, tensor<2x128x14x14xf32>, tensor<1x64x14x14xf32>, tensor<2x64x7x7xf32>, tensor<1x64x14x14xf32>, tensor<2x64x7x7xf32>, tensor<1x64x14x14xf32>
}
}
