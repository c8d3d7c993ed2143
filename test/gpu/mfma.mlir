// Products on AMD's matrix units: operands whose steps are contiguous, and whose
// points are, batches, odd sizes, sizes that are not known, convolutions, maps.
// Sums and fragments stay in registers. Of streams there is no form for waves.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate,wave=64,units=3 --check --repeat=1
// RUN: tc-compile %s --target=rocm,tune=gfx942 --emit=asm -o - | FileCheck %s
// RUN: tc-compile %s --target=rocm,tune=gfx90a --emit=asm -o - | FileCheck %s --check-prefix=NONE
// RUN: tc-opt %s --tc-gpu | tc-opt --loop-schedule=target=rocm,tune=gfx942 -o %t.1
// RUN: FileCheck %s --check-prefix=TEXT <%t.1
// RUN: tc-opt %t.1 --loop-schedule=target=rocm,tune=gfx942 -o %t.2 && cmp %t.1 %t.2
// CHECK: v_mfma_f32_16x16x16_bf16
// CHECK: v_mfma_f32_16x16x16_f16
// CHECK: v_mfma_i32_16x16x32_i8
// CHECK: .vgpr_spill_count: 0
// CHECK-NOT: .vgpr_spill_count: {{[1-9]}}
// NONE-NOT: v_mfma
// TEXT: engine = "plain"
// TEXT-NOT: cp.async
// TEXT: unit = "mfma.16x16x16.bf16"

!x = tensor<70x96xbf16>
!s = tensor<?x96xbf16, #tc.dims<[m, 96]>>
!q = tensor<3x40x64xf16>
!v = tensor<3x64x50xf16>
!t = tensor<100x70xbf16>
!i = tensor<2x8x9x9xbf16>
!b = tensor<40x64xi8>
module attributes {tc.version = "0.1", tc.sizes = {m = 49}} {
prim.weight @w : !x {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 11}}
prim.weight @c : tensor<24x8x3x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 13}}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 1}},
                %s: !s {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 2}},
                %q: !q {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 3}},
                %v: !v {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 4}},
                %t: !t {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 5}},
                %i: !i {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 6}},
                %b: !b {tc.init = {kind = "randint", low = -128, high = 128, stream = 7}})
    -> (tensor<70x70xbf16>, tensor<?x70xbf16, #tc.dims<[m, 70]>>, tensor<3x40x50xf16>, tensor<70x70xf32>, tensor<2x24x9x9xbf16>, tensor<40x40xi32>) {
  %w = prim.get_weight @w : !x
  %c = prim.get_weight @c : tensor<24x8x3x3xbf16>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : !x, !x
  %1 = prim.abs %0 : tensor<70x70xbf16>
  %2 = prim.dot_general %s, %w batch [], [] contract [1], [1] : !s, !x
  %3 = prim.dot_general %q, %v batch [0], [0] contract [2], [1] : !q, !v
  %4 = prim.dot_general %t, %t batch [], [] contract [0], [0] {out = f32} : !t, !t
  %5 = prim.convolution %i, %c strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !i, tensor<24x8x3x3xbf16>
  %6 = prim.dot_general %b, %b batch [], [] contract [1], [1] {out = i32} : !b, !b
  return %1, %2, %3, %4, %5, %6 : tensor<70x70xbf16>, tensor<?x70xbf16, #tc.dims<[m, 70]>>, tensor<3x40x50xf16>, tensor<70x70xf32>, tensor<2x24x9x9xbf16>, tensor<40x40xi32>
}
}
