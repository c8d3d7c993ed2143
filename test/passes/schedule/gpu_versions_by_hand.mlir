// Versions of a GPU's schedule that are malformed, or of which one is not
// allowed.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda --verify-diagnostics -o /dev/null

// expected-error @below {{[TC-0610] loop.schedule: version 0: each version but the last has conditions, `when`}}
loop.kernel @no_condition(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{launches = []}, {launches = []}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: 0 of 1 stages run (L1)}}
loop.kernel @last(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = [{size = #tc.size<n>, most = 3}], launches = [{body = [{body = [{body = [{run = 0 : i64}], for = ["i"], step = 1 : i64, to = "thread"}], for = ["i"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}, {launches = []}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: version 0: an entry that there is not: a version has `when` and its schedule, a condition `size`, `least`, `most` and `divisible`}}
loop.kernel @mixed(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) attributes {loop.schedule = {versions = [{when = [{size = #tc.size<n>, most = 3}], launches = [], phases = []}, {launches = []}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}

// -----

// What is left to a version is where none before it holds: an expression of all
// their conditions.
// expected-error @below {{[TC-0610] loop.schedule: version 1: its conditions are too complex}}
loop.kernel @complex(%x: tensor<?x?xf32, #tc.dims<[n, m]>>) -> tensor<?x?xf32, #tc.dims<[n, m]>> iters(i = n, j = m) attributes {loop.schedule = {versions = [{when = [{size = #tc.size<n>, most = 3}, {size = #tc.size<m>, most = 3}, {size = #tc.size<n*m>, most = 3}, {size = #tc.size<n*n*m>, most = 3}], launches = []}, {when = [{size = #tc.size<n>, most = 3}, {size = #tc.size<m>, most = 3}, {size = #tc.size<n*m>, most = 3}, {size = #tc.size<n*n*m>, most = 3}], launches = []}, {launches = []}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<?x?xf32, #tc.dims<[n, m]>>) -> tensor<?x?xf32, #tc.dims<[n, m]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?x?xf32, #tc.dims<[n, m]>>
}
