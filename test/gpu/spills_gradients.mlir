// The gradients of attention keep terms and sums in registers: no spills to local
// memory, of head sizes 64 and 128, where dk and dv are 64 and 128 sums a thread;
// and no product of warp groups waits for the one before (C75xx).
// REQUIRES: ptxas
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx
// RUN: awk '/^\.version/ {n++} {print > ("%t." n ".ptx")}' %t.ptx
// RUN: %ptxas -v -arch=sm_90a %t.1.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t.2.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=GROUP --input-file %t.2.ptx
// RUN: sed 's/x64x/x128x/g; s/ = 64/ = 128/g' %s >%t.128.mlir && tc-compile %t.128.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.128.ptx
// RUN: awk '/^\.version/ {n++} {print > ("%t.128." n ".ptx")}' %t.128.ptx
// RUN: %ptxas -v -arch=sm_90a %t.128.1.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t.128.2.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: sed 's/x64x/x32x/g; s/ = 64/ = 32/g' %s >%t.32.mlir && tc-compile %t.32.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.32.ptx
// RUN: awk '/^\.version/ {n++} {print > ("%t.32." n ".ptx")}' %t.32.ptx
// RUN: %ptxas -v -arch=sm_90a %t.32.1.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t.32.2.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: sed 's/x64x/x96x/g; s/ = 64/ = 96/g' %s >%t.96.mlir && tc-compile %t.96.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.96.ptx
// RUN: awk '/^\.version/ {n++} {print > ("%t.96." n ".ptx")}' %t.96.ptx
// RUN: %ptxas -v -arch=sm_90a %t.96.1.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t.96.2.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o %t.80.ptx
// RUN: awk '/^\.version/ {n++} {print > ("%t.80." n ".ptx")}' %t.80.ptx
// RUN: %ptxas -v -arch=sm_80 %t.80.1.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_80 %t.80.2.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE --input-file %t.80.2.ptx
// RUN: tc-compile %t.128.mlir --target=cuda --target-cpu=sm_80 --emit=ptx -o %t.128.80.ptx
// RUN: awk '/^\.version/ {n++} {print > ("%t.128.80." n ".ptx")}' %t.128.80.ptx
// RUN: %ptxas -v -arch=sm_80 %t.128.80.1.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_80 %t.128.80.2.ptx -o %t.cubin 2>&1 | FileCheck %s
// CHECK-NOT: C75
// CHECK: 0 bytes spill stores, 0 bytes spill loads
// CHECK-NOT: bytes spill
// CHECK-NOT: C75

// Of dk and dv on warp groups: the first contraction's terms are there when an
// iteration begins, of the second the exponentials run beside; then the next
// block's first contraction and each sum as soon as its terms are there. Only the
// sums are in flight from one iteration to the next.
// GROUP-COUNT-4: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// GROUP: wgmma.wait_group.sync.aligned 0;
// GROUP: wgmma.fence.sync.aligned
// GROUP-COUNT-4: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// GROUP: wgmma.commit_group
// GROUP-NOT: wgmma.wait_group
// GROUP: ld.shared.v2
// GROUP: fma.rn.f32
// GROUP: ex2.approx.ftz.f32
// GROUP: wgmma.fence.sync.aligned
// GROUP-COUNT-8: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// GROUP: wgmma.wait_group.sync.aligned 2;
// GROUP-NOT: wgmma.wait_group
// GROUP-COUNT-4: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
// GROUP: wgmma.commit_group
// GROUP: wgmma.wait_group.sync.aligned 2;
// GROUP: bra
// GROUP: wgmma.wait_group.sync.aligned 0;

// Of dk and dv on sm_80: both operands of rows stay in registers; of a block of
// queries both operands are brought once, and read both ways.
// CODE: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CODE: cp.async.wait_group
// CODE: bar.sync
// CODE-COUNT-8: cp.async.cg.shared.global
// CODE-NOT: cp.async.cg
// CODE-COUNT-16: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CODE: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
loop.kernel @a_dq(%q: tensor<96x1024x64xbf16>, %k: tensor<96x1024x64xbf16>, %v: tensor<96x1024x64xbf16>, %do: tensor<96x1024x64xbf16>, %lse: tensor<96x1024xf32>, %delta: tensor<96x1024xf32>) -> tensor<96x1024x64xbf16> iters(b = 96, i = 1024, j = 1024, d = 64, e = 64) {
  %s = loop.contract (b, i, j) over (d) reads(%a = %q[b, i, d] : tensor<96x1024x64xbf16>, %b = %k[b, j, d] : tensor<96x1024x64xbf16>) -> tensor<96x1024x1024xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %p = loop.map (b, i, j) reads(%a = %s[b, i, j] : tensor<96x1024x1024xf32>, %l = %lse[b, i] : tensor<96x1024xf32>) -> tensor<96x1024x1024xf32> {
    %scale = prim.constant 0.25 : f32
    %0 = prim.mul %a, %scale : f32
    %1 = prim.sub %0, %l : f32
    %2 = prim.exp %1 : f32
    %3 = loop.index <j>
    %4 = loop.index <i>
    %5 = prim.le %3, %4 : i64
    %6 = prim.constant 0.0 : f32
    %7 = prim.where %5, %2, %6 : i1, f32
    loop.yield %7 : f32
  }
  %dp = loop.contract (b, i, j) over (e) reads(%a = %do[b, i, e] : tensor<96x1024x64xbf16>, %b = %v[b, j, e] : tensor<96x1024x64xbf16>) -> tensor<96x1024x1024xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %ds = loop.map (b, i, j) reads(%a = %p[b, i, j] : tensor<96x1024x1024xf32>, %c = %dp[b, i, j] : tensor<96x1024x1024xf32>, %e = %delta[b, i] : tensor<96x1024xf32>) -> tensor<96x1024x1024xbf16> {
    %scale = prim.constant 0.25 : f32
    %0 = prim.sub %c, %e : f32
    %1 = prim.mul %a, %0 : f32
    %2 = prim.mul %1, %scale : f32
    %3 = prim.convert_element_type %2 : f32 to bf16
    loop.yield %3 : bf16
  }
  %dq = loop.contract (b, i, d) over (j) reads(%a = %ds[b, i, j] : tensor<96x1024x1024xbf16>, %b = %k[b, j, d] : tensor<96x1024x64xbf16>) -> tensor<96x1024x64xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %r = loop.map (b, i, d) reads(%a = %dq[b, i, d] : tensor<96x1024x64xf32>) -> tensor<96x1024x64xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  loop.yield %r : tensor<96x1024x64xbf16>
}
loop.kernel @a_dkv(%q: tensor<96x1024x64xbf16>, %k: tensor<96x1024x64xbf16>, %v: tensor<96x1024x64xbf16>, %do: tensor<96x1024x64xbf16>, %lse: tensor<96x1024xf32>, %delta: tensor<96x1024xf32>) -> (tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>) iters(b = 96, i = 1024, j = 1024, d = 64, e = 64, c = 64) {
  %s = loop.contract (b, i, j) over (d) reads(%a = %q[b, i, d] : tensor<96x1024x64xbf16>, %b = %k[b, j, d] : tensor<96x1024x64xbf16>) -> tensor<96x1024x1024xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %p = loop.map (b, i, j) reads(%a = %s[b, i, j] : tensor<96x1024x1024xf32>, %l = %lse[b, i] : tensor<96x1024xf32>) -> tensor<96x1024x1024xf32> {
    %scale = prim.constant 0.25 : f32
    %0 = prim.mul %a, %scale : f32
    %1 = prim.sub %0, %l : f32
    %2 = prim.exp %1 : f32
    %3 = loop.index <j>
    %4 = loop.index <i>
    %5 = prim.le %3, %4 : i64
    %6 = prim.constant 0.0 : f32
    %7 = prim.where %5, %2, %6 : i1, f32
    loop.yield %7 : f32
  }
  %dp = loop.contract (b, i, j) over (e) reads(%a = %do[b, i, e] : tensor<96x1024x64xbf16>, %b = %v[b, j, e] : tensor<96x1024x64xbf16>) -> tensor<96x1024x1024xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %ds = loop.map (b, i, j) reads(%a = %p[b, i, j] : tensor<96x1024x1024xf32>, %c = %dp[b, i, j] : tensor<96x1024x1024xf32>, %e = %delta[b, i] : tensor<96x1024xf32>) -> tensor<96x1024x1024xbf16> {
    %scale = prim.constant 0.25 : f32
    %0 = prim.sub %c, %e : f32
    %1 = prim.mul %a, %0 : f32
    %2 = prim.mul %1, %scale : f32
    %3 = prim.convert_element_type %2 : f32 to bf16
    loop.yield %3 : bf16
  }
  %dk = loop.contract (b, j, c) over (i) reads(%a = %ds[b, i, j] : tensor<96x1024x1024xbf16>, %b = %q[b, i, c] : tensor<96x1024x64xbf16>) -> tensor<96x1024x64xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %ph = loop.map (b, i, j) reads(%a = %p[b, i, j] : tensor<96x1024x1024xf32>) -> tensor<96x1024x1024xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  %dv = loop.contract (b, j, e) over (i) reads(%a = %ph[b, i, j] : tensor<96x1024x1024xbf16>, %b = %do[b, i, e] : tensor<96x1024x64xbf16>) -> tensor<96x1024x64xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %r0 = loop.map (b, j, c) reads(%a = %dk[b, j, c] : tensor<96x1024x64xf32>) -> tensor<96x1024x64xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  %r1 = loop.map (b, j, e) reads(%a = %dv[b, j, e] : tensor<96x1024x64xf32>) -> tensor<96x1024x64xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  loop.yield %r0, %r1 : tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>
}
func.func @main(
    %a_q: tensor<96x1024x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
    %a_k: tensor<96x1024x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
    %a_v: tensor<96x1024x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
    %a_do: tensor<96x1024x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
    %a_lse: tensor<96x1024xf32> {tc.init = {kind = "uniform", mean = 3.0, std = 1.0, stream = 5}},
    %a_delta: tensor<96x1024xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
    -> (tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>) {
  %a0 = loop.launch @a_dq(%a_q, %a_k, %a_v, %a_do, %a_lse, %a_delta) : (tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>, tensor<96x1024xf32>, tensor<96x1024xf32>) -> tensor<96x1024x64xbf16>
  %a1:2 = loop.launch @a_dkv(%a_q, %a_k, %a_v, %a_do, %a_lse, %a_delta) : (tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>, tensor<96x1024xf32>, tensor<96x1024xf32>) -> (tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>)
  return %a0, %a1#0, %a1#1 : tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>, tensor<96x1024x64xbf16>
}
