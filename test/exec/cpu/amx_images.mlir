// Convolutions in tile registers whose rows are parts of rows of images: windows
// with a border, which tasks copy into strips, of steps that are whole tiles and
// that are not, of stride 1 and 2, with a border at one end alone, of two images;
// windows without a border and points of stride 2, which are read in place; rows
// of images that are too short, which are packed.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s

// Of the first two and the third a register has half a row of 28 points, or one
// of 14, of the next two half a row of 24, or one of 12; the last one's are full,
// and have tiles of 25 and 24 rows.
// CHECK: k0_convolution:
// CHECK: movw $3598
// CHECK: prefetcht1
// CHECK: k1_convolution:
// CHECK: movw $3598
// CHECK: k2_convolution:
// CHECK: movw $3598
// CHECK: k3_convolution:
// CHECK: movw $3084
// CHECK: k4_convolution:
// CHECK: movw $3084
// CHECK: k5_convolution:
// CHECK-NOT: movw $3
// CHECK: tdpbf16ps

!x = tensor<2x40x14x14xbf16>
!y = tensor<1x64x28x28xbf16>
!z = tensor<2x32x8x24xbf16>
module attributes {tc.version = "0.1"} {
prim.weight @w : tensor<64x40x3x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 11}}
prim.weight @v : tensor<48x64x3x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 12}}
prim.weight @u : tensor<48x64x1x1xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 13}}
prim.weight @t : tensor<32x32x5x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 14}}
prim.weight @s : tensor<32x40x3x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 15}}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 1}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %y: !y {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 2}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %z: !z {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 3}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>})
    -> (tensor<2x64x14x14xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<1x48x14x14xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<1x48x14x14xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x32x8x24xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x32x12x12xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x32x7x7xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) {
  %w = prim.get_weight @w : tensor<64x40x3x3xbf16>
  %v = prim.get_weight @v : tensor<48x64x3x3xbf16>
  %u = prim.get_weight @u : tensor<48x64x1x1xbf16>
  %t = prim.get_weight @t : tensor<32x32x5x3xbf16>
  %s = prim.get_weight @s : tensor<32x40x3x3xbf16>
  %0 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !x, tensor<64x40x3x3xbf16>
  %1 = prim.convolution %y, %v strides [2, 2] pad [1, 1], [0, 1] dilation [1, 1], [1, 1] groups 1 : !y, tensor<48x64x3x3xbf16>
  %2 = prim.convolution %y, %u strides [2, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : !y, tensor<48x64x1x1xbf16>
  %3 = prim.convolution %z, %t strides [1, 1] pad [2, 1], [2, 1] dilation [1, 1], [1, 1] groups 1 : !z, tensor<32x32x5x3xbf16>
  %4 = prim.convolution %x, %s strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : !x, tensor<32x40x3x3xbf16>
  %5 = prim.convolution %x, %s strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !x, tensor<32x40x3x3xbf16>
  return %0, %1, %2, %3, %4, %5 : tensor<2x64x14x14xbf16>, tensor<1x48x14x14xbf16>, tensor<1x48x14x14xbf16>, tensor<2x32x8x24xbf16>, tensor<2x32x12x12xbf16>, tensor<2x32x7x7xbf16>
}
}
