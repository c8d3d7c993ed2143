// Each way in which a schedule of a CPU is malformed, not allowed, or has no code;
// cpu_by_hand.mlir has more of what is not allowed.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v3 --verify-diagnostics -o /dev/null
// RUN: tc-opt %s --split-input-file --loop-to-cpu=target=x86-64-v3 --verify-diagnostics -o /dev/null

// expected-error @below {{[TC-0610] loop.schedule: phase 0: it must be a dictionary}}
loop.kernel @no_dictionary(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = [17]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: it has no stages}}
loop.kernel @no_stages(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = [{stages = [], tasks = ["i"]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: 'tasks' must be a list}}
loop.kernel @no_list(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = "i"}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: tasks: 'i' is listed twice}}
loop.kernel @twice(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i", "i"]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: lanes must be a power of two}}
loop.kernel @three_lanes(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 3}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: stage 1 reads elsewhere what the phase makes, or stands alone; give it a phase of its own}}
loop.kernel @scatter_with_map(%x: tensor<8x64xf32>, %p: tensor<8x64xi64>) -> tensor<9xf32> iters(i = 8, j = 64, c = 9) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = []}]}} {
  %z = loop.map (c) -> tensor<9xf32> {
    %0 = prim.constant 0.0 : f32
    loop.yield %0 : f32
  }
  %y = loop.scatter (i, j) into %z : tensor<9xf32> [add] reads(%at = %p[i, j] : tensor<8x64xi64>, %a = %x[i, j] : tensor<8x64xf32>) {
    loop.yield %at, %a : i64, f32
  }
  loop.yield %y : tensor<9xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 1: stage 1 is in a loop with the one before it; they share a phase}}
loop.kernel @loop_apart(%h0: tensor<4xf32>) -> tensor<4xf32> iters(t = 3, i = 4) attributes {loop.schedule = {phases = [{stages = [0], tasks = []}, {stages = [1], tasks = []}]}} {
  %h = loop.for t carry(%g = %h0 : tensor<4xf32>) -> tensor<4xf32> {
    %half = loop.map (i) reads(%a = %g[3 - i] : tensor<4xf32>) -> tensor<4xf32> {
      %0 = prim.neg %a : f32
      loop.yield %0 : f32
    }
    %more = loop.map (i) reads(%a = %half[3 - i] : tensor<4xf32>) -> tensor<4xf32> {
      %0 = prim.exp %a : f32
      loop.yield %0 : f32
    }
    loop.yield %more : tensor<4xf32>
  }
  loop.yield %h : tensor<4xf32>
}

// -----

// What code generation would not obey is an error, too.
// expected-error @below {{[TC-0612] loop.schedule: order: there is no code for this entry here}}
loop.kernel @unknown_entry(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 8}], order = ["i"]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: target: there is no code for this entry here}}
loop.kernel @target(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {target = "x86-64-v3", phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 8}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].lanes: there is no code for this entry here}}
loop.kernel @lanes_of_nothing(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], lanes = 8}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].chunk_size: there is no code for this entry here}}
loop.kernel @size_of_no_chunk(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], chunk_size = 8}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].split_parts: there is no code for this entry here}}
loop.kernel @parts_of_nothing(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], split_parts = 8}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].tasks: there is no code for this entry here}}
loop.kernel @product_with_tasks(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> iters(i = 64, j = 64, k = 64) attributes {loop.schedule = {phases = [{product = {tiles = 1, panels = 1, rows = 6, vectors = 2}, stages = [0], tasks = ["i"]}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[j, k] : tensor<64x64xf32>) -> tensor<64x64xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x64xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: product says how many tiles and panels a task has, and of what size: product = {tiles = 4, panels = 1, rows = 6, vectors = 2}}}
loop.kernel @product_of_three(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> iters(i = 64, j = 64, k = 64) attributes {loop.schedule = {phases = [{product = 3, stages = [0]}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x64xf32>, %b = %w[j, k] : tensor<64x64xf32>) -> tensor<64x64xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x64xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: phases[0].stages[0]: there is no code for 0 : i8, but for 0 : i64}}
loop.kernel @byte(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {phases = [{stages = [0 : i8], tasks = ["i"]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// A schedule of the other kind of machine is ignored.
loop.kernel @of_gpus(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = 3}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// A map of which each task has a part, and that another phase reads by loop.at.
// expected-error @below {{[TC-0611] loop.schedule: phase 2: stage 1 is recomputed, and has to be in each phase that reads it}}
loop.kernel @gathered_map_of_a_part(%arg0: tensor<50x5xf32>, %arg1: tensor<50xi64>, %arg2: tensor<40x8x5xf32>, %arg3: tensor<50x8xf32>) -> (tensor<50x8xf32>, tensor<50x5xf32>) iters(d0 = 50, d1 = 5, d2 = 8, d3 = 40) attributes {loop.schedule = {phases = [{lanes = 64, split = "d2", split_parts = 4, stages = [0, 1], tasks = ["d1"], vector = "d2"}, {stages = [2], tasks = ["d0"]}]}} {
  %0 = loop.reduce (d0, d1) over (d2) [add] reads(%arg4 = %arg3[d0, d2] : tensor<50x8xf32>, %arg5 = %arg1[d0] : tensor<50xi64>) -> tensor<50x5xf32> {
    %3 = loop.index <d2>
    %4 = loop.index <d1>
    %5 = loop.at %arg2[%arg5, %3, %4] : tensor<40x8x5xf32>
    %6 = prim.mul %arg4, %5 : f32
    loop.yield %6 : f32
  }
  %1 = loop.map (d3, d1, d2) reads(%arg4 = %arg2[d3, d2, d1] : tensor<40x8x5xf32>) -> tensor<40x5x8xf32> {
    loop.yield %arg4 : f32
  }
  %2 = loop.reduce (d0, d2) over (d1) [add] reads(%arg4 = %arg0[d0, d1] : tensor<50x5xf32>, %arg5 = %arg1[d0] : tensor<50xi64>) -> tensor<50x8xf32> {
    %3 = loop.index <d1>
    %4 = loop.index <d2>
    %5 = loop.at %1[%arg5, %3, %4] : tensor<40x5x8xf32>
    %6 = prim.mul %arg4, %5 : f32
    loop.yield %6 : f32
  }
  loop.yield %2, %0 : tensor<50x8xf32>, tensor<50x5xf32>
}

// -----

// Points that meet nowhere need no owners.
// expected-error @below {{[TC-0611] loop.schedule: phase 1: owners are a power of two, of one scatter that is not distinct}}
loop.kernel @distinct(%at: tensor<50xi64>, %x: tensor<50xf32>, %w: tensor<90xf32>) -> tensor<90xf32> iters(i = 50, j = 90) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["j"]}, {stages = [1], tasks = [], owners = 4}]}} {
  %base = loop.map (j) reads(%a = %w[j] : tensor<90xf32>) -> tensor<90xf32> {
    loop.yield %a : f32
  }
  %y = loop.scatter (i) into %base : tensor<90xf32> [set] reads(%p = %at[i] : tensor<50xi64>, %a = %x[i] : tensor<50xf32>) attributes {loop.distinct} {
    loop.yield %p, %a : i64, f32
  }
  loop.yield %y : tensor<90xf32>
}

// -----

// A map that is recomputed stands before what reads it.
// expected-error @below {{[TC-0611] loop.schedule: phase 1: stage 0 is recomputed behind one that reads it; it stands before its readers}}
loop.kernel @recomputed_late(%x: tensor<8x64xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) iters(i = 8, j = 64) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = ["i"], vector = "j"}, {stages = [2, 0], tasks = ["i"], vector = "j"}]}} {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    %e = prim.exp %a : f32
    loop.yield %e : f32
  }
  %1 = loop.map (i, j) reads(%a = %0[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    %n = prim.neg %a : f32
    loop.yield %n : f32
  }
  %2 = loop.map (i, j) reads(%a = %0[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    %s = prim.sin %a : f32
    loop.yield %s : f32
  }
  loop.yield %1, %2 : tensor<8x64xf32>, tensor<8x64xf32>
}
