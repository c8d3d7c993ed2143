// Convolutions in tile registers whose rows are parts of rows of images: windows
// with a border, which tasks copy into strips, of steps that are whole tiles and
// that are not, of stride 1 and 2, with a border at one end alone, of two images;
// windows without a border and points of stride 2, which are read in place; rows
// of images that are too short, which are packed; an image of three channels, of
// which a row of a window is one run of steps.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s

// Of the first three a register has 14 points of a row, half of one or all, of
// the next two 12; the next one packs rows, in tiles of 25 and 24. Of 40 channels
// each of two steps has 20 of a register's 32 elements, of three one has 28.
// CHECK: k{{[0-9]+}}_convolution:
// CHECK: movabsq $18014673390010408
// CHECK: movw $3598
// CHECK: prefetcht1
// CHECK: vpermt2w
// CHECK: k{{[0-9]+}}_convolution:
// CHECK: movw $3598
// CHECK: k{{[0-9]+}}_convolution:
// CHECK: movw $3598
// CHECK: k{{[0-9]+}}_convolution:
// CHECK: movw $3084
// CHECK: k{{[0-9]+}}_convolution:
// CHECK: movw $3084
// CHECK: k{{[0-9]+}}_convolution:
// CHECK-NOT: movw $3
// CHECK: tdpbf16ps
// CHECK: k{{[0-9]+}}_convolution:
// CHECK: movabsq $18014673391059000
// CHECK: tdpbf16ps

!x = tensor<2x40x14x14xbf16>
!y = tensor<1x64x28x28xbf16>
!i = tensor<1x3x32x32xbf16>
!z = tensor<2x32x8x24xbf16>
module attributes {tc.version = "0.1"} {
prim.weight @w : tensor<64x40x3x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 11}}
prim.weight @v : tensor<48x64x3x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 12}}
prim.weight @u : tensor<48x64x1x1xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 13}}
prim.weight @t : tensor<32x32x5x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 14}}
prim.weight @s : tensor<32x40x3x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 15}}
prim.weight @r : tensor<40x3x7x7xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 16}}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 1}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %y: !y {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 2}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
                %i: !i {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 4}},
                %z: !z {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 3}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>})
    -> (tensor<2x64x14x14xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<1x48x14x14xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<1x48x14x14xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x32x8x24xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x32x12x12xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x32x7x7xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<1x40x16x16xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) {
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
  %r = prim.get_weight @r : tensor<40x3x7x7xbf16>
  %6 = prim.convolution %i, %r strides [2, 2] pad [3, 3], [3, 3] dilation [1, 1], [1, 1] groups 1 : !i, tensor<40x3x7x7xbf16>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2x64x14x14xbf16>, tensor<1x48x14x14xbf16>, tensor<1x48x14x14xbf16>, tensor<2x32x8x24xbf16>, tensor<2x32x12x12xbf16>, tensor<2x32x7x7xbf16>, tensor<1x40x16x16xbf16>
}
}
