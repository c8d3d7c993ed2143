// Products on tile registers whose schedules are written by hand. (amx_by_hand.test
// runs them.)
!x = tensor<70x96xbf16>
!w = tensor<96x96xbf16>
!y = tensor<70x96xf32>
!image = tensor<2x8x12x32xbf16>
!window = tensor<3x3x32x32xbf16>
!points = tensor<2x8x12x32xf32>

module attributes {tc.version = "0.1"} {

// Maps on a third of a tile after each of the next one's three steps, on all of
// it after the first, or behind all of them.
loop.kernel private @between(%x: !x, %w: !w) -> !y iters(i = 70, j = 96, k = 96) attributes {loop.schedule = {phases = [{stages = [0, 1], unit = "amx.bf16", product = {tiles = 3, panels = 3, rows = 32, vectors = 2, between = 11}}]}} {
  %s = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[k, j] : !w) -> !y {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %y = loop.map (i, j) reads(%a = %s[i, j] : !y) -> !y {
    %0 = prim.maximum %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !y
}

loop.kernel private @at_once(%x: !x, %w: !w) -> !y iters(i = 70, j = 96, k = 96) attributes {loop.schedule = {phases = [{stages = [0, 1], unit = "amx.bf16", product = {tiles = 3, panels = 3, rows = 32, vectors = 2, between = 32}}]}} {
  %s = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[k, j] : !w) -> !y {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %y = loop.map (i, j) reads(%a = %s[i, j] : !y) -> !y {
    %0 = prim.maximum %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !y
}

loop.kernel private @behind(%x: !x, %w: !w) -> !y iters(i = 70, j = 96, k = 96) attributes {loop.schedule = {phases = [{stages = [0, 1], unit = "amx.bf16", product = {tiles = 3, panels = 3, rows = 32, vectors = 2}}]}} {
  %s = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[k, j] : !w) -> !y {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %y = loop.map (i, j) reads(%a = %s[i, j] : !y) -> !y {
    %0 = prim.maximum %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !y
}

// Rows copied as registers load them, not in place; panels of half the width.
loop.kernel private @as_registers(%x: !x, %w: !w) -> !y iters(i = 70, j = 96, k = 96) attributes {loop.schedule = {phases = [{stages = [0, 1], unit = "amx.bf16", product = {tiles = 3, panels = 3, rows = 32, vectors = 2, rows_from = "registers"}}]}} {
  %s = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[k, j] : !w) -> !y {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %y = loop.map (i, j) reads(%a = %s[i, j] : !y) -> !y {
    %0 = prim.maximum %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !y
}

loop.kernel private @narrow(%x: !x, %w: !w) -> !y iters(i = 70, j = 96, k = 96) attributes {loop.schedule = {phases = [{stages = [0, 1], unit = "amx.bf16", product = {tiles = 2, panels = 6, rows = 32, vectors = 1}}]}} {
  %s = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[k, j] : !w) -> !y {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %y = loop.map (i, j) reads(%a = %s[i, j] : !y) -> !y {
    %0 = prim.maximum %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !y
}

// Lines of 12 points, a register each, or half of one; or each point as often as
// it is seen.
loop.kernel private @strip(%x: !image, %w: !window) -> !points iters(n = 2, y = 8, x = 12, o = 32, ky = 3, kx = 3, c = 32) attributes {loop.schedule = {phases = [{stages = [0], unit = "amx.bf16", product = {tiles = 4, panels = 1, rows = 24, vectors = 2, rows_from = "strip"}}]}} {
  %y = loop.contract (n, y, x, o) over (ky, kx, c) reads(%a = %x[n, y + ky - 1, x + kx - 1, c] : !image else 0.0, %b = %w[ky, kx, c, o] : !window) -> !points {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : !points
}

loop.kernel private @half_lines(%x: !image, %w: !window) -> !points iters(n = 2, y = 8, x = 12, o = 32, ky = 3, kx = 3, c = 32) attributes {loop.schedule = {phases = [{stages = [0], unit = "amx.bf16", product = {tiles = 8, panels = 1, rows = 12, vectors = 2, rows_from = "strip"}}]}} {
  %y = loop.contract (n, y, x, o) over (ky, kx, c) reads(%a = %x[n, y + ky - 1, x + kx - 1, c] : !image else 0.0, %b = %w[ky, kx, c, o] : !window) -> !points {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : !points
}

loop.kernel private @points(%x: !image, %w: !window) -> !points iters(n = 2, y = 8, x = 12, o = 32, ky = 3, kx = 3, c = 32) attributes {loop.schedule = {phases = [{stages = [0], unit = "amx.bf16", product = {tiles = 2, panels = 1, rows = 32, vectors = 2, rows_from = "registers"}}]}} {
  %y = loop.contract (n, y, x, o) over (ky, kx, c) reads(%a = %x[n, y + ky - 1, x + kx - 1, c] : !image else 0.0, %b = %w[ky, kx, c, o] : !window) -> !points {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : !points
}

func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %image: !image {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %window: !window {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
    -> (!y, !y, !y, !y, !y, !points, !points, !points) {
  %0 = loop.launch @between(%x, %w) : (!x, !w) -> !y
  %1 = loop.launch @at_once(%x, %w) : (!x, !w) -> !y
  %2 = loop.launch @behind(%x, %w) : (!x, !w) -> !y
  %3 = loop.launch @as_registers(%x, %w) : (!x, !w) -> !y
  %4 = loop.launch @narrow(%x, %w) : (!x, !w) -> !y
  %5 = loop.launch @strip(%image, %window) : (!image, !window) -> !points
  %6 = loop.launch @half_lines(%image, %window) : (!image, !window) -> !points
  %7 = loop.launch @points(%image, %window) : (!image, !window) -> !points
  return %0, %1, %2, %3, %4, %5, %6, %7 : !y, !y, !y, !y, !y, !points, !points, !points
}
}
