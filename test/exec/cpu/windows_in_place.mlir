// Convolutions by channels first read columns where they lie in the image:
// rows and columns of the image are one iterator, of which masks tell what is
// within the border, also where a vector goes on in the next row. Windows that
// are written out, and long ones; dilated; strided ones of few rows; in one and
// three dimensions; with no border; halves are packed in the same order.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v3 --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v2 --check --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v3 >%t.scheduled
// RUN: tc-opt %t.scheduled --loop-schedule=target=x86-64-v3 | diff %t.scheduled -
// RUN: tc-opt %s --tc-cpu --loop-to-cpu=target=x86-64-v3 | FileCheck %s
// CHECK-LABEL: func.func private @k{{[0-9]+}}_mul(
// CHECK: arith.divui {{.*}} : vector<8xi32>
// CHECK: llvm.intr.masked.load
func.func @main(%ax: tensor<2x3x6x7xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %aw: tensor<8x3x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %ar: tensor<2x8x6x7xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %bx: tensor<1x6x9x21xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %bw: tensor<9x6x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %cx: tensor<1x4x5x9x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                %cw: tensor<8x4x3x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
                %dx: tensor<2x5x40xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
                %dw: tensor<7x5x4xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}},
                %ex: tensor<1x8x12x41xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10}},
                %ew: tensor<8x4x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}},
                %er: tensor<1x8x6x21xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}},
                %fx: tensor<1x4x9x22xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 13}},
                %fw: tensor<6x4x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 14}},
                %gx: tensor<1x4x8x18xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 15}},
                %gw: tensor<8x4x5x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 16}},
                %hx: tensor<1x4x8x18xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 17}},
                %hw: tensor<8x4x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 18}})
    -> (tensor<2x8x6x7xf32>, tensor<1x9x9x21xf32>, tensor<1x8x5x9x20xf32>, tensor<2x7x40xf64>, tensor<1x8x6x21xf32>, tensor<1x6x7x20xf32>, tensor<1x8x8x18xf32>, tensor<1x8x8x18xbf16>) {
  %a = prim.convolution %ax, %aw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x6x7xf32>, tensor<8x3x3x3xf32>
  %a1 = prim.mul %a, %ar : tensor<2x8x6x7xf32>
  %b = prim.convolution %bx, %bw strides [1, 1] pad [2, 2], [2, 2] dilation [1, 1], [2, 2] groups 1 : tensor<1x6x9x21xf32>, tensor<9x6x3x3xf32>
  %c = prim.convolution %cx, %cw strides [1, 1, 1] pad [1, 1, 1], [1, 1, 1] dilation [1, 1, 1], [1, 1, 1] groups 1 : tensor<1x4x5x9x20xf32>, tensor<8x4x3x3x3xf32>
  %d = prim.convolution %dx, %dw strides [1] pad [2], [1] dilation [1], [1] groups 1 : tensor<2x5x40xf64>, tensor<7x5x4xf64>
  %e = prim.convolution %ex, %ew strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 2 : tensor<1x8x12x41xf32>, tensor<8x4x3x3xf32>
  %e1 = prim.mul %e, %er : tensor<1x8x6x21xf32>
  %f = prim.convolution %fx, %fw strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x4x9x22xf32>, tensor<6x4x3x3xf32>
  %g = prim.convolution %gx, %gw strides [1, 1] pad [2, 2], [2, 2] dilation [1, 1], [1, 1] groups 1 : tensor<1x4x8x18xf32>, tensor<8x4x5x5xf32>
  %h = prim.convolution %hx, %hw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x4x8x18xbf16>, tensor<8x4x3x3xbf16>
  return %a1, %b, %c, %d, %e1, %f, %g, %h : tensor<2x8x6x7xf32>, tensor<1x9x9x21xf32>, tensor<1x8x5x9x20xf32>, tensor<2x7x40xf64>, tensor<1x8x6x21xf32>, tensor<1x6x7x20xf32>, tensor<1x8x8x18xf32>, tensor<1x8x8x18xbf16>
}
