// A weight's gradient y^T x and a bias's, the sum of y over the same steps: on
// units that read shared memory the sums are products with ones beside the
// others, whose operand is there. Rows, columns and steps are no multiples of a
// tile's.
// By the copy engine, with roles.
// RUN: env TC_NUMBERS=gpu_sums_bytes=1 tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a,dependent-launch=0 -o %t.tma.mlir
// RUN: FileCheck %s --input-file=%t.tma.mlir --check-prefix=TMA
// RUN: tc-opt %t.tma.mlir --loop-schedule=target=cuda,tune=sm_90a,dependent-launch=0 -o %t.2 && cmp %t.tma.mlir %t.2
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.tma.mlir --target=emulate --check --repeat=1
// By threads: a block a tile.
// RUN: sed 's/{copy = \(.0, .]\), engine = "tma", role = "load", to = "shared"}/{bytes = 16 : i64, copy = \1, engine = "cp.async", to = "shared"}/g; s/role = "multiply", //g; s/roles = \[[^]]*\], threads = 384/threads = 128/; s/"persist"/"grid"/g; s/ring = 8/ring = 4/' %t.tma.mlir > %t.grid.mlir
// RUN: tc-opt %t.grid.mlir --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.grid.mlir %t.2
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.grid.mlir --target=emulate --check --repeat=1
// Blocks that persist.
// RUN: sed 's/"grid"/"persist"/g' %t.grid.mlir > %t.persist.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.persist.mlir --target=emulate --check --repeat=1
// In parts, which launches add up, each the maps behind.
// RUN: sed 's/200x/2048x/g' %s | env TC_NUMBERS=gpu_sums_bytes=1 tc-opt --tc-gpu --loop-schedule=target=cuda,tune=sm_90a,dependent-launch=0 -o %t.parts.mlir
// RUN: FileCheck %s --input-file=%t.parts.mlir --check-prefix=PARTS
// RUN: tc-opt %t.parts.mlir --loop-schedule=target=cuda,tune=sm_90a,dependent-launch=0 -o %t.2 && cmp %t.parts.mlir %t.2
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.parts.mlir --target=emulate --check --repeat=1
// f16: other ones.
// RUN: sed s/bf16/f16/g %t.tma.mlir > %t.f16.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.f16.mlir --target=emulate --check --repeat=1
// On other units the sums have launches of their own, though the kernel is one.
// RUN: sed 's/ attributes {loop.schedule = .*}} {$/ {/' %t.tma.mlir | tc-opt --loop-schedule=target=cuda,tune=sm_80 -o %t.apart.mlir
// RUN: FileCheck %s --input-file=%t.apart.mlir --check-prefix=APART
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.apart.mlir --target=emulate --check --repeat=1
// Tiles of threads have no such sums.
// RUN: sed 's/{copy = \(.0, .]\), engine = "tma", role = "load", to = "shared"}/{bytes = 2 : i64, copy = \1, engine = "plain", to = "shared"}/g; s/role = "multiply", //g; s/group = 8 : i64, resident = 1 : i64, roles = \[[^]]*\], threads = 384/threads = 256/; s/"persist"/"grid"/g; s/ring = 8 : i64, step = 64/step = 32/; s/wgmma.m64k16.bf16/fma/g; s/step = 64 : i64, to = "group"/step = 4 : i64, to = "thread"/g' %t.tma.mlir > %t.fma.mlir
// RUN: not tc-opt %t.fma.mlir --loop-schedule=target=cuda,tune=sm_90a -o /dev/null 2>&1 | FileCheck %s --check-prefix=FMA
// FMA: [TC-0611] loop.schedule: launch 0: there is code for sums of rows beside a product on units of warp groups alone
// Sums of the columns' factor are no such sums.
// RUN: sed 's/\[add\] reads(%%\([a-z0-9]*\) = %%arg0/[add] reads(%%\1 = %%arg1/' %t.tma.mlir > %t.columns.mlir
// RUN: not tc-opt %t.columns.mlir --loop-schedule=target=cuda,tune=sm_90a,dependent-launch=0 -o /dev/null 2>&1 | FileCheck %s --check-prefix=COLUMNS

// TMA: engine = "tma"
// TMA-SAME: {run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["d2"], step = {{[0-9]+}} : i64, to = "group"}, {run = 2 : i64, unit = "wgmma.m64k16.bf16"}]
// TMA-SAME: {body = [{run = 3 : i64}], for = ["d0"]
// PARTS: adds = [{as = "partial", for = ["d1"], of = [0, 2], parts =
// PARTS-SAME: {run = 5 : i64, unit = "wgmma.m64k16.bf16"}]
// APART: {run = 0 : i64, unit = "mma.m16n8k16.bf16"}]
// APART-NOT: unit
// APART: run = 2
// COLUMNS: error: {{.*}}[TC-0611]{{.*}} launch 0: unit: the target has no 'wgmma.m64k16.bf16', or the kernel is no contraction of its types with maps behind it

module attributes {tc.version = "0.1"} {
  func.func @main(%y: tensor<200x136xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 1 : i64}}, %x: tensor<200x136xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 2 : i64}}) -> (tensor<136x136xbf16>, tensor<136xbf16>) {
    %0 = prim.dot_general %y, %x batch [], [] contract [0], [0] : tensor<200x136xbf16>, tensor<200x136xbf16>
    %1 = prim.convert_element_type %y : tensor<200x136xbf16> to tensor<200x136xf32>
    %2 = prim.sum %1 [0] : tensor<200x136xf32>
    %3 = prim.convert_element_type %2 : tensor<136xf32> to tensor<136xbf16>
    return %0, %3 : tensor<136x136xbf16>, tensor<136xbf16>
  }
}
