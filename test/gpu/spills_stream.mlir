// Streamed contractions keep terms and sums in registers: no spills to local
// memory, also where two loops stand side by side, of blocks that the causal mask
// leaves whole and of those that it cuts.
// REQUIRES: ptxas
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.90.ptx
// RUN: %ptxas -v -arch=sm_90a %t.90.ptx -o %t.90.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=GROUP --input-file %t.90.ptx
// RUN: sed 's/x64x/x128x/' %s >%t.128.mlir && tc-compile %t.128.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.128.ptx
// RUN: %ptxas -v -arch=sm_90a %t.128.ptx -o %t.128.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=ROLES --input-file %t.128.ptx
// RUN: FileCheck %s --check-prefix=COPY --input-file %t.128.ptx
// RUN: sed 's/, true)/, false)/' %t.128.mlir >%t.all.mlir && tc-compile %t.all.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.all.ptx
// RUN: %ptxas -v -arch=sm_90a %t.all.ptx -o %t.all.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=COPY --input-file %t.all.ptx
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o %t.80.ptx
// RUN: %ptxas -v -arch=sm_80 %t.80.ptx -o %t.80.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE --input-file %t.80.ptx
// CHECK-NOT: C75
// CHECK: 0 bytes spill stores, 0 bytes spill loads
// CHECK-NOT: bytes spill
// CHECK-NOT: C75

// Of each pair of terms: a maximum, 2^x, a conversion of both at once.
// CODE: cp.async.cg.shared.global
// CODE: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CODE: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// CODE: max.NaN.f32
// CODE: shfl.sync.bfly.b32
// CODE: ex2.approx.ftz.f32
// CODE: cvt.rn.bf16x2.f32
// CODE: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16

// Of warp groups: in each turn of a loop the next terms, then the sums of those
// before, which are waited for behind the exponentials.
// GROUP: wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16
// GROUP: wgmma.fence.sync.aligned
// GROUP-COUNT-4: wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16
// GROUP: wgmma.commit_group
// GROUP-COUNT-8: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// GROUP: wgmma.wait_group.sync.aligned 1;
// GROUP: max.NaN.f32
// GROUP: ex2.approx.ftz.f32
// GROUP: wgmma.wait_group.sync.aligned 0;
// GROUP: cvt.rn.bf16x2.f32

// Of heads of 128, roles: what multiplies has 232 registers. Of each pair of terms
// two FMAs and a maximum; the wait for the next keys, whose branches ptxas moves
// nothing over, keeps a quarter of the exponentials before the wait for the sums.
// The others stand behind it, with the products that merge the sums.
// ROLES: .minnctapersm 1
// ROLES: setmaxnreg.inc.sync.aligned.u32 232;
// ROLES: wgmma.wait_group.sync.aligned 0;
// ROLES: mbarrier.try_wait.parity
// ROLES-COUNT-8: wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16
// ROLES: mbarrier.try_wait.parity
// ROLES: wgmma.fence.sync.aligned;
// ROLES-COUNT-8: wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16
// ROLES: wgmma.wait_group.sync.aligned 1;
// ROLES-NOT: sub.rn.f32
// ROLES: max.NaN.f32
// ROLES: fma.rn.f32
// ROLES-COUNT-16: ex2.approx.ftz.f32
// ROLES: mbarrier.try_wait.parity
// ROLES: wgmma.wait_group.sync.aligned 0;
// ROLES-COUNT-48: ex2.approx.ftz.f32
// ROLES: mul.rn.f32
// COPY: setmaxnreg.dec.sync.aligned.u32 40;
// COPY: cp.async.cg.shared.global
// COPY: cp.async.mbarrier.arrive.noinc
!a = tensor<8x12x1024x64xbf16>
module attributes {tc.version = "0.1"} {
fx.graph @main(%a: !a) -> !a {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%a, %a, %a, none, 0.0, true) : (!a, !a, !a) -> !a
  fx.output %0 : !a
}
}
