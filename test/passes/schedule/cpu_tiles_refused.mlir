// Tiles of products that are written by hand, and refused: what is malformed, and
// what there is no code for.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --loop-schedule=target=x86-64-v3 -o /dev/null
// RUN: tc-opt %s --split-input-file --loop-to-cpu=target=x86-64-v3 --verify-diagnostics -o /dev/null

// expected-error @below {{[TC-0610] loop.schedule: phase 0: product: 'rows' says how many a tile has, and is missing}}
loop.kernel @no_rows(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, vectors = 2, columns_from = "panels"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: product: 'vectors' says how many a panel has, and is missing}}
loop.kernel @no_vectors(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: rows must be a number from 1 to 32}}
loop.kernel @none(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 0, vectors = 2, columns_from = "panels"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: vectors must be a number from 1 to 4}}
loop.kernel @five(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 5}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.rows: there is no code for 15 : i64, but for 14 : i64}}
loop.kernel @too_tall(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 15, vectors = 2, columns_from = "panels"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// A tile has at most 32 vectors of sums.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.rows: there is no code for 9 : i64, but for 8 : i64}}
loop.kernel @too_many(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 9, vectors = 4}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// Tiles of lines of an image divide these.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.rows: there is no code for 5 : i64, but for 6 : i64}}
loop.kernel @parts_of_lines(%x: tensor<1x3x16x12xf32>, %w: tensor<32x3x3x3xf32>) -> tensor<1x16x12x32xf32> iters(n = 1, y = 16, x = 12, o = 32, c = 3, ky = 3, kx = 3) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 8, panels = 1, rows = 5, vectors = 2, rows_from = "lines"}}]}} {
  %y = loop.contract (n, y, x, o) over (c, ky, kx) reads(%a = %x[n, c, y + ky - 1, x + kx - 1] : tensor<1x3x16x12xf32> else 0.0, %b = %w[o, c, ky, kx] : tensor<32x3x3x3xf32>) -> tensor<1x16x12x32xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<1x16x12x32xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: product: rows_from is one of: images, lines, packed, steps, strip, registers, blocks, windows}}
loop.kernel @from_nowhere(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, rows_from = "nowhere"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, j] : tensor<64x128xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: product: columns_from is one of: panels, windows}}
loop.kernel @columns_from_nowhere(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, columns_from = "lines"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, j] : tensor<64x128xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: product: stores is one of: rows}}
loop.kernel @stores_diagonals(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, stores = "columns"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, j] : tensor<64x128xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: column: 'm' is no iterator of the kernel}}
loop.kernel @nobody(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, column = "m"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, j] : tensor<64x128xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// Panels run along what one factor alone has.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.column: there is no code for "k", but for "j"}}
loop.kernel @reduced(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, column = "k"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, j] : tensor<64x128xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// A matrix lies in no panels.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.columns_from: there is no code for this entry here}}
loop.kernel @no_panels(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, columns_from = "panels"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, j] : tensor<64x128xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// Steps of these rows are side by side.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.rows_from: there is no code for this entry here}}
loop.kernel @no_steps(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, rows_from = "steps"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, j] : tensor<64x128xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// Results lie in the order of columns.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.stores: there is no code for this entry here}}
loop.kernel @stores(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, stores = "rows"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, j] : tensor<64x128xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// Rows of an image whose border is inside of a window's run are not read in place.
// expected-error @below {{[TC-0612] loop.schedule: phase 0: product: there is no code for rows in place, but for rows_from = "packed"}}
loop.kernel @border(%x: tensor<1x3x16x12xf32>, %w: tensor<32x3x3x3xf32>) -> tensor<1x16x12x32xf32> iters(n = 1, y = 16, x = 12, o = 32, c = 3, ky = 3, kx = 3) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 8, panels = 1, rows = 6, vectors = 2}}]}} {
  %y = loop.contract (n, y, x, o) over (c, ky, kx) reads(%a = %x[n, c, y + ky - 1, x + kx - 1] : tensor<1x3x16x12xf32> else 0.0, %b = %w[o, c, ky, kx] : tensor<32x3x3x3xf32>) -> tensor<1x16x12x32xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<1x16x12x32xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: terms must be a number from 1 to 1048576}}
loop.kernel @no_terms(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, terms = 0}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, j] : tensor<64x128xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// Sums of whole numbers are exact, in one accumulator.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.terms: there is no code for this entry here}}
loop.kernel @whole_numbers(%x: tensor<64x64xi32>, %w: tensor<64x128xi32>) -> tensor<64x128xi32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, terms = 64}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xi32>, %b = %w[k, j] : tensor<64x128xi32>) -> tensor<64x128xi32> {
    loop.yield %a, %b : i32, i32
  }
  loop.yield %y : tensor<64x128xi32>
}

// -----

// Vectors run maps behind the sums.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.between: there is no code for this entry here}}
loop.kernel @between(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, between = 3}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, j] : tensor<64x128xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// Panels that a task packs come from no memory.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.ahead: there is no code for this entry here}}
loop.kernel @ahead(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, ahead = 3}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, j] : tensor<64x128xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: ahead must be a number from 1 to 256}}
loop.kernel @far_ahead(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2, columns_from = "panels", ahead = 257}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}
