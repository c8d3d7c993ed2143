// Sums of a stream that tasks share: each adds its own, by atomic additions, to
// what a launch before has cleared. Rows and columns that are no whole tiles, a
// causal mask, bf16 and f16; blocks of threads run on two threads of the CPU.
// RUN: tc-interpret %S/Inputs/stream_atomics.mlir --expect >%t.x.mlir
// RUN: tc-opt %t.x.mlir --loop-stream="even=false otherwise=cuda,tune=sm_90a" --loop-schedule=target=cuda,tune=sm_90a | sed 's/overlap = "dependent", //g' >%t.mlir
// RUN: FileCheck %s <%t.mlir
// RUN: tc-compile %t.mlir --target=emulate,units=90 -o %t.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.so --check --guard --threads=2 --repeat=2
// Two warp groups, which share the columns of a box; a longer ring; rows' operands in shared memory alone.
// RUN: sed 's/step = 64 : i64, to = "grid"/step = 128 : i64, to = "grid"/; s/resident = [0-9] : i64, threads = 128/resident = 1 : i64, threads = 256/; s/operands = \[{in = "registers", read = 1 : i64}\], //g; s/ring = [0-9]/ring = 4/' %t.mlir >%t.two.mlir
// RUN: FileCheck %s --check-prefix=TWO <%t.two.mlir
// RUN: tc-compile %t.two.mlir --target=emulate,units=90 -o %t.two.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.two.so --check --guard --threads=2 --repeat=1
// The next block's first terms are made beside the additions.
// RUN: sed 's/ring = [0-9] : i64, step/ring = 3 : i64, skew = 1 : i64, step/' %t.mlir >%t.skew.mlir
// RUN: FileCheck %s --check-prefix=SKEW <%t.skew.mlir
// RUN: tc-compile %t.skew.mlir --target=emulate,units=90 -o %t.skew.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.skew.so --check --guard --threads=2 --repeat=1
// RUN: sed 's/ring = 4 : i64, step/ring = 4 : i64, skew = 1 : i64, step/' %t.two.mlir >%t.two.skew.mlir
// RUN: tc-compile %t.two.skew.mlir --target=emulate,units=90 -o %t.two.skew.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.two.skew.so --check --guard --threads=2 --repeat=1
// The copy engine brings the streamed operands: terms are fenced before the additions.
// RUN: sed -E 's/bytes = 16 : i64, (copy = \[[4-9], 0\]), engine = "cp.async"/\1, engine = "tma"/g; s/ring = 4/ring = 3/' %t.two.skew.mlir >%t.tma.mlir
// RUN: FileCheck %s --check-prefix=TMA <%t.tma.mlir
// RUN: tc-compile %t.tma.mlir --target=emulate,units=90 -o %t.tma.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.tma.so --check --guard --threads=2 --repeat=1
// RUN: sed 's/skew = 1 : i64, //' %t.tma.mlir >%t.tma.even.mlir
// RUN: tc-compile %t.tma.even.mlir --target=emulate,units=90 -o %t.tma.even.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.tma.even.so --check --guard --threads=2 --repeat=1
// TMA-COUNT-4: engine = "tma"
// 128 columns: all of one group's; in two groups a box each.
// RUN: sed -E 's/x(70|83)x(24|40)x/x\1x128x/g; s/d = 24, e = 40, c = 24/d = 128, e = 128, c = 128/' %S/Inputs/stream_atomics.mlir >%t.w.mlir
// RUN: tc-interpret %t.w.mlir --expect | tc-opt --loop-stream="even=false otherwise=cuda,tune=sm_90a" --loop-schedule=target=cuda,tune=sm_90a | sed 's/overlap = "dependent", //g' >%t.wide.mlir
// RUN: tc-compile %t.wide.mlir --target=emulate,units=90 -o %t.wide.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.wide.so --check --guard --threads=2 --repeat=1
// RUN: sed 's/step = 64 : i64, to = "grid"/step = 128 : i64, to = "grid"/; s/resident = [0-9] : i64, threads = 128/resident = 1 : i64, threads = 256/' %t.wide.mlir >%t.boxes.mlir
// RUN: tc-compile %t.boxes.mlir --target=emulate,units=90 -o %t.boxes.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.boxes.so --check --guard --threads=2 --repeat=1
// An infinite factor: sums of the first block are no sums of zeros, too.
// RUN: tc-interpret %S/Inputs/stream_atomics_infinite.mlir --expect | tc-opt --loop-stream="even=false otherwise=cuda,tune=sm_90a" --loop-schedule=target=cuda,tune=sm_90a | sed 's/overlap = "dependent", //g' >%t.infinite.mlir
// RUN: FileCheck %s --check-prefix=ONE <%t.infinite.mlir
// RUN: tc-compile %t.infinite.mlir --target=emulate,units=90 -o %t.infinite.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.infinite.so --check --guard --threads=2 --repeat=1
// Terms that depend on no contraction.
// RUN: tc-interpret %S/Inputs/stream_atomics_alone.mlir --expect | tc-opt --loop-stream="even=false otherwise=cuda,tune=sm_90a" --loop-schedule=target=cuda,tune=sm_90a | sed 's/overlap = "dependent", //g' >%t.alone.mlir
// RUN: FileCheck %s --check-prefix=ONE <%t.alone.mlir
// RUN: tc-compile %t.alone.mlir --target=emulate,units=90 -o %t.alone.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.alone.so --check --guard --threads=2 --repeat=1
// The same text on a CPU, where the sums have one order; not on GPUs without warp groups.
// RUN: tc-opt %t.x.mlir --loop-stream="even=false otherwise=cuda,tune=sm_90a" >%t.stream.mlir
// RUN: tc-interpret %t.stream.mlir --check
// RUN: tc-run %t.stream.mlir --check --repeat=1
// RUN: not tc-compile %t.stream.mlir --target=cuda --target-cpu=sm_80 -o %t.80.so 2>&1 | FileCheck %s --check-prefix=OLD
// CHECK-COUNT-2: combine = "atomic"
// ONE: combine = "atomic"
// SKEW-COUNT-2: skew = 1 : i64
// TWO-COUNT-2: step = 128 : i64, to = "grid"
// OLD: [TC-0612] {{.*}}loop.schedule: launch {{[0-9]}}: stage 16 stacks sums that tasks share: there is code for these on a unit of warp groups
