// Products on matrix units keep their sums in registers: no spills to local
// memory, and none of ptxas's warnings that it serialised wgmma (C75xx).
// REQUIRES: ptxas
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.90.ptx
// RUN: %ptxas -v -arch=sm_90a %t.90.ptx -o %t.90.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TENSOR --input-file %t.90.ptx
// RUN: tc-compile %s --target=cuda,tensor-maps=0 --target-cpu=sm_90a --emit=ptx -o %t.90.copies.ptx
// RUN: %ptxas -v -arch=sm_90a %t.90.copies.ptx -o %t.90.copies.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=GROUP --input-file %t.90.copies.ptx
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o %t.80.ptx
// RUN: %ptxas -v -arch=sm_80 %t.80.ptx -o %t.80.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARP --input-file %t.80.ptx

// CHECK-NOT: C75
// CHECK: 0 bytes spill stores, 0 bytes spill loads
// CHECK-NOT: C75
// The sums are added up in one instruction a step of 16; another role copies.
// GROUP: setmaxnreg.inc
// GROUP: mbarrier.try_wait.parity
// GROUP: fence.proxy.async
// GROUP: wgmma.fence
// GROUP-COUNT-4: wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16
// GROUP: wgmma.commit_group
// GROUP: wgmma.wait_group
// GROUP: mbarrier.arrive
// GROUP: setmaxnreg.dec
// GROUP: mbarrier.try_wait.parity
// GROUP: cp.async.cg.shared.global
// GROUP: cp.async.mbarrier.arrive.noinc
// The same where the copy engine moves operands: no fences, one thread.
// TENSOR: setmaxnreg.inc
// TENSOR: mbarrier.try_wait.parity
// TENSOR-NOT: fence.proxy
// TENSOR: wgmma.fence
// TENSOR-COUNT-4: wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16
// TENSOR: wgmma.commit_group
// TENSOR: mbarrier.arrive
// TENSOR: setmaxnreg.dec
// TENSOR: mbarrier.try_wait.parity
// TENSOR: mbarrier.arrive.expect_tx
// TENSOR-COUNT-2: cp.async.bulk.tensor.2d
// TENSOR-NOT: cp.async.cg
// WARP: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// WARP-COUNT-64: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// WARP: cp.async.wait_group 2
// WARP: bar.sync
// WARP: cp.async.cg.shared.global
!t = tensor<4096x4096xbf16>
module attributes {tc.version = "0.1"} {
  func.func @main(%x: !t, %w: !t) -> !t {
    %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : !t, !t
    return %0 : !t
  }
}
