// Gradients of the inputs of strided convolutions: one kernel, whose products
// are the phases of the result, each a phase of the schedule, which stores
// where it belongs. Two phases in one dimension, four in two, of even and odd
// sizes; rows of images in tile registers, or as they lie. Phases that read the
// same elements are channels of one convolution, whose results are moved.
// (amx_emulated.test runs it.)
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=amx-tile+amx-bf16 | FileCheck %s
// CHECK: phases = [{grain = 1 : i64, product = {{.*}}, stages = [0, 1], unit = "amx.bf16"}, {grain = 1 : i64, product = {{.*}}, stages = [2, 3], unit = "amx.bf16"}]
// CHECK: phases = [{grain = 1 : i64, product = {{.*}}, stages = [0, 1], unit = "amx.bf16"}, {grain = 1 : i64, product = {{.*}}, stages = [2, 3], unit = "amx.bf16"}, {grain = 1 : i64, product = {{.*}}, stages = [4, 5], unit = "amx.bf16"}, {grain = 1 : i64, product = {{.*}}, stages = [6, 7], unit = "amx.bf16"}]
// CHECK: phases = [{grain = 1 : i64, product = {{.*}}, stages = [0]}, {grain = 1 : i64, product = {{.*}}, stages = [1]}, {grain = 1 : i64, product = {{.*}}, stages = [2]}, {grain = 1 : i64, product = {{.*}}, stages = [3]}]
// CHECK-COUNT-4: phases = [{grain = 1 : i64, product = {{.*}}, stages = [0]}]
#line = #tc.layout<order = [0, 2, 1]>
#image = #tc.layout<order = [0, 2, 3, 1]>
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<2x32x24xbf16> {tc.layout = #line, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<48x32x4xbf16> {tc.layout = #line, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %c: tensor<2x32x16x16xbf16> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %d: tensor<40x32x3x3xbf16> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %e: tensor<2x16x9x9xf32> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                  %f: tensor<20x16x3x3xf32> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                  %g: tensor<2x16x7x7xf32> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
                  %h: tensor<36x16x4x4xf32> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}})
      -> (tensor<2x48x48xbf16> {tc.layout = #line}, tensor<2x40x32x32xbf16> {tc.layout = #image},
          tensor<2x20x17x17xf32> {tc.layout = #image}, tensor<2x36x19x19xf32> {tc.layout = #image}) {
    %0 = prim.convolution %a, %b strides [1] pad [2], [2] dilation [2], [1] groups 1 : tensor<2x32x24xbf16>, tensor<48x32x4xbf16>
    %1 = prim.convolution %c, %d strides [1, 1] pad [1, 1], [2, 2] dilation [2, 2], [1, 1] groups 1 : tensor<2x32x16x16xbf16>, tensor<40x32x3x3xbf16>
    %2 = prim.convolution %e, %f strides [1, 1] pad [1, 1], [1, 1] dilation [2, 2], [1, 1] groups 1 : tensor<2x16x9x9xf32>, tensor<20x16x3x3xf32>
    %3 = prim.convolution %g, %h strides [1, 1] pad [2, 2], [1, 1] dilation [3, 3], [1, 1] groups 1 : tensor<2x16x7x7xf32>, tensor<36x16x4x4xf32>
    return %0, %1, %2, %3 : tensor<2x48x48xbf16>, tensor<2x40x32x32xbf16>, tensor<2x20x17x17xf32>, tensor<2x36x19x19xf32>
  }
}
