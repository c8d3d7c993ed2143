// How loop nests are computed stands in the schedule: accumulators of blocks,
// strips, windows, ranges, rows of scans, sorts of few, prefetches.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4 | FileCheck %s --check-prefix=WIDE
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4,features=avx512bf16 | FileCheck %s --check-prefix=DOTS
// RUN: env TC_NUMBERS=cpu_least_rows=12 tc-opt %s --loop-schedule=target=x86-64-v4,features=avx512bf16 | FileCheck %s --check-prefix=FEW
// More streams than blocks may have columns: one row after the other.
// RUN: env TC_NUMBERS=cpu_row_streams=9 tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s --check-prefix=ONE
// Where a schedule is read nothing is chosen: no number changes the code.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 >%t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=x86-64-v3 | cmp - %t.mlir
// RUN: tc-opt %t.mlir --loop-to-cpu=target=x86-64-v3 >%t.1
// RUN: env TC_NUMBERS=cpu_update_rows=1,cpu_update_bytes=1099511627776,cpu_update_steps=1000000,cpu_select_row=1,cpu_select_few=1,cpu_row_ranges=1,cpu_range_ops=1,cpu_scan_ops=1,cpu_short_window=1,cpu_bytes_ahead=64,cpu_row_streams=2,cpu_stream_ahead=64,cpu_strip_ops=100000,cpu_transposed_ahead=7,cpu_scatter_ahead=3 tc-opt %t.mlir --loop-to-cpu=target=x86-64-v3 | cmp - %t.1

// Columns that lie pages apart, in parts of rows.
// CHECK-LABEL: @softmax_of_columns(
// CHECK-SAME: nests = [{ahead = 1 : i64, stages = [1]}]
loop.kernel @softmax_of_columns(%x: tensor<512x4096xf32>) -> tensor<512x4096xf32> iters(i = 512, j = 4096) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : tensor<512x4096xf32>) -> tensor<4096xf32> {
    loop.yield %a : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<512x4096xf32>, %b = %m[j] : tensor<4096xf32>) -> tensor<4096xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<512x4096xf32>, %b = %m[j] : tensor<4096xf32>, %c = %s[j] : tensor<4096xf32>) -> tensor<512x4096xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    %2 = prim.div %1, %c : f32
    loop.yield %2 : f32
  }
  loop.yield %y : tensor<512x4096xf32>
}

// CHECK-LABEL: @skinny(
// CHECK-SAME: nests = [{form = "update", stages = [0]}]
loop.kernel @skinny(%x: tensor<2x512xf32>, %w: tensor<512x4096xf32>) -> tensor<2x4096xf32> iters(i = 2, n = 4096, k = 512) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<2x512xf32>, %b = %w[k, n] : tensor<512x4096xf32>) -> tensor<2x4096xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<2x4096xf32>
}

// CHECK-LABEL: @blocks(
// CHECK-SAME: nests = [{columns = 3 : i64, rows = 3 : i64, stages = [0]}]
// WIDE-LABEL: @blocks(
// WIDE-SAME: nests = [{columns = 8 : i64, rows = 3 : i64, stages = [0]}]
loop.kernel @blocks(%x: tensor<3x40xf32>, %w: tensor<24x40xf32>) -> tensor<3x24xf32> iters(i = 3, n = 24, k = 40) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<3x40xf32>, %b = %w[n, k] : tensor<24x40xf32>) -> tensor<3x24xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<3x24xf32>
}

// WIDE-LABEL: @blocks_of_halves(
// WIDE-SAME: product = {
// DOTS-LABEL: @blocks_of_halves(
// DOTS-SAME: nests = [{columns = 8 : i64, rows = 3 : i64, stages = [0]}], stages = [0], tasks = [], unit = "dot.bf16", vector = "k"
loop.kernel @blocks_of_halves(%x: tensor<5x40xbf16>, %w: tensor<24x40xbf16>) -> tensor<5x24xf32> iters(i = 5, n = 24, k = 40) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<5x40xbf16>, %b = %w[n, k] : tensor<24x40xbf16>) -> tensor<5x24xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<5x24xf32>
}

// Neither side nor the sum lies along memory: no vectors, and no unit.
// FEW-LABEL: @batch_inside(
// FEW-NOT: unit =
// FEW-LABEL: @one_row(
loop.kernel @batch_inside(%x: tensor<40x5x6xbf16>, %w: tensor<40x24x6xbf16>) -> tensor<5x24x6xf32> iters(i = 5, n = 24, z = 6, k = 40) {
  %y = loop.contract (i, n, z) over (k) reads(%a = %x[k, i, z] : tensor<40x5x6xbf16>, %b = %w[k, n, z] : tensor<40x24x6xbf16>) -> tensor<5x24x6xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<5x24x6xf32>
}

// Of a matrix in memory several rows that lie apart.
// CHECK-LABEL: @one_row(
// CHECK-SAME: nests = [{ahead = 1024 : i64, apart, columns = 4 : i64, rows = 1 : i64, stages = [0]}]
// ONE-LABEL: @one_row(
// ONE-SAME: nests = [{ahead = 4096 : i64, stages = [0]}]
loop.kernel @one_row(%x: tensor<1x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<1x4096xf32> iters(i = 1, n = 4096, k = 4096) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<1x4096xf32>, %b = %w[n, k] : tensor<4096x4096xf32>) -> tensor<1x4096xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<1x4096xf32>
}

// Without an iterator of rows it is a sum like others.
// CHECK-LABEL: @vector(
// CHECK-SAME: nests = [{ahead = 4096 : i64, stages = [0]}]
loop.kernel @vector(%x: tensor<4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096xf32> iters(n = 4096, k = 4096) {
  %y = loop.contract (n) over (k) reads(%a = %x[k] : tensor<4096xf32>, %b = %w[n, k] : tensor<4096x4096xf32>) -> tensor<4096xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<4096xf32>
}

// A matrix that the second cache keeps has no streams; of bf16 a block
// multiplies pairs.
// CHECK-LABEL: @near_row(
// CHECK-NOT: columns
// DOTS-LABEL: @near_row(
// DOTS-NOT: apart
// DOTS-SAME: nests = [{columns = 4 : i64, rows = 1 : i64, stages = [0]}], stages = [0], tasks = [], unit = "dot.bf16"
loop.kernel @near_row(%x: tensor<1x768xbf16>, %w: tensor<768x768xbf16>) -> tensor<1x768xf32> iters(i = 1, n = 768, k = 768) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<1x768xbf16>, %b = %w[n, k] : tensor<768x768xbf16>) -> tensor<1x768xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<1x768xf32>
}

// CHECK-LABEL: @few(
// CHECK-SAME: nests = [{few, stages = [0]}]
loop.kernel @few(%x: tensor<64x1000xf32>) -> (tensor<64x8xf32>, tensor<64x8xi64>) iters(i = 64, j = 1000) {
  %y:2 = loop.sort (i, j) along j descending take 8 reads(%a = %x[i, j] : tensor<64x1000xf32>) -> (tensor<64x8xf32>, tensor<64x8xi64>) {
    %at = loop.index <j>
    loop.yield %a, %at : f32, i64
  }
  loop.yield %y#0, %y#1 : tensor<64x8xf32>, tensor<64x8xi64>
}

// CHECK-LABEL: @padded(
// CHECK-SAME: nests = [{ranges = 9 : i64, stages = [0]}]
loop.kernel @padded(%x: tensor<3x4x32xf32>, %y: tensor<5x9x32xf32>) -> tensor<8x9x32xf32> iters(i = 8, k = 9, j = 32) {
  %0 = loop.map (i, k, j) reads(%a = %x[i, k, j] : tensor<3x4x32xf32> else 0.0, %c = %y[i - 3, k, j] : tensor<5x9x32xf32> else 0.0) -> tensor<8x9x32xf32> {
    %row = loop.index <i>
    %three = prim.constant 3 : i64
    %isX = prim.lt %row, %three : i64
    %2 = prim.where %isX, %a, %c : i1, f32
    loop.yield %2 : f32
  }
  loop.yield %0 : tensor<8x9x32xf32>
}

// Rows whose exponentials are added up are prefetched while these are computed;
// their maxima are memory's to deliver.
// CHECK-LABEL: @exponentials(
// CHECK-SAME: nests = [{stages = [0]}, {ahead = 4096 : i64, stages = [1]}]
loop.kernel @exponentials(%x: tensor<1024x1024xf32>) -> tensor<1024xf32> iters(i = 1024, j = 1024) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<1024x1024xf32>) -> tensor<1024xf32> {
    loop.yield %a : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<1024x1024xf32>, %b = %m[i] : tensor<1024xf32>) -> tensor<1024xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %s : tensor<1024xf32>
}

// Vectors of AVX-512 are lines of the cache: stored past it, prefetched before.
// CHECK-LABEL: @transposed(
// CHECK-NOT: nests
// WIDE-LABEL: @transposed(
// WIDE-SAME: nests = [{ahead = 4 : i64, stages = [0]}], nontemporal = 32
loop.kernel @transposed(%x: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> iters(i = 2048, j = 2048) {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<2048x2048xf32>
}

// CHECK-LABEL: @pool(
// CHECK-SAME: nests = [{stages = [0], unroll}]
loop.kernel @pool(%x: tensor<4x32x32xf32>) -> tensor<4x32x32xf32> iters(c = 4, i = 32, j = 32, r = 3, s = 3) {
  %y = loop.reduce (c, i, j) over (r, s) [max] reads(%a = %x[c, i + r - 1, j + s - 1] : tensor<4x32x32xf32> else 0xFF800000) -> tensor<4x32x32xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<4x32x32xf32>
}

// CHECK-LABEL: @running(
// CHECK-SAME: nests = [{rows = 4 : i64, stages = [0]}]
loop.kernel @running(%x: tensor<512x100xf32>) -> tensor<512x100xf32> iters(i = 512, j = 100) {
  %y = loop.scan (i, j) along j [add] ordered reads(%a = %x[i, j] : tensor<512x100xf32>) -> tensor<512x100xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<512x100xf32>
}

// Plain: sums share their loop.
// CHECK-LABEL: @sums_beside(
// CHECK-NOT: nests
// CHECK: loop.yield
loop.kernel @sums_beside(%x: tensor<64x4000xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) iters(i = 64, j = 4000) {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<64x4000xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<64x4000xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  %z = loop.map (i) reads(%a = %s[i] : tensor<64xf32>, %b = %m[i] : tensor<64xf32>) -> tensor<64xf32> {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %s, %m, %z : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}

// Where the phase has no vector, no nest has one of its own.
// CHECK-LABEL: @short_sums(
// CHECK-NOT: nests
loop.kernel @short_sums(%x: tensor<3x4x5xi64> {tc.layout = #tc.layout<strides = [2, 12, 60]>}) -> (tensor<3x5xi64>, tensor<4xi64>) iters(d0 = 3, d1 = 4, d2 = 5) {
  %s = loop.reduce (d1) over (d0, d2) [mul] reads(%a = %x[d0, d1, d2] : tensor<3x4x5xi64>) -> tensor<4xi64> {
    loop.yield %a : i64
  }
  %t = loop.reduce (d0, d2) over (d1) [mul] reads(%a = %x[d0, d1, d2] : tensor<3x4x5xi64>) -> tensor<3x5xi64> {
    loop.yield %a : i64
  }
  loop.yield %t, %s : tensor<3x5xi64>, tensor<4xi64>
}
