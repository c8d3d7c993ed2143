// Sums that tasks share, of 128 columns: no spills to local memory, and no
// product of warp groups waits for the one before (C75xx), with a causal mask, too.
// REQUIRES: ptxas
// RUN: sed -E 's/x70x83x|x130x130x/x1024x1024x/g; s/x(70|83)x(24|40)x|x130x16x/x1024x128x/g; s/x(70|130)xf32/x1024xf32/g; s/<[12]x/<64x/g; s/b = [12], i = [0-9]+, j = [0-9]+, d = [0-9]+, e = [0-9]+, c = [0-9]+/b = 64, i = 1024, j = 1024, d = 128, e = 128, c = 128/' %S/Inputs/stream_atomics.mlir >%t.mlir
// RUN: tc-opt %t.mlir --loop-stream="even=false otherwise=cuda,tune=sm_90a" >%t.stream.mlir
// RUN: tc-opt %t.stream.mlir --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=SKEW
// RUN: tc-compile %t.stream.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx
// RUN: awk '/^\.version/ {n++} {print > ("%t." n ".ptx")}' %t.ptx
// RUN: %ptxas -v -arch=sm_90a %t.1.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t.2.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE --input-file %t.1.ptx
// CHECK-NOT: C75
// CHECK-COUNT-3: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK-NOT: C75
// CODE: .version 8.1
// CODE: .maxntid 256
// SKEW-LABEL: loop.kernel @plain
// SKEW-SAME: engine = "tma"
// SKEW-SAME: ring = 3 : i64, skew = 1 : i64
// SKEW-LABEL: loop.kernel @causal
// SKEW-SAME: engine = "tma"
// SKEW-SAME: ring = 3 : i64, skew = 1 : i64
// CODE: red.global.add.v4.f32
