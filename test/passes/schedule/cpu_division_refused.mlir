// Divisions of a product into tasks that a schedule may not have.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --loop-schedule=target=x86-64-v3 -o /dev/null
// RUN: tc-opt %s --split-input-file --loop-to-cpu=target=x86-64-v3 --verify-diagnostics -o /dev/null

// What a task has is no choice of code's.
// expected-error @below {{[TC-0610] loop.schedule: phase 0: product says how many tiles and panels a task has, and of what size: product = {tiles = 4, panels = 1, rows = 6, vectors = 2}}}
loop.kernel @no_division(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = unit}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: product: 'panels' says how many a task has, and is missing}}
loop.kernel @no_panels(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: product: there is no entry 'tasks'}}
loop.kernel @misspelt(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 2, rows = 6, vectors = 2, columns_from = "panels", tasks = 2}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: tiles must be a number from 1 to 1048576}}
loop.kernel @no_tile(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 0, panels = 2, rows = 6, vectors = 2, columns_from = "panels"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: parts must be a number from 2 to 1048576}}
loop.kernel @one_part(%x: tensor<768x50xf32>, %w: tensor<768x40xf32>) -> tensor<50x40xf32> iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 2, rows = 6, vectors = 2, rows_from = "steps", parts = 1}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<768x50xf32>, %b = %w[k, j] : tensor<768x40xf32>) -> tensor<50x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<50x40xf32>
}

// -----

// A task has whole lines of an image whose border it fills in, as many as windows
// have at least: of two tiles each, a divisor of all 32 tiles.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.tiles: there is no code for 3 : i64, but for 8 : i64}}
loop.kernel @half_line(%x: tensor<1x3x16x12xf32>, %w: tensor<32x3x3x3xf32>) -> tensor<1x16x12x32xf32> iters(n = 1, y = 16, x = 12, o = 32, c = 3, ky = 3, kx = 3) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 3, panels = 1, rows = 6, vectors = 2, rows_from = "lines"}}]}} {
  %y = loop.contract (n, y, x, o) over (c, ky, kx) reads(%a = %x[n, c, y + ky - 1, x + kx - 1] : tensor<1x3x16x12xf32> else 0.0, %b = %w[o, c, ky, kx] : tensor<32x3x3x3xf32>) -> tensor<1x16x12x32xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<1x16x12x32xf32>
}

// -----

// No unit, no panels that tasks pack.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.packs_ahead: there is no code for this entry here}}
loop.kernel @ahead(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 2, rows = 6, vectors = 2, columns_from = "panels", packs_ahead}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// Parts, and blocks, are of sums whose rows tasks pack.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.parts: there is no code for this entry here}}
loop.kernel @parts(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 2, rows = 6, vectors = 2, columns_from = "panels", parts = 2}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.inside: there is no code for this entry here}}
loop.kernel @inside(%x: tensor<768x50xf32>, %w: tensor<768x40xf32>) -> tensor<50x40xf32> iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 2, rows = 6, vectors = 2, rows_from = "steps", inside}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<768x50xf32>, %b = %w[k, j] : tensor<768x40xf32>) -> tensor<50x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<50x40xf32>
}

// -----

// Panels are not inside of tiles where sums of blocks wait.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.panels_inner: there is no code for this entry here}}
loop.kernel @inner(%x: tensor<768x50xf32>, %w: tensor<768x40xf32>) -> tensor<50x40xf32> iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 2, rows = 6, vectors = 2, rows_from = "steps", blocks = 2, steps = 384, panels_inner}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<768x50xf32>, %b = %w[k, j] : tensor<768x40xf32>) -> tensor<50x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<50x40xf32>
}

// -----

// 768 steps are no five parts, and no blocks of 100 steps.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.parts: there is no code for this entry here}}
loop.kernel @uneven_parts(%x: tensor<768x50xf32>, %w: tensor<768x40xf32>) -> tensor<50x40xf32> iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 2, rows = 6, vectors = 2, rows_from = "steps", parts = 5}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<768x50xf32>, %b = %w[k, j] : tensor<768x40xf32>) -> tensor<50x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<50x40xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.steps: there is no code for 100 : i64, but for 96 : i64}}
loop.kernel @uneven_steps(%x: tensor<768x50xf32>, %w: tensor<768x40xf32>) -> tensor<50x40xf32> iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 2, rows = 6, vectors = 2, rows_from = "steps", steps = 100}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<768x50xf32>, %b = %w[k, j] : tensor<768x40xf32>) -> tensor<50x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<50x40xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.blocks: there is no code for 7 : i64, but for 8 : i64}}
loop.kernel @other_blocks(%x: tensor<768x50xf32>, %w: tensor<768x40xf32>) -> tensor<50x40xf32> iters(i = 50, j = 40, k = 768) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 2, rows = 6, vectors = 2, rows_from = "steps", steps = 96, blocks = 7}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<768x50xf32>, %b = %w[k, j] : tensor<768x40xf32>) -> tensor<50x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<50x40xf32>
}

// -----

// Each launch has at least one tile, of sizes that the kernel has.
// expected-error @below {{[TC-0611] loop.schedule: phase 0: product: tiles may be less than 1; write max(..., 1)}}
loop.kernel @may_be_none(%x: tensor<?x64xf32, #tc.dims<[n, 64]>>, %w: tensor<8x64x16xf32>) -> tensor<?x128xf32, #tc.dims<[n, 128]>> iters(i = n, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = #tc.size<floordiv(n, 20)>, panels = 2, rows = 6, vectors = 2, columns_from = "panels"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<?x64xf32, #tc.dims<[n, 64]>>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<?x128xf32, #tc.dims<[n, 128]>> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<?x128xf32, #tc.dims<[n, 128]>>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: product: tiles has a symbol that is no size of the kernel}}
loop.kernel @other_symbol(%x: tensor<?x64xf32, #tc.dims<[n, 64]>>, %w: tensor<8x64x16xf32>) -> tensor<?x128xf32, #tc.dims<[n, 128]>> iters(i = n, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = #tc.size<max(m, 1)>, panels = 2, rows = 6, vectors = 2, columns_from = "panels"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<?x64xf32, #tc.dims<[n, 64]>>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<?x128xf32, #tc.dims<[n, 128]>> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<?x128xf32, #tc.dims<[n, 128]>>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: product: panels has a symbol that is no size of the kernel}}
loop.kernel @iterator(%x: tensor<?x64xf32, #tc.dims<[n, 64]>>, %w: tensor<8x64x16xf32>) -> tensor<?x128xf32, #tc.dims<[n, 128]>> iters(i = n, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = #tc.size<i + 1>}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<?x64xf32, #tc.dims<[n, 64]>>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<?x128xf32, #tc.dims<[n, 128]>> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<?x128xf32, #tc.dims<[n, 128]>>
}

// -----

// Panels that lie as they are read are not packed.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.together: there is no code for this entry here}}
loop.kernel @together(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 2, rows = 6, vectors = 2, columns_from = "panels", together = 2}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: together must be a number from 2 to 1048576}}
loop.kernel @alone(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 2, rows = 6, vectors = 2, columns_from = "panels", together = 1}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// Rows packed by steps follow each other as panels do not, where the number of
// steps of an inner iterator is data.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.rows_from: there is no code for this entry here}}
loop.kernel @gaps(%x: tensor<8x128x128xf32>, %w: tensor<8x128x128xf32>, %low: tensor<3xi64>, %high: tensor<3xi64>) -> tensor<3x128x128xf32> iters(g = 3, m = 128, n = 128, r = 8, b = 128) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 22, panels = 1, rows = 6, vectors = 2, column = "n", rows_from = "steps"}}]}} {
  %s = loop.contract (g, m, n) over (r, b) reads(%p = %x[r, b, m] : tensor<8x128x128xf32>, %q = %w[r, b, n] : tensor<8x128x128xf32>, %l = %low[g] : tensor<3xi64>, %h = %high[g] : tensor<3xi64>) -> tensor<3x128x128xf32> {
    %at = loop.index #tc.size<b>
    %zero = prim.constant 0.0 : f32
    %0 = prim.ge %at, %l : i64
    %1 = prim.lt %at, %h : i64
    %in = prim.bitwise_and %0, %1 : i1
    %2 = prim.where %in, %p, %zero : i1, f32
    %3 = prim.where %in, %q, %zero : i1, f32
    loop.yield %2, %3 : f32, f32
  }
  loop.yield %s : tensor<3x128x128xf32>
}
