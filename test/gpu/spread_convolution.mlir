// Convolutions of a spread input, such as the input gradient of a convolution by
// steps of 2: one kernel, each of whose contractions is one phase of the result
// and stores it there, every second element. The weight, which all read, is copied
// once to where channels are innermost; what reads the result stays a kernel of
// its own. The others have phases of two lengths, groups, steps along one
// dimension, gaps in the window, and products of f32.
// RUN: tc-opt %s --tc-gpu -o %t.gpu.mlir
// RUN: FileCheck %s --input-file %t.gpu.mlir
// RUN: tc-opt %t.gpu.mlir --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a | cmp %t.1 -
// RUN: FileCheck %s --check-prefix=UNITS --input-file %t.1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: loop.kernel private @[[K:.*]](%arg0: tensor<2x64x8x8xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %arg1: tensor<128x64x3x3xbf16>) -> (tensor<2x128x16x16xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>})
// CHECK: loop.contract {{.*}} over (d2, d5, d6) {{.*}} + d5, {{.*}} + d6] {{.*}}2*d5, 2*d6]
// CHECK-COUNT-3: loop.contract
// CHECK-NOT: loop.contract
// CHECK: loop.join {{.*}} at [#tc.dims<[0, 0, 1, 1]>, #tc.dims<[0, 0, 1, 0]>, #tc.dims<[0, 0, 0, 1]>, #tc.dims<[0, 0, 0, 0]>] {loop.steps = array<i64: 1, 1, 2, 2>}
// CHECK: func.func @main
// CHECK: %[[DX:.*]] = loop.launch @[[K]](%arg0, %arg1)
// CHECK: loop.launch @{{.*}}_sum(%[[DX]],
// UNITS: loop.kernel private @{{.*}}tensor<128x64x3x3xbf16>
// UNITS-SAME: run = 0 : i64, unit = "wgmma{{.*}}run = 2 : i64, unit = "wgmma{{.*}}run = 4 : i64, unit = "wgmma{{.*}}run = 6 : i64, unit = "wgmma
module attributes {tc.version = "0.1"} {
func.func @main(
    %dy: tensor<2x64x8x8xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}},
    %w: tensor<128x64x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 2 : i64}},
    %x: tensor<2x128x16x16xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}},
    %a: tensor<2x16x4x5xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64}},
    %u: tensor<24x16x3x5xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 5 : i64}},
    %g: tensor<2x6x5x7xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6 : i64}},
    %v: tensor<9x2x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 7 : i64}},
    %f: tensor<2x32x11xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8 : i64}},
    %z: tensor<32x32x6xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 9 : i64}})
    -> (tensor<2x128x16x16xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<128xf32>, tensor<2x24x8x14xbf16>, tensor<2x9x5x13xf32>, tensor<2x32x29xf32>) {
  %dx = prim.convolution %dy, %w strides [1, 1] pad [1, 1], [2, 2] dilation [2, 2], [1, 1] groups 1 : tensor<2x64x8x8xbf16>, tensor<128x64x3x3xbf16>
  %zero = prim.constant dense<0.0> : tensor<2x128x16x16xbf16>
  %off = prim.le %x, %zero : tensor<2x128x16x16xbf16>
  %masked = prim.where %off, %zero, %dx : tensor<2x128x16x16xi1>, tensor<2x128x16x16xbf16>
  %wide = prim.convert_element_type %masked : tensor<2x128x16x16xbf16> to tensor<2x128x16x16xf32>
  %sum = prim.sum %wide [0, 2, 3] : tensor<2x128x16x16xf32>
  %y = prim.convolution %a, %u strides [1, 1] pad [1, 3], [2, 2] dilation [2, 3], [1, 1] groups 1 : tensor<2x16x4x5xbf16>, tensor<24x16x3x5xbf16>
  %h = prim.convolution %g, %v strides [1, 1] pad [1, 1], [1, 1] dilation [1, 2], [1, 1] groups 3 : tensor<2x6x5x7xf32>, tensor<9x2x3x3xf32>
  %l = prim.convolution %f, %z strides [1] pad [5], [3] dilation [3], [2] groups 1 : tensor<2x32x11xf32>, tensor<32x32x6xf32>
  return %masked, %sum, %y, %h, %l : tensor<2x128x16x16xbf16>, tensor<128xf32>, tensor<2x24x8x14xbf16>, tensor<2x9x5x13xf32>, tensor<2x32x29xf32>
}
}
