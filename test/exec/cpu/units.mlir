// RUN: tc-opt %s --tc-gpu --prim-expand-math --loop-to-gpu=target=cuda,tune=sm_80 | FileCheck %s
// RUN: tc-opt %s --tc-gpu --prim-expand-math --loop-to-gpu=target=cuda,tune=sm_90a,cores=2 | FileCheck %s --check-prefix=GROUP
// Products of bf16 and f16 on matrix units: operands with their steps side by
// side and with their points, by copies of 16, 8 and 4 bytes and of single
// elements; sizes of no multiple of any tile; batches; borders of convolutions;
// maps on the sums.

!x = tensor<130x136xbf16>
!k = tensor<2x40x64xf16>
!odd = tensor<33x37xbf16>

// CHECK: gpu.func @{{.*}}_add
// CHECK: nvvm.cp.async.shared.global {{.*}}, 16, cache =  cg
// CHECK: nvvm.cp.async.wait.group
// CHECK: gpu.barrier
// CHECK: nvvm.ldmatrix {{.*}}row
// CHECK: nvvm.mma.sync {{.*}}#nvvm.shape<m = 16, n = 8, k = 16>
// Both operands have their points side by side:
// CHECK: gpu.func @{{.*}}_dot_general
// CHECK: nvvm.ldmatrix {{.*}}col
// CHECK: nvvm.ldmatrix {{.*}}col
// Warp groups read shared memory themselves:
// GROUP: gpu.func @{{.*}}_add
// GROUP-SAME: nvvm.minctasm
// GROUP: nvvm.fence.proxy
// GROUP: gpu.barrier
// GROUP: nvvm.wgmma.fence.aligned
// GROUP-COUNT-4: nvvm.wgmma.mma_async {{.*}}A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>]
// GROUP: nvvm.wgmma.wait.group.sync.aligned 1
// GROUP: gpu.func @{{.*}}_dot_general
// GROUP: nvvm.wgmma.mma_async {{.*}}A[<bf16>, <one>, <col>], B[<bf16>, <one>, <row>]
// Rows of 37 elements start at any multiple of two bytes:
// CHECK: gpu.func {{.*}}convolution
// CHECK-NOT: nvvm.cp.async.shared.global
// CHECK: nvvm.mma.sync
module attributes {tc.version = "0.1"} {
  func.func @main(
      %x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0, seed = 1}},
      %w: tensor<72x136xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 1}},
      %v: tensor<130x72xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 1}},
      %b: tensor<72xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 1}},
      %q: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4, seed = 1}},
      %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5, seed = 1}},
      %o: !odd {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6, seed = 1}},
      %p: tensor<35x37xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7, seed = 1}},
      %i: tensor<2x16x12x10xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8, seed = 1}},
      %f: tensor<24x16x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9, seed = 1}})
      -> (tensor<130x72xbf16>, tensor<136x72xbf16>, tensor<136x130xbf16>, tensor<2x40x40xf16>, tensor<33x35xbf16>, tensor<2x24x6x5xbf16>) {
    %nt = prim.dot_general %x, %w batch [], [] contract [1], [1] : !x, tensor<72x136xbf16>
    %bias = prim.broadcast_in_dim %b [1] : tensor<72xbf16> to tensor<130x72xbf16>
    %sum = prim.add %nt, %bias : tensor<130x72xbf16>
    %act = prim.tanh %sum : tensor<130x72xbf16>
    %res = prim.add %act, %v : tensor<130x72xbf16>
    %tn = prim.dot_general %x, %v batch [], [] contract [0], [0] : !x, tensor<130x72xbf16>
    %tt = prim.dot_general %w, %v batch [], [] contract [0], [1] : tensor<72x136xbf16>, tensor<130x72xbf16>
    %s = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : !k, !k
    %d = prim.dot_general %o, %p batch [], [] contract [1], [1] : !odd, tensor<35x37xbf16>
    %c = prim.convolution %i, %f strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x16x12x10xbf16>, tensor<24x16x3x3xbf16>
    return %res, %tn, %tt, %s, %d, %c : tensor<130x72xbf16>, tensor<136x72xbf16>, tensor<136x130xbf16>, tensor<2x40x40xf16>, tensor<33x35xbf16>, tensor<2x24x6x5xbf16>
  }
}
