// The gradients of attention of wide heads: each of dq, dk and dv keeps its sums in
// registers, without spills to local memory, and no product of warp groups waits for
// the one before (C75xx). Also of a length that is no whole blocks.
// REQUIRES: ptxas
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx
// RUN: awk '/^\.version/ {n++} {print > ("%t." n ".ptx")}' %t.ptx
// RUN: FileCheck %s --check-prefix=UNIT --input-file %t.2.ptx
// RUN: %ptxas -v -arch=sm_90a %t.2.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t.3.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t.4.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: sed 's/x1024x/x1000x/g' %s >%t.short.mlir && tc-compile %t.short.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.short.ptx
// RUN: awk '/^\.version/ {n++} {print > ("%t.short." n ".ptx")}' %t.short.ptx
// RUN: %ptxas -v -arch=sm_90a %t.short.2.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t.short.3.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t.short.4.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: sed 's/x192x/x256x/g' %s >%t.256.mlir && tc-compile %t.256.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.256.ptx
// RUN: awk '/^\.version/ {n++} {print > ("%t.256." n ".ptx")}' %t.256.ptx
// RUN: %ptxas -v -arch=sm_90a %t.256.2.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t.256.3.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t.256.4.ptx -o %t.cubin 2>&1 | FileCheck %s
// UNIT: wgmma.mma_async.sync.aligned.m64n192k16
// CHECK-NOT: C75
// CHECK: 0 bytes spill stores, 0 bytes spill loads
// CHECK-NOT: bytes spill
// CHECK-NOT: C75
!x = tensor<4x16x1024x192xbf16>
module attributes {tc.version = "0.1"} {
  fx.graph @main(%do: !x, %q: !x, %k: !x, %v: !x, %o: !x, %l: tensor<4x16x1024xf32>) -> (!x, !x, !x) {
    %0:3 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu_backward.default"(%do, %q, %k, %v, %o, %l, 0.0, true) : (!x, !x, !x, !x, !x, tensor<4x16x1024xf32>) -> (!x, !x, !x)
    fx.output %0#0, %0#1, %0#2 : !x, !x, !x
  }
}
