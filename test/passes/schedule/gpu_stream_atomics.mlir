// Sums of a stream that tasks share (dq in the loop of dk and dv): a launch clears
// them, the stream's adds to them, a third runs the maps of the complete sums.
// RUN: tc-opt %S/../../gpu/Inputs/stream_atomics.mlir --loop-stream="even=false otherwise=cuda,tune=sm_90a" --loop-schedule=target=cuda,tune=sm_90a >%t.mlir
// RUN: FileCheck %s <%t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.mlir
// RUN: tc-opt %t.mlir --prim-expand-math=exp2=true --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=CODE
// Two groups by hand.
// RUN: sed 's/step = 64 : i64, to = "grid"/step = 128 : i64, to = "grid"/; s/resident = [0-9] : i64, threads = 128/resident = 1 : i64, threads = 256/' %t.mlir >%t.two.mlir
// RUN: tc-opt %t.two.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.two.mlir
// The next block's first terms beside the additions, by hand.
// RUN: sed 's/ring = 3 : i64, step/ring = 3 : i64, skew = 1 : i64, step/' %t.mlir >%t.skew.mlir
// RUN: tc-opt %t.skew.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.skew.mlir
// Atomics are said where they are; groups that do not meet, rows that are in registers alone, and groups
// that have no columns are refused, as is clearing what is no stack, or nothing.
// RUN: sed 's/combine = "atomic", //' %t.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=COMBINE
// RUN: sed 's/step = 64 : i64, to = "group"}\], for = \["ib"\], ring/order = "free", &/' %t.two.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=MEET
// RUN: sed 's/{run = 6 : i64, unit/{operands = [{in = "registers", read = 1 : i64}], run = 6 : i64, unit/' %t.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=MEET
// RUN: sed 's/step = 64 : i64, to = "grid"/step = 192 : i64, to = "grid"/; s/resident = [0-9] : i64, threads = 128/resident = 1 : i64, threads = 384/' %t.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: sed 's/as = "zero", of = \[16\]/as = "zero", of = [15]/' %t.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=STACK
// RUN: sed 's/adds = \[{as = "zero", of = \[16\]}\], launches = \[{[^%]*threads = 256 : i64}, {body = \[{body = \[{body = \[{bytes = 16 : i64, copy = \[2/launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [2/' %t.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=CLEARS
// What clears them runs before.
// RUN: sed -E 's/launches = \[(\{[^%]*run = 22 : i64[^%]*threads = 256 : i64\}), (\{.*threads = 128 : i64\}), /launches = [\2, \1, /' %t.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=LATE
// Without the permission it is no such sum.
// RUN: sed 's/loop.atomics/loop.nothing/' %t.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=STACK
// COMBINE: [TC-0612] loop.schedule: {{.*}}combine
// MEET: [TC-0611] loop.schedule: launch 1: sums that tasks share are of warp groups that meet at each block, and of rows in shared memory
// COLUMNS: [TC-0611] loop.schedule: launch 1: sums that tasks share are of blocks of 64 points, of a multiple of eight columns, and of whole boxes of 64, or equal parts of one, for each warp group
// STACK: [TC-0611] loop.schedule: launch 0: adds: what is cleared is the stack of all blocks' sums that tasks share, of blocks of 64 points and a multiple of eight columns, and permits atomics (L12)
// LATE: [TC-0611] loop.schedule: launch 0: stage 16 runs before stage 22, which clears what it adds to (L3)
// CLEARS: [TC-0611] loop.schedule: launch 0: sums that tasks share are added to what a launch before clears: adds = [{as = "zero", of = [stage]}]
// CHECK-LABEL: loop.kernel @plain
// CHECK-SAME: loop.schedule = {adds = [{as = "zero", of = [16]}], launches = [
// CHECK-SAME: {run = 22 : i64}
// CHECK-SAME: {combine = "atomic", run = 15 : i64, unit = "wgmma.m64k16.bf16"}, {run = 16 : i64}
// CHECK-SAME: {run = 21 : i64}
// CHECK-LABEL: loop.kernel @causal
// CHECK-SAME: {combine = "atomic", run = 15 : i64, unit = "wgmma.m64k16.f16"}, {run = 16 : i64}
// CHECK-SAME: least =
// CODE: red.global.add.v4.f32
