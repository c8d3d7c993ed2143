// Gradients of attention on warp groups, where several contractions make terms or
// sum them: rows and columns that are no whole tiles, a causal mask, bf16 and f16.
// What the pass chooses; then by hand longer rings and tiles of more warp groups.
// RUN: tc-interpret %S/../exec/cpu/attention_gradients.mlir --expect >%t.x.mlir
// RUN: tc-opt %t.x.mlir --loop-stream="even=false otherwise=cuda" --loop-schedule=target=cuda,tune=sm_90a | sed 's/overlap = "dependent", //' >%t.mlir
// RUN: FileCheck %s <%t.mlir
// RUN: tc-compile %t.mlir --target=emulate,units=90 -o %t.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.so --check --guard --threads=1 --repeat=1
// RUN: sed 's/ring = [34]/ring = 5/; s/step = 64 : i64, to = "grid"/step = 128 : i64, to = "grid"/; s/threads = 128/threads = 256/; s/resident = [0-9]/resident = 1/' %t.mlir >%t.two.mlir
// RUN: tc-compile %t.two.mlir --target=emulate,units=90 -o %t.two.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.two.so --check --guard --threads=1 --repeat=1
// The first contraction a block ahead of the others, in all kernels and in none.
// RUN: sed 's/ring = [0-9] : i64, step/ring = 4 : i64, skew = 1 : i64, step/; s/resident = [0-9]/resident = 1/' %t.mlir >%t.skew.mlir
// RUN: tc-compile %t.skew.mlir --target=emulate,units=90 -o %t.skew.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.skew.so --check --guard --threads=1 --repeat=1
// RUN: sed 's/skew = 1 : i64, //' %t.mlir >%t.even.mlir
// RUN: tc-compile %t.even.mlir --target=emulate,units=90 -o %t.even.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.even.so --check --guard --threads=1 --repeat=1
// Blocks of 32 points, of which the unit reads half a box of steps.
// RUN: tc-opt %t.x.mlir --loop-stream="even=false block=32 otherwise=cuda" --loop-schedule=target=cuda,tune=sm_90a | sed 's/overlap = "dependent", //' >%t.short.mlir
// RUN: tc-compile %t.short.mlir --target=emulate,units=90 -o %t.short.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.short.so --check --guard --threads=1 --repeat=1
// The rows' operands in shared memory alone; both in registers, of one group and of two.
// RUN: sed 's/operands = \[{in = "registers", read = 1 : i64}\], //g' %t.two.mlir >%t.shared.mlir
// RUN: tc-compile %t.shared.mlir --target=emulate,units=90 -o %t.shared.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.shared.so --check --guard --threads=1 --repeat=1
// RUN: sed 's/{run = \([0-9]*\) : i64, unit/{operands = [{in = "registers", read = 1 : i64}], run = \1 : i64, unit/; s/{run = \([0-9]*\) : i64, unit/{operands = [{in = "registers", read = 1 : i64}], run = \1 : i64, unit/' %t.shared.mlir >%t.both.mlir
// RUN: tc-compile %t.both.mlir --target=emulate,units=90 -o %t.both.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.both.so --check --guard --threads=1 --repeat=1
// Groups that do not meet at each block, in rings of three, five, and four with skew.
// RUN: sed 's/step = 64 : i64, to = "group"}\], for = \["\([a-z]*\)"\], ring/order = "free", &/' %t.two.mlir >%t.free.mlir
// RUN: tc-compile %t.free.mlir --target=emulate,units=90 -o %t.free.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.free.so --check --guard --threads=1 --repeat=1
// RUN: sed 's/ring = 5 : i64, step/ring = 3 : i64, step/' %t.free.mlir >%t.three.mlir
// RUN: tc-compile %t.three.mlir --target=emulate,units=90 -o %t.three.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.three.so --check --guard --threads=1 --repeat=1
// RUN: sed 's/ring = [0-9] : i64, \(skew = 1 : i64, \)*step/ring = 4 : i64, skew = 1 : i64, step/' %t.free.mlir >%t.four.mlir
// RUN: tc-compile %t.four.mlir --target=emulate,units=90 -o %t.four.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.four.so --check --guard --threads=1 --repeat=1
// The copy engine brings the streamed operands, of groups that meet, in rings of three and five, and with skew.
// RUN: sed -E 's/bytes = 16 : i64, (copy = \[[4-9], 0\]), engine = "cp.async"/\1, engine = "tma"/g' %t.two.mlir >%t.tma.mlir
// RUN: tc-compile %t.tma.mlir --target=emulate,units=90 -o %t.tma.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.tma.so --check --guard --threads=1 --repeat=1
// RUN: sed 's/ring = [45] : i64, \(skew = 1 : i64, \)*step/ring = 3 : i64, step/; s/{bytes = 4 : i64, copy = [^}]*}, //g' %t.tma.mlir >%t.tma3.mlir
// RUN: tc-compile %t.tma3.mlir --target=emulate,units=90 -o %t.tma3.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.tma3.so --check --guard --threads=1 --repeat=1
// RUN: sed 's/ring = [345] : i64, \(skew = 1 : i64, \)*step/ring = 4 : i64, skew = 1 : i64, step/' %t.tma.mlir >%t.tma4.mlir
// RUN: tc-compile %t.tma4.mlir --target=emulate,units=90 -o %t.tma4.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.tma4.so --check --guard --threads=1 --repeat=1
// RUN: FileCheck %s --check-prefix=TMA <%t.tma4.mlir
// TMA-COUNT-8: engine = "tma"
// Log-sum-exp and delta from memory instead of from the ring.
// RUN: sed 's/{bytes = 4 : i64, copy = [^}]*}, //g' %t.mlir >%t.loads.mlir
// RUN: tc-compile %t.loads.mlir --target=emulate,units=90 -o %t.loads.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.loads.so --check --guard --threads=1 --repeat=1
// CHECK-COUNT-7: unit = "wgmma.m64k16.bf16"
// CHECK-COUNT-7: unit = "wgmma.m64k16.f16"
