// The input gradient of a convolution by steps of 2, of a number of rows that is
// not known: four convolutions, whose results lie channels last, and so do what
// interleaves them and what reads that. A division by the steps is part of the
// index map; no reshape is left.
// RUN: env TC_NUMBERS=fuse_again_ops=1 tc-opt %s --tc-gpu | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: loop.kernel private @{{.*}}_cat(%arg0: tensor<2x32x?x5xbf16, #tc.dims<[2, 32, h, 5]>> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %arg1: tensor<2x32x?x5xbf16, #tc.dims<[2, 32, h, 5]>> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (tensor<2x32x?x1x5x2xbf16, #tc.dims<[2, 32, h, 1, 5, 2]>> {tc.layout = #tc.layout<order = [0, 2, 3, 4, 5, 1]>})
// CHECK: loop.kernel private @{{.*}}%arg{{.*}}: tensor<2x32x?x1x5x2xbf16, #tc.dims<[2, 32, h, 1, 5, 2]>> {tc.layout = #tc.layout<order = [0, 2, 3, 4, 5, 1]>}, %arg{{.*}}: tensor<2x32x?x1x5x2xbf16, #tc.dims<[2, 32, h, 1, 5, 2]>> {tc.layout = #tc.layout<order = [0, 2, 3, 4, 5, 1]>}
// CHECK: floordiv({{.*}}, 2), 0, floordiv({{.*}}, 2), mod({{.*}}, 2)]
// CHECK: func.func @main
// CHECK-NOT: prim.reshape
module attributes {tc.version = "0.1", tc.sizes = {h = 7}} {
func.func @main(
    %dy: tensor<2x16x?x5xbf16, #tc.dims<[2, 16, h, 5]>> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}},
    %w: tensor<32x16x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 2 : i64}},
    %x: tensor<2x32x?x10xbf16, #tc.dims<[2, 32, 2*h, 10]>> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}})
    -> (tensor<2x32x?x10xbf16, #tc.dims<[2, 32, 2*h, 10]>> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<32xf32>) {
  %dx = prim.convolution %dy, %w strides [1, 1] pad [1, 1], [2, 2] dilation [2, 2], [1, 1] groups 1 : tensor<2x16x?x5xbf16, #tc.dims<[2, 16, h, 5]>>, tensor<32x16x3x3xbf16>
  %c = prim.constant dense<0.0> : tensor<bf16>
  %zero = prim.broadcast_in_dim %c [] : tensor<bf16> to tensor<2x32x?x10xbf16, #tc.dims<[2, 32, 2*h, 10]>>
  %off = prim.le %x, %zero : tensor<2x32x?x10xbf16, #tc.dims<[2, 32, 2*h, 10]>>
  %masked = prim.where %off, %zero, %dx : tensor<2x32x?x10xi1, #tc.dims<[2, 32, 2*h, 10]>>, tensor<2x32x?x10xbf16, #tc.dims<[2, 32, 2*h, 10]>>
  %wide = prim.convert_element_type %masked : tensor<2x32x?x10xbf16, #tc.dims<[2, 32, 2*h, 10]>> to tensor<2x32x?x10xf32, #tc.dims<[2, 32, 2*h, 10]>>
  %sum = prim.sum %wide [0, 2, 3] : tensor<2x32x?x10xf32, #tc.dims<[2, 32, 2*h, 10]>>
  return %masked, %sum : tensor<2x32x?x10xbf16, #tc.dims<[2, 32, 2*h, 10]>>, tensor<32xf32>
}
}
