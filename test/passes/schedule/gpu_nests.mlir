// The loops of a GPU's thread stand in the schedule, as those of a CPU's task:
// which stages share them, rows of scans, sorts of few, points of a scatter that
// are looked at at once; and how much a thread loads before it stores.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// Where a schedule is read nothing is chosen: no number changes the code.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a >%t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.mlir
// RUN: tc-opt %t.mlir --loop-to-gpu=target=cuda,tune=sm_90a >%t.1
// RUN: env TC_NUMBERS=cpu_select_row=1,cpu_select_few=1,cpu_row_ranges=1,cpu_range_ops=1,cpu_scan_ops=1,cpu_scatter_ahead=3,gpu_ahead_words=1 tc-opt %t.mlir --loop-to-gpu=target=cuda,tune=sm_90a | cmp - %t.1

// Sorts that a thread has a row of: that of all elements is in a nest of its
// own; eight of 90 are inserted one by one.
// CHECK-LABEL: @sorts(
// CHECK-SAME: nests = [{stages = [0]}, {few, stages = [1]}]
loop.kernel @sorts(%x: tensor<300x90xf32>) -> (tensor<300x90xf32>, tensor<300x8xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0 : i64}, {run = 1 : i64}], for = ["i"], step = 1 : i64, to = "thread"}], for = ["i"], step = 256 : i64, to = "grid"}], nests = [{stages = [0]}, {few, stages = [1]}], overlap = "dependent", threads = 256 : i64}]}} {
  %s = loop.sort (i, j) along j reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300x90xf32> {
    loop.yield %a : f32
  }
  %t = loop.sort (i, j) along j descending take 8 reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300x8xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300x90xf32>, tensor<300x8xf32>
}

// What the later map reads is loaded before the first one stores.
// CHECK-LABEL: @loads(
// CHECK-SAME: load_words = 64
// CHECK-NOT: nests
// CHECK: loop.map
loop.kernel @loads(%x: tensor<300xf32>, %y: tensor<300xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300) {
  %s = loop.map (i) reads(%a = %x[i] : tensor<300xf32>) -> tensor<300xf32> {
    %0 = prim.neg %a : f32
    loop.yield %0 : f32
  }
  %t = loop.map (i) reads(%a = %s[i] : tensor<300xf32>, %b = %y[i] : tensor<300xf32>) -> tensor<300xf32> {
    %0 = prim.add %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// One map has nothing to load ahead of: no entry.
// CHECK-LABEL: @one(
// CHECK-NOT: load_words
// CHECK: loop.map
loop.kernel @one(%x: tensor<300xf32>) -> tensor<300xf32> iters(i = 300) {
  %s = loop.map (i) reads(%a = %x[i] : tensor<300xf32>) -> tensor<300xf32> {
    %0 = prim.neg %a : f32
    loop.yield %0 : f32
  }
  loop.yield %s : tensor<300xf32>
}

// By hand: two reductions that would share a loop do not; plain nests that are
// said stay; fewer loads ahead.
// CHECK-LABEL: @apart(
// CHECK-SAME: nests = [{stages = [0]}, {stages = [1]}]
loop.kernel @apart(%x: tensor<300x90xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, nests = [{stages = [0]}, {stages = [1]}], body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// CHECK-LABEL: @plain(
// CHECK-SAME: load_words = 2
// CHECK-SAME: nests = [{stages = [0, 1]}]
loop.kernel @plain(%x: tensor<300xf32>, %y: tensor<300xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300) attributes {loop.schedule = {launches = [{threads = 64, nests = [{stages = [0, 1]}], load_words = 2, body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.map (i) reads(%a = %x[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i) reads(%a = %y[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}
