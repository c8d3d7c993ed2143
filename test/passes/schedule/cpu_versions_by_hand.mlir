// Versions of a schedule that are malformed or not allowed.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v3 --verify-diagnostics -o /dev/null

// expected-error @below {{[TC-0610] loop.schedule: version 0: each version but the last has conditions, `when`}}
loop.kernel @no_condition(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{phases = [{stages = [0], tasks = []}]}, {phases = [{stages = [0], tasks = []}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: each version but the last has conditions, `when`}}
loop.kernel @last(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = [{size = #tc.size<n>, most = 3}], phases = [{stages = [0], tasks = []}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: `versions` is a list of one at least}}
loop.kernel @empty(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = []}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: `when` is of the kernel's size symbols alone}}
loop.kernel @other_symbol(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = [{size = #tc.size<m>, most = 3}], phases = [{stages = [0], tasks = []}]}, {phases = [{stages = [0], tasks = []}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: a condition has a `size`, a #tc.size}}
loop.kernel @no_size(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = [{most = 3}], phases = [{stages = [0], tasks = []}]}, {phases = [{stages = [0], tasks = []}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: a bound is a number from 0, of `threads` from 2, `divisible` from 1, to 2^30}}
loop.kernel @zero(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = [{size = #tc.size<n>, divisible = 0}], phases = [{stages = [0], tasks = []}]}, {phases = [{stages = [0], tasks = []}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: an entry that there is not}}
loop.kernel @unknown(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = [{size = #tc.size<n>, above = 3}], phases = [{stages = [0], tasks = []}]}, {phases = [{stages = [0], tasks = []}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: phase 0: vector: 'k' is no iterator of the kernel}}
loop.kernel @second(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = [{size = #tc.size<n>, most = 3}], phases = [{stages = [0], tasks = []}]}, {phases = [{stages = [0], tasks = [], vector = "k"}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: `when` is a list of one condition at least}}
loop.kernel @no_conditions(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = [], phases = [{stages = [0], tasks = []}]}, {phases = [{stages = [0], tasks = []}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: `when` is a list of one condition at least}}
loop.kernel @no_list(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = 7, phases = [{stages = [0], tasks = []}]}, {phases = [{stages = [0], tasks = []}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: a condition has a bound: `least`, `most` or `divisible`}}
loop.kernel @no_bound(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = [{size = #tc.size<n>}], phases = [{stages = [0], tasks = []}]}, {phases = [{stages = [0], tasks = []}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: a condition is a dictionary}}
loop.kernel @no_condition_dictionary(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = [7], phases = [{stages = [0], tasks = []}]}, {phases = [{stages = [0], tasks = []}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: beside `versions` there is no entry: each version has its own}}
loop.kernel @beside(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {phases = [{stages = [0], tasks = []}], versions = [{phases = [{stages = [0], tasks = []}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: `threads`, of CPUs, have a bound `least`, and are the only condition}}
loop.kernel @threads_at_most(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = [{size = "threads"}], phases = [{stages = [0], tasks = []}]}, {phases = [{stages = [0], tasks = []}]}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}
