// Products whose factors are read in place, each thread its own: grouped
// convolutions, with a bias behind, strided, of channels that lie last, in bf16,
// f16 and f64, in one to three dimensions; the phases of convolutions of a spread
// input, grouped ones, too, whose blocks are one launch; 1 x 1 of many channels, whose steps threads
// share; an image narrower than its border. (Of a chip whose unit of TF32 is slower than
// FMA: products of f32 would be on it.)
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_86 -o %t.1 && FileCheck %s <%t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_86 | cmp %t.1 -
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate,wave=64 --check --guard --repeat=1
// CHECK-LABEL: loop.kernel private @k3_maximum
// CHECK-SAME: combine = "shared", run = 0 : i64, unit = "fma"}], for = ["d0", "d2", "d3"]
// CHECK-SAME: for = ["d4", "d5", "d6"], step = 9 : i64, to = "seq"}], for = ["d4", "d5", "d6"], parts = 8 : i64, to = "thread"}
// CHECK-LABEL: loop.kernel private @k5_convolution
// CHECK-SAME: combine = "shared", run = 0 : i64, unit = "fma"
// CHECK-LABEL: loop.kernel private @k9_convolution
// CHECK-SAME: {loop.schedule = {launches = [{body = [
// CHECK-SAME: run = 0 : i64, unit = "fma"
// CHECK-SAME: run = 3 : i64, unit = "fma"
// CHECK-NOT: launches
// CHECK-LABEL: loop.kernel private @k10_convolution
// CHECK-SAME: for = ["d5", "d6", "d4"], parts = 8 : i64, to = "thread"
// CHECK-LABEL: loop.kernel private @k12_convolution
// CHECK-SAME: run = 0 : i64, unit = "fma"
// CHECK-SAME: for = ["d1.{{[0-9]+}}"]
// CHECK-SAME: run = 3 : i64, unit = "fma"
#last = #tc.layout<order = [0, 2, 3, 1]>
func.func @main(%ax: tensor<2x32x9x10xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
    %aw: tensor<32x8x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
    %ab: tensor<32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
    %bx: tensor<1x20x11x9xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
    %bw: tensor<20x5x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
    %cx: tensor<1x24x7x7xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
    %cw: tensor<24x12x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
    %dx: tensor<2x32x40xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
    %dw: tensor<32x4x5xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 9}},
    %ex: tensor<1x12x4x5x6xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10}},
    %ew: tensor<12x4x3x3x3xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}},
    %fx: tensor<1x48x8x8xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}},
    %fw: tensor<48x6x3x3xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 13}},
    %gx: tensor<1x16x9x9xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 14}},
    %gw: tensor<8x16x4x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 15}},
    %hx: tensor<1x600x12x12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 16}},
    %hw: tensor<40x600x1x1xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 17}},
    %ix: tensor<3x16x5x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 18}},
    %iw: tensor<16x4x5x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 19}},
    %jx: tensor<2x12x5x7xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 20}},
    %jw: tensor<18x4x4x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 21}},
    %kx: tensor<1x8x6x6xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 22}},
    %kw: tensor<16x4x4x4xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 23}})
    -> (tensor<2x32x9x10xf32>, tensor<1x20x6x5xf32> {tc.layout = #last}, tensor<1x24x7x7xf32> {tc.layout = #last}, tensor<2x32x40xbf16>, tensor<1x12x4x5x6xf64>, tensor<1x48x8x8xf16>, tensor<1x8x18x18xf32>, tensor<1x40x12x12xf32>, tensor<3x16x9x7xf32>, tensor<2x18x10x15xf32>, tensor<1x16x12x12xbf16>) {
  %a0 = prim.convolution %ax, %aw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 4 {prim.tf32} : tensor<2x32x9x10xf32>, tensor<32x8x3x3xf32>
  %a1 = prim.broadcast_in_dim %ab [1] : tensor<32xf32> to tensor<2x32x9x10xf32>
  %a2 = prim.add %a0, %a1 : tensor<2x32x9x10xf32>
  %a3 = prim.maximum %a2, %a0 : tensor<2x32x9x10xf32>
  %b = prim.convolution %bx, %bw strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 4 {prim.tf32} : tensor<1x20x11x9xf32>, tensor<20x5x3x3xf32>
  %c = prim.convolution %cx, %cw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 2 {prim.tf32} : tensor<1x24x7x7xf32>, tensor<24x12x3x3xf32>
  %d = prim.convolution %dx, %dw strides [1] pad [2], [2] dilation [1], [1] groups 8 : tensor<2x32x40xbf16>, tensor<32x4x5xbf16>
  %e = prim.convolution %ex, %ew strides [1, 1, 1] pad [1, 1, 1], [1, 1, 1] dilation [1, 1, 1], [1, 1, 1] groups 3 : tensor<1x12x4x5x6xf64>, tensor<12x4x3x3x3xf64>
  %f = prim.convolution %fx, %fw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 8 : tensor<1x48x8x8xf16>, tensor<48x6x3x3xf16>
  %g = prim.convolution %gx, %gw strides [1, 1] pad [2, 2], [2, 2] dilation [2, 2], [1, 1] groups 1 {prim.tf32} : tensor<1x16x9x9xf32>, tensor<8x16x4x4xf32>
  %h = prim.convolution %hx, %hw strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 {prim.tf32} : tensor<1x600x12x12xf32>, tensor<40x600x1x1xf32>
  %i = prim.convolution %ix, %iw strides [1, 1] pad [4, 4], [4, 4] dilation [1, 1], [1, 1] groups 4 {prim.tf32} : tensor<3x16x5x3xf32>, tensor<16x4x5x5xf32>
  %j = prim.convolution %jx, %jw strides [1, 1] pad [2, 2], [2, 2] dilation [2, 2], [1, 1] groups 3 {prim.tf32} : tensor<2x12x5x7xf32>, tensor<18x4x4x3xf32>
  %k = prim.convolution %kx, %kw strides [1, 1] pad [2, 2], [2, 2] dilation [2, 2], [1, 1] groups 2 : tensor<1x8x6x6xbf16>, tensor<16x4x4x4xbf16>
  return %a3, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k : tensor<2x32x9x10xf32>, tensor<1x20x6x5xf32>, tensor<1x24x7x7xf32>, tensor<2x32x40xbf16>, tensor<1x12x4x5x6xf64>, tensor<1x48x8x8xf16>, tensor<1x8x18x18xf32>, tensor<1x40x12x12xf32>, tensor<3x16x9x7xf32>, tensor<2x18x10x15xf32>, tensor<1x16x12x12xbf16>
}
