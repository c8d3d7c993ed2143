// Tiles of rows that are read in place along the sum are half as high and twice
// as wide where there are 32 registers, and a task has as many rows and columns
// of them; but where so few rows read a panel that a quarter of the second
// cache does not keep. Rows that tasks pack keep their tiles.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4,l2=1048576,cores=2 | FileCheck %s
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3,l2=1048576,cores=2 | FileCheck %s --check-prefix=FEW
// FEW-COUNT-4: rows = 6 : i64, {{.*}}vectors = 2 : i64

// CHECK-LABEL: loop.kernel @along
// CHECK-SAME: panels = 1 : i64, rows = 6 : i64, {{.*}}tiles = 86 : i64, vectors = 4 : i64
loop.kernel @along(%x: tensor<512x264xf32>, %w: tensor<264x512xf32>) -> tensor<512x512xf32> iters(i = 512, j = 512, k = 264) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<512x264xf32>, %b = %w[k, j] : tensor<264x512xf32>) -> tensor<512x512xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<512x512xf32>
}

// CHECK-LABEL: loop.kernel @few
// CHECK-SAME: rows = 12 : i64, {{.*}}vectors = 2 : i64
loop.kernel @few(%x: tensor<50x1100xf32>, %w: tensor<1100x512xf32>) -> tensor<50x512xf32> iters(i = 50, j = 512, k = 1100) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<50x1100xf32>, %b = %w[k, j] : tensor<1100x512xf32>) -> tensor<50x512xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<50x512xf32>
}

// CHECK-LABEL: loop.kernel @many
// CHECK-SAME: rows = 6 : i64, {{.*}}vectors = 4 : i64
loop.kernel @many(%x: tensor<256x1100xf32>, %w: tensor<1100x512xf32>) -> tensor<256x512xf32> iters(i = 256, j = 512, k = 1100) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x1100xf32>, %b = %w[k, j] : tensor<1100x512xf32>) -> tensor<256x512xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<256x512xf32>
}

// CHECK-LABEL: loop.kernel @packed
// CHECK-SAME: rows = 12 : i64, rows_from = "steps", {{.*}}vectors = 2 : i64
loop.kernel @packed(%x: tensor<264x512xf32>, %w: tensor<264x512xf32>) -> tensor<512x512xf32> iters(i = 512, j = 512, k = 264) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<264x512xf32>, %b = %w[k, j] : tensor<264x512xf32>) -> tensor<512x512xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<512x512xf32>
}

// Tiles of nine points are lines of an image, of which half is none.
// CHECK-LABEL: loop.kernel @odd_lines
// CHECK-SAME: rows = 9 : i64, rows_from = "lines", {{.*}}vectors = 2 : i64
loop.kernel @odd_lines(%x: tensor<3x3x17x17xf32>, %w: tensor<96x3x2x2xf32>) -> tensor<3x96x9x9xf32> iters(n = 3, o = 96, y = 9, x = 9, c = 3, ky = 2, kx = 2) {
  %y = loop.contract (n, o, y, x) over (c, ky, kx) reads(%a = %x[n, c, y * 2 + ky - 1, x * 2 + kx - 1] : tensor<3x3x17x17xf32> else 0.0, %b = %w[o, c, ky, kx] : tensor<96x3x2x2xf32>) -> tensor<3x96x9x9xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<3x96x9x9xf32>
}
