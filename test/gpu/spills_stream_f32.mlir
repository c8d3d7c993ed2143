// Streamed attention of f32 keeps terms and sums in registers, too: factors in two
// parts, and rounded ones, of head sizes 64 and 128, on chips with more and less
// shared memory.
// REQUIRES: ptxas
// RUN: sed 's/x64x/x128x/' %s >%t.128.mlir
// RUN: sed 's/^\(fx.graph .*\) {$/\1 attributes {tc.tf32 = ["matmul"]} {/' %s >%t.round.mlir
// RUN: sed 's/x64x/x128x/' %t.round.mlir >%t.round.128.mlir
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=SPLIT --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_80 %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %s --target=cuda --target-cpu=sm_86 --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=SPLIT --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_86 %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=SPLIT --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %t.128.mlir --target=cuda --target-cpu=sm_80 --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=SPLIT --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_80 %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %t.128.mlir --target=cuda --target-cpu=sm_86 --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=SPLIT --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_86 %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %t.128.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=SPLIT --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %t.round.mlir --target=cuda --target-cpu=sm_80 --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=ROUND --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_80 %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %t.round.mlir --target=cuda --target-cpu=sm_86 --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=ROUND --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_86 %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %t.round.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=ROUND --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %t.round.128.mlir --target=cuda --target-cpu=sm_80 --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=ROUND --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_80 %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %t.round.128.mlir --target=cuda --target-cpu=sm_86 --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=ROUND --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_86 %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %t.round.128.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=ROUND --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// CHECK: 0 bytes spill stores, 0 bytes spill loads
// CHECK-NOT: bytes spill
// One kernel. Three products where one stands for factors that are rounded, whose
// exponentials are the machine's.
// SPLIT-COUNT-1: .entry
// SPLIT-NOT: .entry
// SPLIT-NOT: cvt.rna
// SPLIT: min.s32
// SPLIT: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
// SPLIT-NOT: .entry
// ROUND-COUNT-1: .entry
// ROUND-NOT: .entry
// ROUND: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
// ROUND: ex2.approx.ftz.f32
// ROUND-NOT: .entry
!f = tensor<4x16x2048x64xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%q: !f, %k: !f, %v: !f) -> (!f) {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, true) : (!f, !f, !f) -> !f
  fx.output %0 : !f
}
}
