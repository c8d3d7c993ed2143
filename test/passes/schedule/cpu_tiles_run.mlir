// Tiles of products that are written by hand: each gives the numbers that the
// kernel says. A tile is a task here, in all panels or in one.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir --target=x86-64-v3 -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1 --profile | FileCheck %s
// RUN: tc-run %t.so --threads=1 --size n=100 --repeat=1 --out %t.1
// RUN: tc-run %t.so --threads=3 --size n=100 --repeat=1 --out %t.3
// RUN: cmp %t.1 %t.3
// RUN: tc-run %t.so --repeat=1 --size n=0
// RUN: tc-compile %t.mlir --target=x86-64-v3 --emit=asm -o %t.s && python3 %S/distinct_kernels.py %t.s 18
// RUN: tc-compile %t.mlir --target=x86-64-v4 -o %t.so && tc-run %t.so --guard --repeat=1

!x = tensor<64x64xf32>
!w = tensor<8x64x16xf32>
!y = tensor<64x128xf32>
!xn = tensor<?x64xf32, #tc.dims<[n, 64]>>
!yn = tensor<?x128xf32, #tc.dims<[n, 128]>>
!a = tensor<768x50xf32>
!b = tensor<768x40xf32>
!c = tensor<50x40xf32>
!image = tensor<1x3x16x12xf32>
!window = tensor<32x3x3x3xf32>
!points = tensor<1x16x12x32xf32>
!planes = tensor<1x32x16x12xf32>
!images = tensor<8x4x5x32xf32>
!weights = tensor<3x3x32x32xf32>
!row = tensor<1x64xf32>
!out = tensor<1x128xf32>

module attributes {tc.version = "0.1", tc.sizes = {n = 40}} {

// Rows of 64, in sums of at most ten terms, or each by itself: four each, or 13 and 12 in tiles of at most 14.
// CHECK-DAG: {{^.* 1 +16 .* low$}}
loop.kernel private @low(%x: !x, %w: !w) -> !y iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 8, rows = 4, vectors = 2, terms = 7}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

// CHECK-DAG: {{^.* 1 +5 .* tall$}}
loop.kernel private @tall(%x: !x, %w: !w) -> !y iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 8, rows = 14, vectors = 2, terms = 1}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

// Columns of 128, in panels of another width than these lie in: they are packed
// anew.
// CHECK-DAG: {{^.* 1 +4 .* wide$}}
loop.kernel private @wide(%x: !x, %w: !w) -> !y iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 100, panels = 1, rows = 6, vectors = 4}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

// CHECK-DAG: {{^.* 1 +16 .* narrow$}}
loop.kernel private @narrow(%x: !x, %w: !w) -> !y iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 100, panels = 1, rows = 14, vectors = 1}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

// Rows that the launch counts: 40, four each.
// CHECK-DAG: {{^.* 1 +10 .* by_launch$}}
loop.kernel private @by_launch(%x: !xn, %w: !w) -> !yn iters(i = n, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 8, rows = 4, vectors = 2}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !xn, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !yn {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !yn
}

// Rows and panels that tasks pack: 50 rows, 10 each, three vectors of 40 columns.
// CHECK-DAG: {{^.* 1 +10 .* across$}}
loop.kernel private @across(%x: !a, %w: !b) -> !c iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 10, vectors = 3, rows_from = "steps", steps = 96}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : !a, %b = %w[k, j] : !b) -> !c {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !c
}

// Thirds of lines of an image: 48 tiles, of which a task has 9 at least.
// CHECK-DAG: {{^.* 1 +4 .* thirds$}}
loop.kernel private @thirds(%x: !image, %w: !window) -> !points iters(n = 1, y = 16, x = 12, o = 32, c = 3, ky = 3, kx = 3) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 12, panels = 2, rows = 4, vectors = 2, rows_from = "lines", terms = 5}}]}} {
  %y = loop.contract (n, y, x, o) over (c, ky, kx) reads(%a = %x[n, c, y + ky - 1, x + kx - 1] : !image else 0.0, %b = %w[o, c, ky, kx] : !window) -> !points {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !points
}

// Panels along the other factor: 22 tiles of 128 columns, each in four panels.
// CHECK-DAG: {{^.* 1 +22 .* panels_of_rows$}}
loop.kernel private @panels_of_rows(%x: !x, %w: !w) -> !y iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 4, rows = 6, vectors = 2, column = "i"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

// The same, stored in the order of results.
// CHECK-DAG: {{^.* 1 +11 .* stored_as_rows$}}
loop.kernel private @stored_as_rows(%x: !x, %w: !w) -> !y iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 4, rows = 6, vectors = 2, column = "i", stores = "rows"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

// Rows that could be read in place, each copied.
// CHECK-DAG: {{^.* 1 +4 .* packed_rows$}}
loop.kernel private @packed_rows(%x: !x, %w: !w) -> !y iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 3, panels = 8, rows = 6, vectors = 2, rows_from = "packed"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

// Rows whose steps are apart, read where they lie; few of them, packed.
// CHECK-DAG: {{^.* 1 +5 .* steps_in_place$}}
loop.kernel private @steps_in_place(%x: !a, %w: !b) -> !c iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 3, rows = 6, vectors = 2}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : !a, %b = %w[k, j] : !b) -> !c {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !c
}

// CHECK-DAG: {{^.* 1 +3 .* few_steps$}}
loop.kernel private @few_steps(%x: !a, %w: !b) -> !c iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 4, panels = 2, rows = 14, vectors = 1, rows_from = "steps"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : !a, %b = %w[k, j] : !b) -> !c {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !c
}

// Each point of an image, with all that it sees.
// CHECK-DAG: {{^.* 1 +10 .* rows_of_image$}}
loop.kernel private @rows_of_image(%x: !image, %w: !window) -> !points iters(n = 1, y = 16, x = 12, o = 32, c = 3, ky = 3, kx = 3) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 7, panels = 1, rows = 6, vectors = 2, rows_from = "packed"}}]}} {
  %y = loop.contract (n, y, x, o) over (c, ky, kx) reads(%a = %x[n, c, y + ky - 1, x + kx - 1] : !image else 0.0, %b = %w[o, c, ky, kx] : !window) -> !points {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !points
}

// Columns of windows, as they lie in the image, or packed: of 192 points 24 panels,
// or 12, and six tiles.
// CHECK-DAG: {{^.* 1 +72 .* windows$}}
loop.kernel private @windows(%x: !image, %w: !window) -> !planes iters(n = 1, o = 32, y = 16, x = 12, c = 3, ky = 3, kx = 3) attributes {loop.schedule = {iters = {x = {with = ["y"]}}, phases = [{stages = [0], product = {tiles = 2, panels = 1, rows = 6, vectors = 1, column = "x", columns_from = "windows"}}]}} {
  %y = loop.contract (n, o, y, x) over (c, ky, kx) reads(%a = %w[o, c, ky, kx] : !window, %b = %x[n, c, y + ky - 1, x + kx - 1] : !image else 0.0) -> !planes {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !planes
}

// CHECK-DAG: {{^.* 1 +12 .* packed_windows$}}
loop.kernel private @packed_windows(%x: !image, %w: !window) -> !planes iters(n = 1, o = 32, y = 16, x = 12, c = 3, ky = 3, kx = 3) attributes {loop.schedule = {iters = {x = {with = ["y"]}}, phases = [{stages = [0], product = {tiles = 6, panels = 1, rows = 6, vectors = 2}}]}} {
  %y = loop.contract (n, o, y, x) over (c, ky, kx) reads(%a = %w[o, c, ky, kx] : !window, %b = %x[n, c, y + ky - 1, x + kx - 1] : !image else 0.0) -> !planes {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !planes
}

// A point of several images is a tile, or half of one; or a tile is of neighbouring
// points.
// CHECK-DAG: {{^.* 1 +4 .* images$}}
loop.kernel private @images(%x: !images, %w: !weights) -> !images iters(n = 8, y = 4, x = 5, o = 32, ky = 3, kx = 3, c = 32) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 10, panels = 1, rows = 4, vectors = 4, rows_from = "images"}}]}} {
  %y = loop.contract (n, y, x, o) over (ky, kx, c) reads(%a = %x[n, y + ky - 1, x + kx - 1, c] : !images else 0.0, %b = %w[ky, kx, c, o] : !weights) -> !images {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !images
}

// CHECK-DAG: {{^.* 1 +2 .* neighbours$}}
loop.kernel private @neighbours(%x: !images, %w: !weights) -> !images iters(n = 8, y = 4, x = 5, o = 32, ky = 3, kx = 3, c = 32) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 10, panels = 1, rows = 8, vectors = 4}}]}} {
  %y = loop.contract (n, y, x, o) over (ky, kx, c) reads(%a = %x[n, y + ky - 1, x + kx - 1, c] : !images else 0.0, %b = %w[ky, kx, c, o] : !weights) -> !images {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !images
}

// A row for which panels are packed.
// CHECK-DAG: {{^.* 1 +4 .* one_row$}}
loop.kernel private @one_row(%x: !row, %w: !w) -> !out iters(i = 1, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 2, rows = 6, vectors = 2}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !row, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !out {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !out
}

func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %xn: !xn {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %a: !a {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %b: !b {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %image: !image {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                %window: !window {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}}, %im: !images {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
                %we: !weights {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}}, %row: !row {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10}})
    -> (!y, !y, !y, !y, !yn, !c, !points, !y, !y, !y, !c, !c, !points, !planes, !planes, !images, !images, !out) {
  %0 = loop.launch @low(%x, %w) : (!x, !w) -> !y
  %1 = loop.launch @tall(%x, %w) : (!x, !w) -> !y
  %2 = loop.launch @wide(%x, %w) : (!x, !w) -> !y
  %3 = loop.launch @narrow(%x, %w) : (!x, !w) -> !y
  %4 = loop.launch @by_launch(%xn, %w) : (!xn, !w) -> !yn
  %5 = loop.launch @across(%a, %b) : (!a, !b) -> !c
  %6 = loop.launch @thirds(%image, %window) : (!image, !window) -> !points
  %7 = loop.launch @panels_of_rows(%x, %w) : (!x, !w) -> !y
  %8 = loop.launch @stored_as_rows(%x, %w) : (!x, !w) -> !y
  %9 = loop.launch @packed_rows(%x, %w) : (!x, !w) -> !y
  %10 = loop.launch @steps_in_place(%a, %b) : (!a, !b) -> !c
  %11 = loop.launch @few_steps(%a, %b) : (!a, !b) -> !c
  %12 = loop.launch @rows_of_image(%image, %window) : (!image, !window) -> !points
  %13 = loop.launch @windows(%image, %window) : (!image, !window) -> !planes
  %14 = loop.launch @packed_windows(%image, %window) : (!image, !window) -> !planes
  %15 = loop.launch @images(%im, %we) : (!images, !weights) -> !images
  %16 = loop.launch @neighbours(%im, %we) : (!images, !weights) -> !images
  %17 = loop.launch @one_row(%row, %w) : (!row, !w) -> !out
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17 : !y, !y, !y, !y, !yn, !c, !points, !y, !y, !y, !c, !c, !points, !planes, !planes, !images, !images, !out
}
}
