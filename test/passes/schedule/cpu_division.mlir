// How a product is divided into tasks stands in its schedule, as it is chosen for
// the target's caches and cores, and as somebody writes it.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3,l2=262144 -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --loop-schedule=target=x86-64-v3,l2=262144 -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3,l2=262144,cores=2 | FileCheck %s --check-prefix=CORES
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3,l2=262144,l2-rate=48 | FileCheck %s --check-prefix=NEAR
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4,features=amx-tile+amx-bf16 | FileCheck %s --check-prefix=AHEAD
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4,l1=49152,l2=2097152,l2-rate=48 | FileCheck %s --check-prefix=RUNS

// A factor in panels: a task has a tile of several, one after the other, where
// these stay in the second cache.
// CHECK-LABEL: loop.kernel @panels
// CHECK-SAME: product = {column = "j", columns_from = "panels", panels = 4 : i64, panels_inner, rows = 6 : i64, terms = 128 : i64, tiles = 18 : i64, vectors = 2 : i64}
loop.kernel @panels(%x: tensor<512x256xf32>, %w: tensor<32x256x16xf32>) -> tensor<512x512xf32> iters(i = 512, j = 512, k = 256) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<512x256xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<32x256x16xf32>) -> tensor<512x512xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<512x512xf32>
}

// Rows that the launch counts: so are tiles.
// CHECK-LABEL: loop.kernel @rows
// CHECK-SAME: product = {column = "j", columns_from = "panels", panels = 8 : i64, panels_inner, rows = 6 : i64, terms = 128 : i64, tiles = #tc.size<max(floordiv(n - 1,
loop.kernel @rows(%x: tensor<?x64xf32, #tc.dims<[n, 64]>>, %w: tensor<8x64x16xf32>) -> tensor<?x128xf32, #tc.dims<[n, 128]>> iters(i = n, j = 128, k = 64) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<?x64xf32, #tc.dims<[n, 64]>>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<?x128xf32, #tc.dims<[n, 128]>> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<?x128xf32, #tc.dims<[n, 128]>>
}

// The gradient of a weight: parts of the sum are tasks enough for the cores.
// CHECK-LABEL: loop.kernel @parts
// CHECK-SAME: product = {blocks = 1 : i64, column = "j", packing_ahead = 32 : i64, panels = 3 : i64, parts = 8 : i64, rows = 6 : i64, rows_from = "steps", steps = 96 : i64, terms = 128 : i64, tiles = 5 : i64, vectors = 2 : i64}
// CORES: product = {blocks = 1 : i64, column = "j", packing_ahead = 32 : i64, panels = 3 : i64, parts = 2 : i64, rows = 6 : i64, rows_from = "steps", steps = 384 : i64, terms = 128 : i64, tiles = 9 : i64, vectors = 2 : i64}
loop.kernel @parts(%x: tensor<768x50xf32>, %w: tensor<768x40xf32>) -> tensor<50x40xf32> iters(i = 50, j = 40, k = 768) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<768x50xf32>, %b = %w[k, j] : tensor<768x40xf32>) -> tensor<50x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<50x40xf32>
}

// Two cores: three groups of at most 32 tiles would leave one of them idle for a
// fourth of the time, four are even.
// CHECK-LABEL: loop.kernel @even
// CORES: product = {blocks = 7 : i64, column = "j", packing_ahead = 32 : i64, panels = 16 : i64, {{.*}}, steps = 224 : i64, {{.*}}, tiles = 24 : i64,
loop.kernel @even(%x: tensor<1568x572xf32>, %w: tensor<1568x256xf32>) -> tensor<572x256xf32> iters(i = 572, j = 256, k = 1568) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<1568x572xf32>, %b = %w[k, j] : tensor<1568x256xf32>) -> tensor<572x256xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<572x256xf32>
}

// Blocks of steps that the second cache keeps; of the sum, if it delivers little.
// CHECK-LABEL: loop.kernel @blocks
// CHECK-SAME: product = {blocks = 5 : i64, column = "j", packing_ahead = 32 : i64, panels = 2 : i64, rows = 6 : i64, steps = 1230 : i64, terms = 128 : i64, tiles = 3 : i64, vectors = 2 : i64}
// CORES-LABEL: loop.kernel @blocks
// CORES-SAME: panels = 5 : i64, rows = 6 : i64, steps = 1230 : i64, {{.*}}, tiles = 9 : i64,
// NEAR-LABEL: loop.kernel @blocks
// NEAR-SAME: product = {blocks = 41 : i64, {{.*}}, steps = 150 : i64,
loop.kernel @blocks(%x: tensor<50x6150xf32>, %w: tensor<6150x150xf32>) -> tensor<50x150xf32> iters(i = 50, j = 150, k = 6150) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<50x6150xf32>, %b = %w[k, j] : tensor<6150x150xf32>) -> tensor<50x150xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<50x150xf32>
}

// Tile registers: a task packs the panels of 256 bytes of a row at once.
// CHECK-LABEL: loop.kernel @together
// AHEAD: product = {between = 11 : i64, column = "j", panels = 7 : i64, rows = 32 : i64, tiles = 3 : i64, together = 4 : i64, vectors = 2 : i64}, stages = [0], unit = "amx.bf16"
loop.kernel @together(%x: tensor<70x96xbf16>, %w: tensor<96x224xbf16>) -> tensor<70x224xf32> iters(i = 70, j = 224, k = 96) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<70x96xbf16>, %b = %w[k, j] : tensor<96x224xbf16>) -> tensor<70x224xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<70x224xf32>
}

// Tile registers: several tasks would pack each panel; tasks of their own do.
// CHECK-LABEL: loop.kernel @ahead
// AHEAD: product = {between = 11 : i64, column = "j", packs_ahead, panels = 2 : i64, panels_inner, rows = 32 : i64, tiles = 17 : i64, vectors = 2 : i64}, stages = [0], unit = "amx.bf16"
loop.kernel @ahead(%x: tensor<1040x96xbf16>, %w: tensor<96x64xbf16>) -> tensor<1040x64xf32> iters(i = 1040, j = 64, k = 96) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<1040x96xbf16>, %b = %w[k, j] : tensor<96x64xbf16>) -> tensor<1040x64xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<1040x64xf32>
}

// Sums of few steps, whose results no cache keeps: a task stores whole rows, of
// tiles enough for what packing all panels takes.
// CHECK-LABEL: loop.kernel @stored
// CHECK-SAME: product = {column = "j", panels = 128 : i64, panels_inner, rows = 6 : i64, terms = 128 : i64, tiles = 21 : i64, vectors = 2 : i64}
loop.kernel @stored(%x: tensor<8x1000xf32>, %w: tensor<8x2048xf32>) -> tensor<1000x2048xf32> iters(i = 1000, j = 2048, k = 8) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<8x1000xf32>, %b = %w[k, j] : tensor<8x2048xf32>) -> tensor<1000x2048xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<1000x2048xf32>
}

// The same of rows that a task packs: as many panels are inside of its tiles as
// a quarter of the second cache keeps.
// CHECK-LABEL: loop.kernel @long_runs
// RUNS: @long_runs
// RUNS-SAME: panels = 18 : i64, panels_inner, rows = 12 : i64, rows_from = "steps", {{.*}} together = 9 : i64
loop.kernel @long_runs(%x: tensor<256x768xf32>, %w: tensor<256x2304xf32>) -> tensor<768x2304xf32> iters(i = 768, j = 2304, k = 256) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<256x768xf32>, %b = %w[k, j] : tensor<256x2304xf32>) -> tensor<768x2304xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<768x2304xf32>
}
