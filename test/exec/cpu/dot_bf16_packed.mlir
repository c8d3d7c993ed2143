// Products of bf16 whose factors are arguments: tasks pack pairs for the unit,
// of columns along the reduction, along rows, with whole panels and parts, and
// of a convolution's filters.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=ASM <%t.s
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=NONE <%t.s
// ASM-COUNT-48: vdpbf16ps {{.*}}zmm
// NONE-NOT: vdpbf16ps

func.func @main(%x: tensor<29x48xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 1}},
                %w: tensor<70x48xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 2}},
                %v: tensor<48x70xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 3}},
                %a: tensor<3x9x70xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 4}},
                %b: tensor<3x64x70xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 5}},
                %i: tensor<1x6x9x9xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 6}},
                %c: tensor<64x6x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 7}})
    -> (tensor<29x70xbf16>, tensor<29x70xbf16>, tensor<3x9x64xbf16>, tensor<1x64x9x9xbf16>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<29x48xbf16>, tensor<70x48xbf16>
  %1 = prim.dot_general %x, %v batch [], [] contract [1], [0] : tensor<29x48xbf16>, tensor<48x70xbf16>
  %2 = prim.dot_general %a, %b batch [0], [0] contract [2], [2] : tensor<3x9x70xbf16>, tensor<3x64x70xbf16>
  %3 = prim.convolution %i, %c strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x6x9x9xbf16>, tensor<64x6x3x3xbf16>
  return %0, %1, %2, %3 : tensor<29x70xbf16>, tensor<29x70xbf16>, tensor<3x9x64xbf16>, tensor<1x64x9x9xbf16>
}
