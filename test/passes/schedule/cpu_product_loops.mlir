// What a schedule says of the loops of a product's code, and what it may not.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v3 --verify-diagnostics | FileCheck %s
// RUN: tc-opt %s --split-input-file --loop-to-cpu=target=x86-64-v3 --verify-diagnostics -o /dev/null

// What is plain may be said; iterations of two steps are other code.
// CHECK-LABEL: @plain(
// CHECK-SAME: iteration = 4
loop.kernel @plain(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 4, rows = 6, vectors = 2, columns_from = "panels", iteration = 4, unroll = 4, packing_unroll = 9}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// CHECK-LABEL: @two(
// CHECK-SAME: iteration = 2
loop.kernel @two(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 4, rows = 6, vectors = 2, columns_from = "panels", iteration = 2, unroll = 2}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// Panels in memory are prefetched where a schedule says so, however few bytes
// they have.
// CHECK-LABEL: @near(
// CHECK-SAME: steps_ahead = 64
loop.kernel @near(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 4, rows = 6, vectors = 2, columns_from = "panels", steps_ahead = 64}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: iteration must be a number from 1 to 64}}
loop.kernel @no_steps(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 4, rows = 6, vectors = 2, columns_from = "panels", iteration = 0}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: unroll must be a number from 1 to 64}}
loop.kernel @too_many(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 4, rows = 6, vectors = 2, columns_from = "panels", unroll = 65}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: product: maps is one of: loop}}
loop.kernel @maps(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 4, rows = 6, vectors = 2, columns_from = "panels", maps = "unrolled"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.steps_ahead: there is no code for this entry here}}
loop.kernel @own(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 4, rows = 6, vectors = 2, steps_ahead = 64}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, j] : tensor<64x128xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.packing_ahead: there is no code for this entry here}}
loop.kernel @nothing_packed(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 4, rows = 6, vectors = 2, columns_from = "panels", packing_ahead = 32}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.packing_unroll: there is no code for 3 : i64, but for 9}}
loop.kernel @no_packing(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 4, rows = 6, vectors = 2, columns_from = "panels", packing_unroll = 3}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].product.maps: there is no code for this entry here}}
loop.kernel @no_maps(%x: tensor<64x64xf32>, %w: tensor<8x64x16xf32>) -> tensor<64x128xf32> iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 4, rows = 6, vectors = 2, columns_from = "panels", maps = "loop"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<8x64x16xf32>) -> tensor<64x128xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x128xf32>
}
