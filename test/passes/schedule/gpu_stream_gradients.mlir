// Gradients of attention in one kernel each for dq, and for dk and dv: two
// contractions make terms, one or two sum them. What two contractions read alike
// is copied once; each of the terms' has an operand of rows.
// RUN: tc-opt %S/../../exec/cpu/attention_gradients.mlir --loop-stream="even=false otherwise=cuda" --loop-schedule=target=cuda,tune=sm_80 >%t.mlir
// RUN: FileCheck %s <%t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=cuda,tune=sm_80 | cmp - %t.mlir
// RUN: tc-opt %S/../../exec/cpu/attention_gradients.mlir --loop-stream="even=false otherwise=cuda" --loop-schedule=target=cuda,tune=sm_90a >%t.group.mlir
// RUN: FileCheck %s --check-prefix=GROUP <%t.group.mlir
// RUN: tc-opt %t.group.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.group.mlir
// RUN: tc-opt %t.mlir --prim-expand-math=exp2=true --loop-to-gpu=target=cuda,tune=sm_80 | FileCheck %s --check-prefix=CODE
// RUN: sed 's/ring = 3 : i64, step/ring = 3 : i64, skew = 1 : i64, step/' %t.group.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=RING
// RUN: sed 's/ring = 2 : i64, step/ring = 2 : i64, skew = 1 : i64, step/' %t.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_80 2>&1 | FileCheck %s --check-prefix=SKEW
// Warp groups: two slots are too few, three with skew, roles are of one contraction of each sort,
// sums that are not only added to what is carried cannot stay in flight.
// RUN: sed 's/ring = [34]/ring = 2/' %t.group.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=RING
// RUN: sed 's/engine = "cp.async", to/engine = "cp.async", role = "load", to/g; s/step = 64 : i64, to = "group"/role = "multiply", &/g; s/threads = 128/roles = [{name = "load", registers = 24 : i64, warps = 4 : i64}, {name = "multiply", registers = 232 : i64, warps = 4 : i64}], threads = 256/; s/resident = [0-9]/resident = 1/' %t.group.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=ROLES
// RUN: sed '/loop.map (b, i, d) reads.*tensor<2x70x24xf32>, /{n;s/prim.add/prim.sub/}' %t.group.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=FLIGHT
// Blocks have a power of two of points, at most 256.
// RUN: tc-opt %S/../../exec/cpu/attention_gradients.mlir --loop-stream="even=false otherwise=cuda block=48" >%t.48.mlir
// RUN: python3 %S/with_schedules.py %t.group.mlir %t.48.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=POWER
// RUN: tc-opt %S/../../exec/cpu/attention_gradients.mlir --loop-stream="even=false otherwise=cuda block=512" >%t.512.mlir
// RUN: python3 %S/with_schedules.py %t.group.mlir %t.512.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=BOX
// Operands of rows that stay in registers: read number 1 of the contractions that make
// terms, of warp groups alone.
// RUN: sed 's/operands = \[{in = "registers", read = 1 : i64}\], //g' %t.group.mlir >%t.shared.mlir
// RUN: tc-opt %t.shared.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.shared.mlir
// RUN: sed 's/{run = \([0-9]*\) : i64, unit/{operands = [{in = "registers", read = 1 : i64}], run = \1 : i64, unit/' %t.shared.mlir >%t.held.mlir
// RUN: tc-opt %t.held.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.held.mlir
// RUN: sed 's/read = 1 : i64/read = 0 : i64/' %t.held.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=READ
// RUN: sed 's/{run = \([0-9]*\) : i64, unit/{operands = [{in = "registers", read = 1 : i64}], run = \1 : i64, unit/' %t.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_80 2>&1 | FileCheck %s --check-prefix=HELD
// What terms read for each streamed point is in the ring as a whole or not at all, and only where there is such a read.
// RUN: sed 's/{bytes = 4 : i64, copy = [^}]*}, //g' %t.group.mlir >%t.loads.mlir
// RUN: tc-opt %t.loads.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.loads.mlir
// RUN: sed 's/{bytes = 4 : i64, copy = [^}]*}, //' %t.group.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: sed '/@plain_dq/s/{body = \[{\(run = 4\|operands\)/{bytes = 4 : i64, copy = [5, 1], engine = "cp.async", to = "shared"}, &/' %t.group.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=NONE
// Groups that do not meet at each block: of several groups.
// RUN: sed 's/step = 64 : i64, to = "group"}\], for = \["\([a-z]*\)"\], ring/order = "free", &/; s/step = 64 : i64, to = "grid"/step = 128 : i64, to = "grid"/; s/threads = 128/threads = 256/; s/resident = [0-9]/resident = 1/' %t.group.mlir >%t.free.mlir
// RUN: tc-opt %t.free.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.free.mlir
// RUN: sed 's/step = 64 : i64, to = "group"}\], for = \["\([a-z]*\)"\], ring/order = "free", &/' %t.group.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=FREE
// The copy engine brings both streamed operands, of groups that meet; where there are two.
// RUN: sed -E 's/bytes = 16 : i64, (copy = \[[4-9], 0\]), engine = "cp.async"/\1, engine = "tma"/g' %t.group.mlir >%t.tma.mlir
// RUN: tc-opt %t.tma.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.tma.mlir
// RUN: sed -E 's/bytes = 16 : i64, (copy = \[[4-9], 0\]), engine = "cp.async"/\1, engine = "tma"/g' %t.free.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=MEET
// RUN: sed -n '7,43{s/%v: /%k2: tensor<2x83x24xbf16>, &/;27,43s/%k\[/%k2[/;p}' %S/../../exec/cpu/attention_gradients.mlir | tc-opt --loop-stream="even=false otherwise=cuda" --loop-schedule=target=cuda,tune=sm_90a >%t.three.mlir
// RUN: sed -E 's/bytes = 16 : i64, (copy = \[[4-9], [01]\]), engine = "cp.async"/\1, engine = "tma"/g' %t.three.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=THREE
// MEET: [TC-0611] loop.schedule: launch 0: tma: a thread of a role copies, or of several contractions one of warp groups that meet at each block
// THREE: [TC-0611] loop.schedule: launch 0: tma: there are two streamed operands
// Several warps by hand, which the emulator runs.
// RUN: tc-interpret %S/../../exec/cpu/attention_gradients.mlir --expect >%t.x.mlir
// RUN: tc-opt %t.x.mlir --loop-stream="even=false otherwise=cuda" --loop-schedule=target=cuda,tune=sm_80 | sed 's/step = 16 : i64, to = "grid"/step = 64 : i64, to = "grid"/; s/threads = 32 /threads = 128 /; s/ring = 2/ring = 3/' >%t.hand.mlir
// RUN: FileCheck %s --check-prefix=HAND <%t.hand.mlir
// RUN: tc-compile %t.hand.mlir --target=emulate,units=80 -o %t.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.so --check --guard --threads=1 --repeat=1
// HAND-COUNT-4: ring = 3 : i64
// GROUP-LABEL: loop.kernel @plain_dq
// GROUP-SAME: to = "group"}, {body = [{bytes = 16 : i64, copy = [4, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [6, 0], engine = "cp.async", to = "shared"}, {body = [{operands = [{in = "registers", read = 1 : i64}], run = 4 : i64, unit = "wgmma.m64k16.bf16"}
// GROUP-SAME: {run = 6 : i64, unit = "wgmma.m64k16.bf16"}
// GROUP-LABEL: loop.kernel @plain_dkv
// GROUP-SAME: {bytes = 4 : i64, copy = [7, 1], engine = "cp.async", to = "shared"}, {bytes = 4 : i64, copy = [9, 2], engine = "cp.async", to = "shared"}, {body
// GROUP-SAME: {run = 13 : i64, unit = "wgmma.m64k16.bf16"}
// GROUP-LABEL: loop.kernel @causal_dkv
// GROUP-SAME: unit = "wgmma.m64k16.f16"
// RING: [TC-0611] loop.schedule: launch 0: a ring of several contractions of warp groups must have at least three slots, with skew four
// POWER: [TC-0611] loop.schedule: launch 0: a block must have a power of two of streamed points, at least 16
// BOX: [TC-0611] loop.schedule: launch 0: contiguous points and steps of a tile must be multiples of 64: the unit reads shared memory in boxes of these
// SKEW: [TC-0611] loop.schedule: launch 0: skew is of warp groups, and of two contractions that make terms, or of one and one that sums
// ROLES: [TC-0611] loop.schedule: launch 0: roles of streams are of warp groups that share one tile, with one contraction that makes terms and one that sums
// READ: [TC-0612] {{.*}}read: there is no code for 0 : i64, but for 1 : i64
// HELD: [TC-0611] loop.schedule: launch 0: operands that stay in registers are of warp groups: of warps it follows from their size
// COLUMNS: [TC-0612] loop.schedule: launch 0
// NONE: [TC-0611] loop.schedule: launch 0: there is no f32 that stages on terms of several contractions of warp groups read for each streamed point
// FREE: [TC-0611] loop.schedule: launch 0: warp groups are free of each other where there are several, of several contractions that make terms or sum them, without roles
// FLIGHT: [TC-0611] loop.schedule: launch 0: unit: the target has no 'wgmma.m64k16.bf16' whose accumulators may be read, or the kernel does not stream contractions

// CHECK-LABEL: loop.kernel @plain_dq
// CHECK-SAME: loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [1, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [2, 0], engine = "cp.async", to = "shared"}, {body = [{run
// CHECK-SAME: to = "warp"}, {body = [{bytes = 16 : i64, copy = [4, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [6, 0], engine = "cp.async", to = "shared"}, {body = [{run = 4 : i64, unit = "mma.m16n8k16.bf16"}
// CHECK-SAME: {run = 6 : i64, unit = "mma.m16n8k16.bf16"}
// CHECK-SAME: {run = 8 : i64, unit = "mma.m16n8k16.bf16"}
// All that is made of p is rounded to a narrow float.
// CHECK: prim.exp {{.*}} {tc.absolute} : f32
// CHECK-LABEL: loop.kernel @plain_dkv
// CHECK-SAME: to = "warp"}, {body = [{bytes = 16 : i64, copy = [6, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [8, 0], engine = "cp.async", to = "shared"}, {body = [{run = 6 : i64, unit = "mma.m16n8k16.bf16"}
// CHECK-SAME: {run = 8 : i64, unit = "mma.m16n8k16.bf16"}
// CHECK-SAME: {run = 10 : i64, unit = "mma.m16n8k16.bf16"}
// CHECK-SAME: {run = 13 : i64, unit = "mma.m16n8k16.bf16"}
// The last rows of queries have the most keys; the first keys the most queries.
// CHECK-LABEL: loop.kernel @causal_dq
// CHECK-SAME: order = "reverse"
// CHECK-LABEL: loop.kernel @causal_dkv
// CHECK-NOT: order =
// CHECK: loop.contract

// CODE: nvvm.cp.async.wait.group
// CODE: gpu.barrier
// CODE: nvvm.ldmatrix {{.*}} layout = #nvvm.mma_layout<row>
// CODE: nvvm.mma.sync
// CODE: nvvm.ldmatrix {{.*}} layout = #nvvm.mma_layout<col>
