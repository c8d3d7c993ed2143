// Weights of convolutions for matrix units: what is reduced over and contiguous
// in the data becomes the last dimension, so that 16 bytes are copied at once.
// RUN: tc-opt %s --tc-gpu | FileCheck %s
// RUN: tc-opt %s --tc-gpu --prim-expand-math --loop-to-gpu=target=cuda,tune=sm_80 | FileCheck %s --check-prefix=COPY

!x = tensor<2x16x12x10xbf16>
!w = tensor<24x16x3x3xbf16>

// CHECK: loop.contract {{.*}} = %{{.*}}[d1, d5, d6, d4] : tensor<24x3x3x16xbf16>
// CHECK: loop.kernel private @pack_0(%{{.*}}: tensor<24x16x3x3xbf16>) -> tensor<24x3x3x16xbf16>
// CHECK: loop.launch @pack_0
// COPY: gpu.func @{{k[0-9]+}}_tanh
// COPY: gpu.func @{{k[0-9]+}}_tanh
// COPY-NOT: llvm.load {{.*}} -> i16
// COPY: nvvm.cp.async.shared.global {{.*}}, 16, cache =  cg
// COPY: nvvm.mma.sync
module attributes {tc.version = "0.1"} {
  prim.weight @w : !w {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 1}}
  func.func @main(%x: !x) -> tensor<2x24x6x5xbf16> {
    %i = prim.tanh %x : !x
    %w = prim.get_weight @w : !w
    %0 = prim.convolution %i, %w strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !x, !w
    %1 = prim.tanh %0 : tensor<2x24x6x5xbf16>
    return %1 : tensor<2x24x6x5xbf16>
  }
}
