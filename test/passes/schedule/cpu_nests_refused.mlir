// Nests written by hand that are malformed, not allowed, or that there is no code
// for.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v3 --verify-diagnostics -o /dev/null

// expected-error @below {{[TC-0610] loop.schedule: phase 0: nests must be a list of dictionaries}}
loop.kernel @no_list(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = {}}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: nest 0: it must be a dictionary}}
loop.kernel @no_dictionaries(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [0]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: nest 0: there is no entry 'tile'}}
loop.kernel @unknown(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], tile = 3}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: nest 0: 'stages' lists those of a nest}}
loop.kernel @no_stages(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{lanes = 4}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: nest 0: form must be}}
loop.kernel @no_form(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], form = "tiles"}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: nest 0: vector: 'k' is no iterator of the kernel}}
loop.kernel @no_iterator(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], vector = "k"}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: nest 0: order lists a nest}}
loop.kernel @no_order(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], order = []}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: nest 0: ranges must be a number from 2 to 64}}
loop.kernel @one_range(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], ranges = 1}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: nest 0: lanes must be a power of two}}
loop.kernel @lanes(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], lanes = 3}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: nest 1: each stage of the phase is in one nest, in the order of the phase}}
loop.kernel @twice(%x: tensor<12x90xf32>) -> (tensor<12xf32>, tensor<12xf32>) iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], vector = "j", nests = [{stages = [0]}, {stages = [0, 1]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i) reads(%a = %s[i] : tensor<12xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %y : tensor<12xf32>, tensor<12xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: nest 0: each stage of the phase is in one nest, in the order of the phase}}
loop.kernel @not_there(%x: tensor<12x90xf32>) -> (tensor<12xf32>, tensor<12xf32>) iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], vector = "j", nests = [{stages = [0, 2]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i) reads(%a = %s[i] : tensor<12xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %y : tensor<12xf32>, tensor<12xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: nests: stage 1 can't stand where it does}}
loop.kernel @left_out(%x: tensor<12x90xf32>) -> (tensor<12xf32>, tensor<12xf32>) iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], vector = "j", nests = [{stages = [0]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i) reads(%a = %s[i] : tensor<12xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %y : tensor<12xf32>, tensor<12xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: nests: stage 1 can't stand where it does}}
loop.kernel @together(%x: tensor<12x90xf32>) -> (tensor<12xf32>, tensor<12xf32>) iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], vector = "j", nests = [{stages = [0, 1]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i) reads(%a = %s[i] : tensor<12xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %y : tensor<12xf32>, tensor<12xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: nests: stage 0 can't stand where it does}}
loop.kernel @behind(%x: tensor<12x90xf32>) -> (tensor<12xf32>, tensor<12xf32>) iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], vector = "j", nests = [{stages = [1]}, {stages = [0]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i) reads(%a = %s[i] : tensor<12xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %y : tensor<12xf32>, tensor<12xf32>
}

// -----

// A sum that is reordered only where its order is free.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].order[1]: there is no code for "j", but for "b"}}
loop.kernel @in_order(%x: tensor<4x12x90xf32>) -> tensor<12xf32> iters(b = 4, i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], nests = [{stages = [0], order = ["i", "j", "b"]}]}]}} {
  %m = loop.reduce (i) over (b, j) [add] ordered reads(%a = %x[b, i, j] : tensor<4x12x90xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  loop.yield %m : tensor<12xf32>
}

// -----

// Lanes are innermost.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].order[0]: there is no code for "j", but for "i"}}
loop.kernel @outer_lanes(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], order = ["j", "i"]}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].order: there is no code for ["i"], but for ["i", "j"]}}
loop.kernel @half_an_order(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], order = ["i"]}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[1].vector: there is no code for this entry here}}
loop.kernel @own_point(%x: tensor<12x90xf32>) -> (tensor<12xf32>, tensor<12xf32>) iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], vector = "j", nests = [{stages = [0]}, {stages = [1], vector = "j"}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i) reads(%a = %s[i] : tensor<12xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %y : tensor<12xf32>, tensor<12xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].columns: there is no code for this entry here}}
loop.kernel @too_many(%x: tensor<5x70xf32>, %w: tensor<70x300xf32>) -> tensor<5x300xf32> iters(i = 5, n = 300, k = 70) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "n", nests = [{stages = [0], rows = 5, columns = 5}]}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<5x70xf32>, %b = %w[k, n] : tensor<70x300xf32>) -> tensor<5x300xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<5x300xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].columns: there is no code for this entry here}}
loop.kernel @no_blocks_in_order(%x: tensor<5x70xf32>, %w: tensor<70x300xf32>) -> tensor<5x300xf32> iters(i = 5, n = 300, k = 70) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "n", nests = [{stages = [0], rows = 2, columns = 2}]}]}} {
  %y = loop.contract (i, n) over (k) ordered reads(%a = %x[i, k] : tensor<5x70xf32>, %b = %w[k, n] : tensor<70x300xf32>) -> tensor<5x300xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<5x300xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].form: there is no code for "update", but for "loops"}}
loop.kernel @uneven_parts(%x: tensor<5x70xf32>, %w: tensor<70x300xf32>) -> tensor<5x300xf32> iters(i = 5, n = 300, k = 70) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "n", split = "k", split_parts = 3, nests = [{stages = [0], form = "update"}]}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<5x70xf32>, %b = %w[k, n] : tensor<70x300xf32>) -> tensor<5x300xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<5x300xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].form: there is no code for "update", but for "loops"}}
loop.kernel @rows_in_tasks(%x: tensor<5x70xf32>, %w: tensor<70x300xf32>) -> tensor<5x300xf32> iters(i = 5, n = 300, k = 70) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "n", chunk = "i", chunk_size = 2, nests = [{stages = [0], form = "update"}]}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<5x70xf32>, %b = %w[k, n] : tensor<70x300xf32>) -> tensor<5x300xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<5x300xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].form: there is no code for "unit", but for "loops"}}
loop.kernel @no_unit(%x: tensor<5x70xf32>, %w: tensor<70x300xf32>) -> tensor<5x300xf32> iters(i = 5, n = 300, k = 70) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "n", nests = [{stages = [0], form = "unit"}]}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<5x70xf32>, %b = %w[k, n] : tensor<70x300xf32>) -> tensor<5x300xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<5x300xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].rows: there is no code for this entry here}}
loop.kernel @no_scan(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], rows = 4}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].ranges: there is no code for this entry here}}
loop.kernel @no_comparison(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], ranges = 4}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].unroll: there is no code for this entry here}}
loop.kernel @no_window(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], unroll}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].few: there is no code for this entry here}}
loop.kernel @no_sort(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], few}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].ahead: there is no code for this entry here}}
loop.kernel @nothing_ahead(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "j", nests = [{stages = [0], ahead = 64}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// What is looked at are bits of a word.
// expected-error @below {{[TC-0612] loop.schedule: phases[1].nests[0].ahead: there is no code for 33 : i64, but for 32 : i64}}
loop.kernel @far_ahead(%p: tensor<90xi64>, %x: tensor<90xf32>) -> tensor<12xf32> iters(j = 90, c = 12) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["c"]}, {stages = [1], tasks = [], owners = 4, nests = [{stages = [1], ahead = 33}]}]}} {
  %0 = loop.map (c) -> tensor<12xf32> {
    %z = prim.constant 0.0 : f32
    loop.yield %z : f32
  }
  %1 = loop.scatter (j) into %0 : tensor<12xf32> [add] reads(%at = %p[j] : tensor<90xi64>, %a = %x[j] : tensor<90xf32>) {
    loop.yield %at, %a : i64, f32
  }
  loop.yield %1 : tensor<12xf32>
}

// -----

// Sums of as many rows are in no registers.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].rows: there is no code for this entry here}}
loop.kernel @many_rows(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], nests = [{stages = [0], rows = 17}]}]}} {
  %y = loop.scan (i, j) along j [add] ordered reads(%a = %x[i, j] : tensor<12x90xf32>) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// Steps of a part are not known.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].unroll: there is no code for this entry here}}
loop.kernel @window_in_parts(%x: tensor<12x90xf32>) -> tensor<12x90xf32> iters(i = 12, j = 90, r = 3, s = 11) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", split = "s", split_parts = 3, nests = [{stages = [0], unroll}]}]}} {
  %y = loop.reduce (i, j) over (r, s) [max] reads(%a = %x[i + r - 1, j + s - 5] : tensor<12x90xf32> else 0xFF800000) -> tensor<12x90xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12x90xf32>
}

// -----

// Vectors along columns that follow each other.
// expected-error @below {{[TC-0612] loop.schedule: phases[0].nests[0].apart: there is no code for this entry here}}
loop.kernel @apart_along(%x: tensor<5x70xf32>, %w: tensor<70x300xf32>) -> tensor<5x300xf32> iters(i = 5, n = 300, k = 70) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "n", nests = [{stages = [0], rows = 4, columns = 3, apart}]}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<5x70xf32>, %b = %w[k, n] : tensor<70x300xf32>) -> tensor<5x300xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<5x300xf32>
}

// -----

// The vector of these blocks is what is reduced over.
// expected-error @below {{[TC-0611] loop.schedule: phase 0: nest 0: lanes: blocks along a vector have more than one}}
loop.kernel @k(%x: tensor<2x4x12xf32>, %w: tensor<6x4x3xf32>) -> tensor<2x6x6xf32> iters(n = 2, o = 6, i = 6, c = 4, t = 3) attributes {loop.schedule = {phases = [{lanes = 64 : i64, nests = [{columns = 8 : i64, lanes = 1 : i64, rows = 3 : i64, stages = [0]}], stages = [0], tasks = ["n"], vector = "t"}]}} {
  %0 = loop.contract (n, o, i) over (c, t) reads(%a = %x[n, c, 2*i + t - 1] : tensor<2x4x12xf32> else 0.0, %b = %w[o, c, t] : tensor<6x4x3xf32>) -> tensor<2x6x6xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x6x6xf32>
}
