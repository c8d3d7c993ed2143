// Convolutions in tile registers whose rows a task copies and whose panels it
// packs itself: several panels to a task, so that rows are copied once for
// them. Strips of an image, and rows of images too narrow for these.
// (amx_emulated.test runs it.)
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
#image = #tc.layout<order = [0, 2, 3, 1]>
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<2x32x16x16xbf16> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<136x32x3x3xbf16> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %c: tensor<3x48x7x7xbf16> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %d: tensor<96x48x3x3xbf16> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
      -> (tensor<2x136x16x16xbf16>, tensor<3x96x7x7xbf16>) {
    %0 = prim.convolution %a, %b strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x32x16x16xbf16>, tensor<136x32x3x3xbf16>
    %1 = prim.convolution %c, %d strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<3x48x7x7xbf16>, tensor<96x48x3x3xbf16>
    return %0, %1 : tensor<2x136x16x16xbf16>, tensor<3x96x7x7xbf16>
  }
}
