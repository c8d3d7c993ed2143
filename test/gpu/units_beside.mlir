// The phases of convolutions of a spread input, each a product on a matrix unit,
// are one launch where that takes less time than one for each, or two where its
// steps are cut into parts: f32 with split factors; f16.
// RUN: tc-opt %s --tc-gpu --prim-expand-math --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s <%t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a | cmp %t.1 -
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate,units=90 --check --guard --repeat=1
// CHECK: loop.kernel private @k0_convolution
// CHECK-SAME: launches = [{body
// CHECK-SAME: run = 0 : i64, unit = "mma.m16n8k8.tf32x3"
// CHECK-SAME: run = 7 : i64, unit = "mma.m16n8k8.tf32x3"
// CHECK-SAME: threads = 128 : i64}]}
// CHECK: loop.kernel private @k1_convolution
// CHECK-SAME: launches = [{body
// CHECK-SAME: run = 0 : i64, unit = "wgmma.m64k16.f16"
// CHECK-SAME: run = 6 : i64, unit = "wgmma.m64k16.f16"
// CHECK-SAME: threads = 128 : i64}]}
!ax = tensor<1x32x3x5x6xf32>
!aw = tensor<32x32x4x4x4xf32>
!ay = tensor<1x32x6x10x12xf32>
!bx = tensor<2x64x9x8xf16>
!bw = tensor<48x64x4x4xf16>
!by = tensor<2x48x18x16xf16>
func.func @main(%ax: !ax {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
    %aw: !aw {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 2}},
    %bx: !bx {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
    %bw: !bw {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 4}}) -> (!ay, !by) {
  %a = prim.convolution %ax, %aw strides [1, 1, 1] pad [2, 2, 2], [2, 2, 2] dilation [2, 2, 2], [1, 1, 1] groups 1 : !ax, !aw
  %b = prim.convolution %bx, %bw strides [1, 1] pad [2, 2], [2, 2] dilation [2, 2], [1, 1] groups 1 : !bx, !bw
  %c = prim.tanh %b : !by
  return %a, %c : !ay, !by
}
