// Products of bf16 in tile registers, where the machine has them: tiles of rows
// that are whole and that are not, one row, steps that are no whole tile, rows
// that lie evenly apart and that do not (a convolution with a border, one of
// stride 2), panels that are packed by the program and by tasks, of columns side
// by side and of steps side by side, batches, sizes that are not known, maps.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=NONE <%t.s
// CHECK: ldtilecfg
// CHECK: tilezero
// CHECK: tileloadd
// CHECK: tdpbf16ps %tmm
// CHECK: tilestored
// CHECK: tilerelease
// NONE-NOT: tile

!x = tensor<70x96xbf16>
!o = tensor<1x96xbf16>
!s = tensor<?x96xbf16, #tc.dims<[m, 96]>>
!t = tensor<?x100xbf16, #tc.dims<[m, 100]>>
!q = tensor<3x40x64xbf16>
!p = tensor<3x40x36xbf16>
!v = tensor<3x36x50xbf16>
!i = tensor<2x6x9x9xbf16>
module attributes {tc.version = "0.1", tc.sizes = {m = 49}} {
prim.weight @w : tensor<70x96xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 11}}
prim.weight @u : tensor<64x100xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 12}}
prim.weight @c : tensor<64x6x3x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 13}}
prim.weight @d : tensor<24x64x3x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 14}}
prim.weight @b : tensor<70xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 15}}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 1}},
                %o: !o {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 2}},
                %s: !s {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 3}},
                %t: !t {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 4}},
                %q: !q {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 5}},
                %k: !q {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 6}},
                %p: !p {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 7}},
                %v: !v {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 8}},
                %i: !i {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 9}})
    -> (tensor<70x70xbf16>, tensor<1x70xbf16>, tensor<?x70xbf16, #tc.dims<[m, 70]>>, tensor<?x64xbf16, #tc.dims<[m, 64]>>, tensor<3x40x40xbf16>, tensor<3x40x50xbf16>, tensor<2x24xf32>) {
  %w = prim.get_weight @w : tensor<70x96xbf16>
  %u = prim.get_weight @u : tensor<64x100xbf16>
  %c = prim.get_weight @c : tensor<64x6x3x3xbf16>
  %d = prim.get_weight @d : tensor<24x64x3x3xbf16>
  %b = prim.get_weight @b : tensor<70xbf16>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : !x, tensor<70x96xbf16>
  %bias = prim.broadcast_in_dim %b [1] : tensor<70xbf16> to tensor<70x70xbf16>
  %sum = prim.add %0, %bias : tensor<70x70xbf16>
  %1 = prim.dot_general %o, %w batch [], [] contract [1], [1] : !o, tensor<70x96xbf16>
  %2 = prim.dot_general %s, %w batch [], [] contract [1], [1] : !s, tensor<70x96xbf16>
  %3 = prim.dot_general %t, %u batch [], [] contract [1], [1] : !t, tensor<64x100xbf16>
  %4 = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : !q, !q
  %5 = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !p, !v
  %6 = prim.convolution %i, %c strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !i, tensor<64x6x3x3xbf16>
  %7 = prim.convolution %6, %d strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x64x9x9xbf16>, tensor<24x64x3x3xbf16>
  %8 = prim.convert_element_type %7 : tensor<2x24x5x5xbf16> to tensor<2x24x5x5xf32>
  %9 = prim.sum %8 [2, 3] : tensor<2x24x5x5xf32>
  return %sum, %1, %2, %3, %4, %5, %9 : tensor<70x70xbf16>, tensor<1x70xbf16>, tensor<?x70xbf16, #tc.dims<[m, 70]>>, tensor<?x64xbf16, #tc.dims<[m, 64]>>, tensor<3x40x40xbf16>, tensor<3x40x50xbf16>, tensor<2x24xf32>
}
}
