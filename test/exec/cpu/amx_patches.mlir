// Patches of an image in tile registers, whose windows do not overlap: the
// points of a row of a window lie one behind the other, channels innermost, and
// are one run of steps. Panels that are packed when the program is loaded, and
// by tasks; channels that a pad makes even. (amx_emulated.test runs it.)
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// Rows of registers have 64 bytes (widths of a configuration), and 36 for three
// points of six channels; not the 8 of four channels, or the 12 of six.
// CHECK-NOT: $18014673387913224
// CHECK: $18014673391583296
// CHECK-NOT: $18014673388175372
// CHECK: $18014673391583296
// CHECK: $18014673389748260
#image = #tc.layout<order = [0, 2, 3, 1]>
module attributes {tc.version = "0.1"} {
  prim.weight @w : tensor<40x3x16x16xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 11}}
  func.func @main(%a: tensor<1x3x192x192xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<2x4x96x96xbf16> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %c: tensor<33x4x8x8xbf16> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %d: tensor<1x6x36x36xbf16> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %e: tensor<32x6x3x3xbf16> {tc.layout = #image, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}})
      -> (tensor<1x40x12x12xbf16>, tensor<2x33x12x12xbf16>, tensor<1x32x12x12xbf16>) {
    %w = prim.get_weight @w : tensor<40x3x16x16xbf16>
    %0 = prim.convolution %a, %w strides [16, 16] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x3x192x192xbf16>, tensor<40x3x16x16xbf16>
    %1 = prim.convolution %b, %c strides [8, 8] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x4x96x96xbf16>, tensor<33x4x8x8xbf16>
    %2 = prim.convolution %d, %e strides [3, 3] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x6x36x36xbf16>, tensor<32x6x3x3xbf16>
    return %0, %1, %2 : tensor<1x40x12x12xbf16>, tensor<2x33x12x12xbf16>, tensor<1x32x12x12xbf16>
  }
}
