// Extremes of overlapping windows along rows: of rows first, then of windows.
// RUN: tc-opt %s --split-input-file --loop-windows | FileCheck %s
// RUN: tc-opt %s --split-input-file --loop-windows --tc-verify-loop -o /dev/null

// CHECK-LABEL: loop.kernel @border
// CHECK-SAME: row.0 = 80
// CHECK-NEXT: %[[R:.*]] = loop.reduce (b, y, row.0) over (i) [max] reads(%{{.*}} = %arg0[b, i + 2*y - 1, row.0] : tensor<3x24x80xf32> else 0xFF800000) -> tensor<3x12x80xf32>
// CHECK: loop.reduce (b, y, x) over (j) [max] reads(%{{.*}} = %[[R]][b, y, j + 2*x - 1] : tensor<3x12x80xf32> else 0xFF800000) -> tensor<3x12x40xf32>
loop.kernel @border(%a: tensor<3x24x80xf32>) -> tensor<3x12x40xf32> iters(b = 3, y = 12, x = 40, i = 3, j = 3) {
  %0 = loop.reduce (b, y, x) over (i, j) [max] reads(%e = %a[b, 2*y + i - 1, 2*x + j - 1] : tensor<3x24x80xf32> else 0xFF800000) -> tensor<3x12x40xf32> {
    loop.yield %e : f32
  }
  loop.yield %0 : tensor<3x12x40xf32>
}

// -----

// Results in another order, rows of a value of the kernel, whole numbers.
// CHECK-LABEL: loop.kernel @made
// CHECK: %[[M:.*]] = loop.map
// CHECK: %[[R:.*]] = loop.reduce (y, row.0) over (i) [min] reads(%{{.*}} = %[[M]][i + y, row.0] : {{.*}}) -> tensor<10x84xi32>
// CHECK: loop.reduce (x, y) over (j) [min] reads(%{{.*}} = %[[R]][y, j + x] : tensor<10x84xi32>) -> tensor<80x10xi32>
loop.kernel @made(%a: tensor<13x84xi32>) -> tensor<80x10xi32> iters(p = 13, q = 84, y = 10, x = 80, i = 4, j = 5) {
  %m = loop.map (p, q) reads(%e = %a[p, q] : tensor<13x84xi32>) -> tensor<13x84xi32> {
    %1 = prim.neg %e : i32
    loop.yield %1 : i32
  }
  %0 = loop.reduce (x, y) over (i, j) [min] reads(%e = %m[y + i, x + j] : tensor<13x84xi32>) -> tensor<80x10xi32> {
    loop.yield %e : i32
  }
  loop.yield %0 : tensor<80x10xi32>
}

// -----

// Windows that share nothing; sums; elements that are computed; every other
// element; rows of channels; of which few elements are in windows; short rows.
// CHECK-NOT: row.0
loop.kernel @apart(%a: tensor<24x80xf32>) -> tensor<12x40xf32> iters(y = 12, x = 40, i = 2, j = 2) {
  %0 = loop.reduce (y, x) over (i, j) [max] reads(%e = %a[2*y + i, 2*x + j] : tensor<24x80xf32>) -> tensor<12x40xf32> {
    loop.yield %e : f32
  }
  loop.yield %0 : tensor<12x40xf32>
}

// -----

// CHECK-NOT: row.0
loop.kernel @sum(%a: tensor<24x80xf32>) -> tensor<22x78xf32> iters(y = 22, x = 78, i = 3, j = 3) {
  %0 = loop.reduce (y, x) over (i, j) [add] reads(%e = %a[y + i, x + j] : tensor<24x80xf32>) -> tensor<22x78xf32> {
    loop.yield %e : f32
  }
  loop.yield %0 : tensor<22x78xf32>
}

// -----

// CHECK-NOT: row.0
loop.kernel @computed(%a: tensor<24x80xf32>) -> tensor<22x78xf32> iters(y = 22, x = 78, i = 3, j = 3) {
  %0 = loop.reduce (y, x) over (i, j) [max] reads(%e = %a[y + i, x + j] : tensor<24x80xf32>) -> tensor<22x78xf32> {
    %1 = prim.neg %e : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<22x78xf32>
}

// -----

// CHECK-NOT: row.0
loop.kernel @dilated(%a: tensor<24x80xf32>) -> tensor<22x76xf32> iters(y = 22, x = 76, i = 3, j = 3) {
  %0 = loop.reduce (y, x) over (i, j) [max] reads(%e = %a[y + i, x + 2*j] : tensor<24x80xf32>) -> tensor<22x76xf32> {
    loop.yield %e : f32
  }
  loop.yield %0 : tensor<22x76xf32>
}

// -----

// CHECK-NOT: row.0
loop.kernel @channels(%a: tensor<16x24x80xf32> {tc.layout = #tc.layout<order = [1, 2, 0]>}) -> tensor<16x22x78xf32> iters(c = 16, y = 22, x = 78, i = 3, j = 3) {
  %0 = loop.reduce (c, y, x) over (i, j) [max] reads(%e = %a[c, y + i, x + j] : tensor<16x24x80xf32>) -> tensor<16x22x78xf32> {
    loop.yield %e : f32
  }
  loop.yield %0 : tensor<16x22x78xf32>
}

// -----

// CHECK-NOT: row.0
loop.kernel @few(%a: tensor<24x800xf32>) -> tensor<22x78xf32> iters(y = 22, x = 78, i = 3, j = 3) {
  %0 = loop.reduce (y, x) over (i, j) [max] reads(%e = %a[y + i, x + j] : tensor<24x800xf32>) -> tensor<22x78xf32> {
    loop.yield %e : f32
  }
  loop.yield %0 : tensor<22x78xf32>
}

// -----

// CHECK-NOT: row.0
loop.kernel @short(%a: tensor<24x8xf32>) -> tensor<22x6xf32> iters(y = 22, x = 6, i = 3, j = 3) {
  %0 = loop.reduce (y, x) over (i, j) [max] reads(%e = %a[y + i, x + j] : tensor<24x8xf32>) -> tensor<22x6xf32> {
    loop.yield %e : f32
  }
  loop.yield %0 : tensor<22x6xf32>
}

// -----

// A schedule by hand counts the stages as they are.
// CHECK-NOT: row.0
loop.kernel @by_hand(%a: tensor<24x80xf32>) -> tensor<22x78xf32> iters(y = 22, x = 78, i = 3, j = 3) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["y"], vector = "x", lanes = 16}]}} {
  %0 = loop.reduce (y, x) over (i, j) [max] reads(%e = %a[y + i, x + j] : tensor<24x80xf32>) -> tensor<22x78xf32> {
    loop.yield %e : f32
  }
  loop.yield %0 : tensor<22x78xf32>
}
