// Products of bf16 by the unit that multiplies pairs, where the machine has it:
// columns that fill panels and that do not, one row, rows and a rest, a
// convolution; an odd number of steps.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=ASM <%t.s
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=NONE <%t.s
// ASM-COUNT-24: vdpbf16ps {{.*}}zmm
// NONE-NOT: vdpbf16ps

!x = tensor<29x48xbf16>
!o = tensor<1x48xbf16>
!z = tensor<29x33xbf16>
!i = tensor<1x6x9x9xbf16>
!s = tensor<?x48xbf16, #tc.dims<[m, 48]>>
module attributes {tc.version = "0.1", tc.sizes = {m = 17}} {
prim.weight @w : tensor<70x48xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 11}}
prim.weight @v : tensor<64x48xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 14}}
prim.weight @u : tensor<70x33xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 12}}
prim.weight @c : tensor<64x6x3x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 13}}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 1}}, %o: !o {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 2}}, %z: !z {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 3}}, %i: !i {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 4}}, %s: !s {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 5}})
    -> (tensor<29x70xbf16>, tensor<1x64xbf16>, tensor<29x70xbf16>, tensor<1x64x9x9xbf16>, tensor<?x70xbf16, #tc.dims<[m, 70]>>) {
  %w = prim.get_weight @w : tensor<70x48xbf16>
  %v = prim.get_weight @v : tensor<64x48xbf16>
  %u = prim.get_weight @u : tensor<70x33xbf16>
  %c = prim.get_weight @c : tensor<64x6x3x3xbf16>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : !x, tensor<70x48xbf16>
  %1 = prim.dot_general %o, %v batch [], [] contract [1], [1] : !o, tensor<64x48xbf16>
  %2 = prim.dot_general %z, %u batch [], [] contract [1], [1] : !z, tensor<70x33xbf16>
  %3 = prim.convolution %i, %c strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !i, tensor<64x6x3x3xbf16>
  %4 = prim.dot_general %s, %w batch [], [] contract [1], [1] : !s, tensor<70x48xbf16>
  return %0, %1, %2, %3, %4 : tensor<29x70xbf16>, tensor<1x64xbf16>, tensor<29x70xbf16>, tensor<1x64x9x9xbf16>, tensor<?x70xbf16, #tc.dims<[m, 70]>>
}
}
