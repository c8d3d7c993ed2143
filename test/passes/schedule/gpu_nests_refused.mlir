// Each way in which the loops of a GPU's thread are malformed, not allowed, or
// have no code.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_80 --verify-diagnostics -o /dev/null
// RUN: tc-opt %s --split-input-file --loop-to-gpu=target=cuda,tune=sm_80 --verify-diagnostics -o /dev/null

// expected-error @below {{[TC-0610] loop.schedule: launch 0: nests must be a list of dictionaries}}
loop.kernel @no_list(%x: tensor<300x90xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, nests = 3, body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i) reads(%a = %s[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: nest 0: it must be a dictionary}}
loop.kernel @no_dictionaries(%x: tensor<300x90xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, nests = [3], body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i) reads(%a = %s[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: nest 1: there is no entry 'vector' of a thread's loops}}
loop.kernel @no_vectors(%x: tensor<300x90xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, nests = [{stages = [0]}, {stages = [1], vector = "i"}], body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i) reads(%a = %s[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: nests: stage 1 can't stand where it does}}
loop.kernel @together(%x: tensor<300x90xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, nests = [{stages = [0, 1]}], body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i) reads(%a = %s[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: nests: stage 1 can't stand where it does}}
loop.kernel @left_out(%x: tensor<300x90xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, nests = [{stages = [0]}], body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i) reads(%a = %s[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: nest 0: rows must be a number from 2 to 1024}}
loop.kernel @one_row(%x: tensor<300x90xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, nests = [{stages = [0], rows = 1}, {stages = [1]}], body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i) reads(%a = %s[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].nests[0].rows: there is no code for this entry here}}
loop.kernel @no_scans(%x: tensor<300x90xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, nests = [{stages = [0], rows = 2}, {stages = [1]}], body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i) reads(%a = %s[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].nests[1].ranges: there is no code for this entry here}}
loop.kernel @no_comparisons(%x: tensor<300x90xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, nests = [{stages = [0]}, {stages = [1], ranges = 3}], body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i) reads(%a = %s[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].nests[0].few: there is no code for this entry here}}
loop.kernel @no_sort(%x: tensor<300x90xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, nests = [{stages = [0], few}, {stages = [1]}], body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i) reads(%a = %s[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].nests[0].ahead: there is no code for this entry here}}
loop.kernel @no_scatter(%x: tensor<300x90xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, nests = [{stages = [0], ahead = 2}, {stages = [1]}], body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i) reads(%a = %s[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: load_words must be a number from 1 to 256}}
loop.kernel @no_loads(%x: tensor<300x90xf32>) -> (tensor<300xf32>, tensor<300xf32>) iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, load_words = 0, body = [{for = ["i"], step = 64, to = "grid", body = [{for = ["i"], step = 1, to = "thread", body = [{run = 0}, {run = 1}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  %t = loop.map (i) reads(%a = %s[i] : tensor<300xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<300xf32>, tensor<300xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].load_words: there is no code for this entry here}}
loop.kernel @rows(%x: tensor<300x90xf32>) -> tensor<300xf32> iters(i = 300, j = 90) attributes {loop.schedule = {launches = [{threads = 64, load_words = 8, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], to = "thread", body = [{run = 0}]}]}]}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<300x90xf32>) -> tensor<300xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<300xf32>
}
