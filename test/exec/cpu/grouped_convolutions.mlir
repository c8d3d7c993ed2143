// Grouped convolutions are a product for each group: panels run along what a
// group makes, as narrow as that is, or along an image where that is what lies
// side by side. Weights that are packed before, and those that tasks pack or
// read in place; groups of no multiple of a vector; with maps behind them.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v3 --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v2 --check --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v3 >%t.scheduled && FileCheck %s <%t.scheduled
// RUN: tc-opt %t.scheduled --loop-schedule=target=x86-64-v3 | diff %t.scheduled -
// CHECK-COUNT-8: product = {
#last = #tc.layout<order = [0, 2, 3, 1]>
prim.weight @bw : tensor<16x12x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}}
prim.weight @cw : tensor<36x8x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10}}
prim.weight @fw : tensor<32x4x3x3xbf16> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 18}}
prim.weight @hw : tensor<80x6x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 22}}
func.func @main(%ax: tensor<2x16x7x6xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %aw: tensor<16x4x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %ab: tensor<16xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %ar: tensor<2x16x7x6xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %bx: tensor<1x24x9x8xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %bb: tensor<16xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
                %br: tensor<1x16x5x4xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
                %cx: tensor<1x24x6x5xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}},
                %dx: tensor<1x16x6x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}},
                %dw: tensor<24x8x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}},
                %db: tensor<24xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 13}},
                %dr: tensor<1x24x6x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 14}},
                %ex: tensor<1x40x5x5xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 15}},
                %ew: tensor<40x20x1x1xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 16}},
                %fx: tensor<1x16x7x7xbf16> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 17}},
                %gx: tensor<1x12x5x6xf64> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 19}},
                %gw: tensor<16x3x3x3xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 20}},
                %hx: tensor<1x12x5x6xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 21}})
    -> (tensor<2x16x7x6xf32> {tc.layout = #last},
        tensor<1x16x5x4xf32> {tc.layout = #last},
        tensor<1x36x6x5xf32> {tc.layout = #last},
        tensor<1x24x6x20xf32>,
        tensor<1x40x5x5xf32> {tc.layout = #last},
        tensor<1x32x7x7xbf16> {tc.layout = #last},
        tensor<1x16x5x6xf64> {tc.layout = #last},
        tensor<1x80x5x6xf32> {tc.layout = #last}) {
  %a = prim.convolution %ax, %aw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 4 : tensor<2x16x7x6xf32>, tensor<16x4x3x3xf32>
  %a1 = prim.broadcast_in_dim %ab [1] : tensor<16xf32> to tensor<2x16x7x6xf32>
  %a2 = prim.add %a, %a1 : tensor<2x16x7x6xf32>
  %a3 = prim.mul %a2, %ar : tensor<2x16x7x6xf32>
  %bw = prim.get_weight @bw : tensor<16x12x3x3xf32>
  %b = prim.convolution %bx, %bw strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 2 : tensor<1x24x9x8xf32>, tensor<16x12x3x3xf32>
  %b1 = prim.broadcast_in_dim %bb [1] : tensor<16xf32> to tensor<1x16x5x4xf32>
  %b2 = prim.add %b, %b1 : tensor<1x16x5x4xf32>
  %b3 = prim.mul %b2, %br : tensor<1x16x5x4xf32>
  %cw = prim.get_weight @cw : tensor<36x8x3x3xf32>
  %c = prim.convolution %cx, %cw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 3 : tensor<1x24x6x5xf32>, tensor<36x8x3x3xf32>
  %d = prim.convolution %dx, %dw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 2 : tensor<1x16x6x20xf32>, tensor<24x8x3x3xf32>
  %d1 = prim.broadcast_in_dim %db [1] : tensor<24xf32> to tensor<1x24x6x20xf32>
  %d2 = prim.add %d, %d1 : tensor<1x24x6x20xf32>
  %d3 = prim.mul %d2, %dr : tensor<1x24x6x20xf32>
  %e = prim.convolution %ex, %ew strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 2 : tensor<1x40x5x5xf32>, tensor<40x20x1x1xf32>
  %fw = prim.get_weight @fw : tensor<32x4x3x3xbf16>
  %f = prim.convolution %fx, %fw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 4 : tensor<1x16x7x7xbf16>, tensor<32x4x3x3xbf16>
  %g = prim.convolution %gx, %gw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 4 : tensor<1x12x5x6xf64>, tensor<16x3x3x3xf64>
  %hw = prim.get_weight @hw : tensor<80x6x3x3xf32>
  %h = prim.convolution %hx, %hw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 2 : tensor<1x12x5x6xf32>, tensor<80x6x3x3xf32>
  return %a3, %b3, %c, %d3, %e, %f, %g, %h : tensor<2x16x7x6xf32>, tensor<1x16x5x4xf32>, tensor<1x36x6x5xf32>, tensor<1x24x6x20xf32>, tensor<1x40x5x5xf32>, tensor<1x32x7x7xbf16>, tensor<1x16x5x6xf64>, tensor<1x80x5x6xf32>
}
