// Schedules written by hand: those that are not allowed are errors.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v3 --verify-diagnostics -o /dev/null

// Any order of tasks, any vector, no vector: allowed.
loop.kernel @fine(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["j"], vector = "i", lanes = 4}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: tasks: the points of 'j' depend on each other, or a stage lacks it}}
loop.kernel @race(%x: tensor<8x64xf32>) -> tensor<8xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i", "j"]}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: tasks: the points of 'i' depend on each other}}
loop.kernel @neighbours(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = ["i"]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %z = loop.map (i) reads(%a = %y[7 - i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %z : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: vector: no stage can run over lanes of 'i'}}
loop.kernel @running(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "i"}]}} {
  %y = loop.scan (i) along i [add] ordered reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// A scan may have chunks of what it runs along; not if what is in the phase
// reads it elsewhere, or scans it again, or if its order is that of its terms.
loop.kernel @chunks(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], chunk = "i", chunk_size = 3}]}} {
  %y = loop.scan (i) along i [add] reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: chunk: the points of 'i' depend on each other}}
loop.kernel @in_order(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], chunk = "i"}]}} {
  %y = loop.scan (i) along i [add] ordered reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: chunk: the points of 'i' depend on each other}}
loop.kernel @twice_along(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0, 1, 2], tasks = [], chunk = "i"}]}} {
  %y = loop.scan (i) along i [add] reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %m = loop.map (i) reads(%a = %y[i] : tensor<8xf32>) -> tensor<8xf32> {
    %0 = prim.neg %a : f32
    loop.yield %0 : f32
  }
  %z = loop.scan (i) along i [max] reads(%a = %m[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %z : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: chunk: the points of 'i' depend on each other}}
loop.kernel @elsewhere(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], chunk = "i"}]}} {
  %y = loop.scan (i) along i [add] reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %z = loop.map (i) reads(%a = %y[7 - i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %z : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 1: phases take the stages one after the other: the next one is 1 of 1}}
loop.kernel @twice(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"]}, {stages = [0], tasks = ["i"]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{no phase runs stage 1 of 2}}
loop.kernel @forgotten(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %z = loop.map (i) reads(%a = %y[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %z : tensor<8xf32>
}

// -----

// Parts of a scatter are of its owners.
// expected-error @below {{[TC-0611] loop.schedule: phase 1: split: a scatter has owners, at most 1048576 for all parts together, no vector, and parts of the outermost iterator that is no task's}}
loop.kernel @no_owners(%p: tensor<4096xi64>, %u: tensor<4096x32xf32>, %b: tensor<64x32xf32>) -> tensor<64x32xf32> iters(i = 4096, j = 32) attributes {loop.schedule = {phases = [{stages = [0], tasks = []}, {stages = [1], tasks = [], split = "i", split_parts = 8}]}} {
  %y = loop.scatter (i, j) into %b : tensor<64x32xf32> [add] reads(%at = %p[i] : tensor<4096xi64>, %a = %u[i, j] : tensor<4096x32xf32>) {
    %column = loop.index #tc.size<j>
    loop.yield %at, %column, %a : i64, i64, f32
  }
  loop.yield %y : tensor<64x32xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: the stages are no product with maps behind it, or not worth tiles}}
loop.kernel @no_product(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{product = {tiles = 1, panels = 1, rows = 6, vectors = 2}, stages = [0]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: split: the stages must all reduce over 'i', or be one sort along it}}
loop.kernel @no_reduction(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], split = "i"}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// A phase that is a product shares no values with the others.
// expected-error @below {{[TC-0611] loop.schedule: phase 0: the stages are no product}}
loop.kernel @shared(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) iters(i = 64, n = 64, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2}}, {stages = [1], tasks = ["i"]}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[k, n] : tensor<64x64xf32>) -> tensor<64x64xf32> {
    loop.yield %a, %b : f32, f32
  }
  %z = loop.map (i, n) reads(%a = %y[i, n] : tensor<64x64xf32>) -> tensor<64x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y, %z : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: the stages are no product}}
loop.kernel @no_product(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2}}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: chunk: 'i' is one of the tasks}}
loop.kernel @both(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], chunk = "i"}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: there is no entry 'lane'}}
loop.kernel @misspelt(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], lane = 8}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: tasks: 'k' is no iterator of the kernel}}
loop.kernel @unknown(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["k"]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: chunk_size must be a number from 1}}
loop.kernel @nothing(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], chunk = "i", chunk_size = 0}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule is a dictionary with the list 'phases'}}
loop.kernel @no_phases(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// What a split phase recomputes for its parts alone is in no memory.
// expected-error @below {{[TC-0611] loop.schedule: phase 2: stage 0 is recomputed, and has to be in each phase that reads it}}
loop.kernel @nowhere(%x: tensor<512x8xf32>) -> tensor<512x8xf32> iters(i = 512, j = 8) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], split = "i"}, {stages = [2], tasks = []}]}} {
  %e = loop.map (i, j) reads(%a = %x[i, j] : tensor<512x8xf32>) -> tensor<512x8xf32> {
    %0 = prim.exp %a : f32
    loop.yield %0 : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %e[i, j] : tensor<512x8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : tensor<512x8xf32>, %b = %s[j] : tensor<8xf32>) -> tensor<512x8xf32> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<512x8xf32>
}

// -----

// A reduction is made once.
// expected-error @below {{[TC-0611] loop.schedule: phase 1: phases take the stages one after the other: the next one is 1 of 2}}
loop.kernel @twice(%x: tensor<512x8xf32>) -> tensor<512x8xf32> iters(i = 512, j = 8) attributes {loop.schedule = {phases = [{stages = [0], tasks = []}, {stages = [0, 1], tasks = []}]}} {
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<512x8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<512x8xf32>, %b = %s[j] : tensor<8xf32>) -> tensor<512x8xf32> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<512x8xf32>
}

// -----

// A map runs before a stage that it follows in the kernel only if nothing of that
// is read, and what it makes stays in the kernel.
// expected-error @below {{[TC-0611] loop.schedule: phase 0: phases take the stages one after the other: the next one is 1 of 3}}
loop.kernel @early_result(%x: tensor<512x8xf32>) -> (tensor<8xf32>, tensor<512x8xf32>) iters(i = 512, j = 8) attributes {loop.schedule = {phases = [{stages = [0, 2], tasks = []}, {stages = [1], tasks = []}]}} {
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<512x8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (j) reads(%a = %s[j] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i, j) reads(%a = %x[i, j] : tensor<512x8xf32>) -> tensor<512x8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y, %t : tensor<8xf32>, tensor<512x8xf32>
}

// -----

// A reduction may, whatever becomes of its result.
loop.kernel @early_sum(%x: tensor<512x8xf32>) -> (tensor<8xf32>, tensor<8xf32>) iters(i = 512, j = 8) attributes {loop.schedule = {phases = [{stages = [0, 2], tasks = []}, {stages = [1], tasks = []}]}} {
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<512x8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (j) reads(%a = %s[j] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %t = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : tensor<512x8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y, %t : tensor<8xf32>, tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: phases take the stages one after the other: the next one is 1 of 4}}
loop.kernel @early_read(%x: tensor<512x8xf32>) -> tensor<8xf32> iters(i = 512, j = 8) attributes {loop.schedule = {phases = [{stages = [0, 2], tasks = []}, {stages = [1, 3], tasks = []}]}} {
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<512x8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (j) reads(%a = %s[j] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %t = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : tensor<512x8xf32>, %b = %y[j] : tensor<8xf32>) -> tensor<8xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  %z = loop.map (j) reads(%a = %t[j] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %z : tensor<8xf32>
}

// -----

loop.kernel @strip(%x: tensor<64x32xf32>) -> tensor<32x64xf32> iters(i = 32, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", strip = 16}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<64x32xf32>) -> tensor<32x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<32x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: strip must be a power of two}}
loop.kernel @uneven_strip(%x: tensor<64x32xf32>) -> tensor<32x64xf32> iters(i = 32, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", strip = 24}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<64x32xf32>) -> tensor<32x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<32x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: strip: no read of the phase is transposed}}
loop.kernel @strip_of_nothing(%x: tensor<64x32xf32>) -> tensor<64x32xf32> iters(i = 64, j = 32) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", strip = 16}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<64x32xf32>) -> tensor<64x32xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<64x32xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: nontemporal must be a power of two}}
loop.kernel @uneven_past_caches(%x: tensor<64x32xf32>) -> tensor<32x64xf32> iters(i = 32, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nontemporal = 24}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<64x32xf32>) -> tensor<32x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<32x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: nontemporal: no read of the phase is transposed}}
loop.kernel @past_caches_untransposed(%x: tensor<64x32xf32>) -> tensor<64x32xf32> iters(i = 64, j = 32) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nontemporal = 16}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<64x32xf32>) -> tensor<64x32xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<64x32xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: keeps_row: the stage combines no rows of 8 to 256 elements}}
loop.kernel @keeps_no_row(%x: tensor<64x32xf32>) -> tensor<64x32xf32> iters(i = 64, j = 32) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", keeps_row}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<64x32xf32>) -> tensor<64x32xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<64x32xf32>
}

// -----

// Halves are rounded whenever they are stored.
// expected-error @below {{[TC-0611] loop.schedule: phase 1: keeps_row: the stage combines no rows of 8 to 256 elements}}
loop.kernel @keeps_halves(%p: tensor<70xi64>, %x: tensor<70x32xbf16>) -> tensor<40x32xbf16> iters(i = 70, j = 32, r = 40) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["r"], vector = "j"}, {stages = [1], tasks = [], vector = "j", keeps_row}]}} {
  %b = loop.map (r, j) -> tensor<40x32xbf16> {
    %0 = prim.constant 0.0 : bf16
    loop.yield %0 : bf16
  }
  %s = loop.scatter (i, j) into %b : tensor<40x32xbf16> [add] reads(%q = %p[i] : tensor<70xi64>, %a = %x[i, j] : tensor<70x32xbf16>) {
    %0 = loop.index <j>
    loop.yield %q, %0, %a : i64, i64, bf16
  }
  loop.yield %s : tensor<40x32xbf16>
}

// -----

// Parts are a multiple of the points of the iterators outside.
loop.kernel @outer(%x: tensor<8x6x64xf32>) -> tensor<64xf32> iters(b = 8, i = 6, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], split = "i", split_outer = ["b"], split_parts = 16}]}} {
  %s = loop.reduce (j) over (b, i) [add] reads(%a = %x[b, i, j] : tensor<8x6x64xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<64xf32>
}

// -----

// Twelve parts are none of eight points.
// expected-error @below {{[TC-0611] loop.schedule: phase 0: split_outer: the stages must all reduce over these iterators, of constant extents, each once, and split_parts be a multiple of their points}}
loop.kernel @outer_parts(%x: tensor<8x6x64xf32>) -> tensor<64xf32> iters(b = 8, i = 6, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], split = "i", split_outer = ["b"], split_parts = 12}]}} {
  %s = loop.reduce (j) over (b, i) [add] reads(%a = %x[b, i, j] : tensor<8x6x64xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<64xf32>
}

// -----

// The number of points is no number of 64 bits.
// expected-error @below {{[TC-0611] loop.schedule: phase 0: split_outer: the stages must all reduce over these iterators, of constant extents, each once, and split_parts be a multiple of their points}}
loop.kernel @outer_many(%x: tensor<1048576xf32>) -> tensor<4xf32> iters(b = 1048576, c = 17592186044416, i = 4, j = 4) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], split = "i", split_outer = ["b", "c"], split_parts = 1048576}]}} {
  %s = loop.reduce (j) over (b, c, i) [add] reads(%a = %x[b] : tensor<1048576xf32>) -> tensor<4xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<4xf32>
}

// -----

// What is cut is not outside, too.
// expected-error @below {{[TC-0611] loop.schedule: phase 0: split_outer: the stages must all reduce over these iterators, of constant extents, each once, and split_parts be a multiple of their points}}
loop.kernel @outer_twice(%x: tensor<8x6x64xf32>) -> tensor<64xf32> iters(b = 8, i = 6, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], split = "i", split_outer = ["i"], split_parts = 36}]}} {
  %s = loop.reduce (j) over (b, i) [add] reads(%a = %x[b, i, j] : tensor<8x6x64xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<64xf32>
}

// -----

// A result lies along j.
// expected-error @below {{[TC-0611] loop.schedule: phase 0: split_outer: the stages must all reduce over these iterators, of constant extents, each once, and split_parts be a multiple of their points}}
loop.kernel @outer_kept(%x: tensor<8x6x64xf32>) -> tensor<64xf32> iters(b = 8, i = 6, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], split = "i", split_outer = ["j"], split_parts = 64}]}} {
  %s = loop.reduce (j) over (b, i) [add] reads(%a = %x[b, i, j] : tensor<8x6x64xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<64xf32>
}

// -----

// Nothing is cut.
// expected-error @below {{[TC-0611] loop.schedule: phase 0: split_outer: the stages must all reduce over these iterators, of constant extents, each once, and split_parts be a multiple of their points}}
loop.kernel @outer_alone(%x: tensor<8x6x64xf32>) -> tensor<64xf32> iters(b = 8, i = 6, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], split_outer = ["b"], split_parts = 8}]}} {
  %s = loop.reduce (j) over (b, i) [add] reads(%a = %x[b, i, j] : tensor<8x6x64xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<64xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: split_outer: 'k' is no iterator of the kernel}}
loop.kernel @outer_name(%x: tensor<8x6x64xf32>) -> tensor<64xf32> iters(b = 8, i = 6, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], split = "i", split_outer = ["k"], split_parts = 8}]}} {
  %s = loop.reduce (j) over (b, i) [add] reads(%a = %x[b, i, j] : tensor<8x6x64xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<64xf32>
}
