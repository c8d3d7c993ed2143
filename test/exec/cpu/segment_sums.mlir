// Contractions whose steps lie between two bounds that are data: loops run over
// these steps alone (lower/cpu/kernel_segments.c), from the first element of a
// table, as products in tiles.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --repeat=1 --target=x86-64-v2
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --check --repeat=1 --target=emulate
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --check --repeat=1 --target=emulate,units=80
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --check --repeat=1 --target=emulate,wave=64
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4 | FileCheck %s
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=GPU

// Bounds may be any numbers, and segments may overlap.
// CHECK: loop.kernel @sums
// CHECK-SAME: product = {column = "n"{{.*}}rows_from = "steps"
// GPU: loop.kernel @sums
// GPU-SAME: for = ["b.{{[0-9]+}}", "r"]
loop.kernel @sums(%x: tensor<13x32x48xf32>, %y: tensor<13x32x64xf32>, %low: tensor<8xi64>, %high: tensor<8xi64>) -> tensor<8x48x64xf32>
    iters(g = 8, m = 48, n = 64, b = 13, r = 32) {
  %s = loop.contract (g, m, n) over (b, r) reads(%p = %x[b, r, m] : tensor<13x32x48xf32>, %q = %y[b, r, n] : tensor<13x32x64xf32>,
      %l = %low[g] : tensor<8xi64>, %h = %high[g] : tensor<8xi64>) -> tensor<8x48x64xf32> {
    %at = loop.index #tc.size<b>
    %zero = prim.constant 0.0 : f32
    %0 = prim.ge %at, %l : i64
    %1 = prim.lt %at, %h : i64
    %in = prim.bitwise_and %0, %1 : i1
    %2 = prim.where %in, %p, %zero : i1, f32
    %3 = prim.where %in, %q, %zero : i1, f32
    loop.yield %2, %3 : f32, f32
  }
  loop.yield %s : tensor<8x48x64xf32>
}

// The same of halves, on units, with a map behind it; several bounds of a batch.
// GPU: loop.kernel @halves
// GPU-SAME: loop.schedule = {launches = {{.*}}unit = "mma.m16n8k16.bf16"{{.*}}for = ["b.{{[0-9]+}}", "r"]
loop.kernel @halves(%x: tensor<2x9x64x128xbf16>, %y: tensor<2x9x64x128xbf16>, %low: tensor<2x4xi64>, %high: tensor<2x4xi64>) -> tensor<2x4x128x128xbf16>
    iters(a = 2, g = 4, m = 128, n = 128, b = 9, r = 64) {
  %s = loop.contract (a, g, m, n) over (b, r) reads(%p = %x[a, b, r, m] : tensor<2x9x64x128xbf16>, %q = %y[a, b, r, n] : tensor<2x9x64x128xbf16>,
      %l = %low[a, g] : tensor<2x4xi64>, %h = %high[a, g] : tensor<2x4xi64>) -> tensor<2x4x128x128xf32> {
    %at = loop.index #tc.size<b>
    %zero = prim.constant 0.0 : bf16
    %0 = prim.ge %at, %l : i64
    %1 = prim.lt %at, %h : i64
    %in = prim.bitwise_and %0, %1 : i1
    %2 = prim.where %in, %p, %zero : i1, bf16
    %3 = prim.where %in, %q, %zero : i1, bf16
    %4 = prim.convert_element_type %2 : bf16 to f32
    %5 = prim.convert_element_type %3 : bf16 to f32
    loop.yield %4, %5 : f32, f32
  }
  %t = loop.map (a, g, m, n) reads(%p = %s[a, g, m, n] : tensor<2x4x128x128xf32>) -> tensor<2x4x128x128xbf16> {
    %0 = prim.convert_element_type %p : f32 to bf16
    loop.yield %0 : bf16
  }
  loop.yield %t : tensor<2x4x128x128xbf16>
}

// Bounds of each row are none of a product: all steps are walked.
// CHECK: loop.kernel @rows
// CHECK-NOT: product
// CHECK: loop.contract
loop.kernel @rows(%x: tensor<13x32x48xf32>, %y: tensor<13x32x64xf32>, %low: tensor<48xi64>, %high: tensor<48xi64>) -> tensor<48x64xf32>
    iters(m = 48, n = 64, b = 13, r = 32) {
  %s = loop.contract (m, n) over (b, r) reads(%p = %x[b, r, m] : tensor<13x32x48xf32>, %q = %y[b, r, n] : tensor<13x32x64xf32>,
      %l = %low[m] : tensor<48xi64>, %h = %high[m] : tensor<48xi64>) -> tensor<48x64xf32> {
    %at = loop.index #tc.size<b>
    %zero = prim.constant 0.0 : f32
    %0 = prim.ge %at, %l : i64
    %1 = prim.lt %at, %h : i64
    %in = prim.bitwise_and %0, %1 : i1
    %2 = prim.where %in, %p, %zero : i1, f32
    %3 = prim.where %in, %q, %zero : i1, f32
    loop.yield %2, %3 : f32, f32
  }
  loop.yield %s : tensor<48x64xf32>
}

func.func @main(%x: tensor<13x32x48xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: tensor<13x32x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %p: tensor<2x9x64x128xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %q: tensor<2x9x64x128xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
    -> (tensor<8x48x64xf32>, tensor<2x4x128x128xbf16>, tensor<48x64xf32>) {
  %low = prim.constant dense<[0, 3, 3, 7, -5, 8, 12, 13]> : tensor<8xi64>
  %high = prim.constant dense<[3, 3, 7, 8, 2, 1, 99, 14]> : tensor<8xi64>
  %0 = loop.launch @sums(%x, %y, %low, %high) : (tensor<13x32x48xf32>, tensor<13x32x64xf32>, tensor<8xi64>, tensor<8xi64>) -> tensor<8x48x64xf32>
  %first = prim.constant dense<[[0, 9, 0, 4], [2, 3, 3, 3]]> : tensor<2x4xi64>
  %last = prim.constant dense<[[9, 9, 4, 5], [3, 3, 8, 9]]> : tensor<2x4xi64>
  %1 = loop.launch @halves(%p, %q, %first, %last) : (tensor<2x9x64x128xbf16>, tensor<2x9x64x128xbf16>, tensor<2x4xi64>, tensor<2x4xi64>) -> tensor<2x4x128x128xbf16>
  %row = prim.iota 0 : i64, 1 : i64 : tensor<48xi64>
  %six = prim.constant dense<6> : tensor<48xi64>
  %end = prim.add %row, %six : tensor<48xi64>
  %2 = loop.launch @rows(%x, %y, %row, %end) : (tensor<13x32x48xf32>, tensor<13x32x64xf32>, tensor<48xi64>, tensor<48xi64>) -> tensor<48x64xf32>
  return %0, %1, %2 : tensor<8x48x64xf32>, tensor<2x4x128x128xbf16>, tensor<48x64xf32>
}
