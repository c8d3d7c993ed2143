// What a schedule may not say of rows that several blocks share.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a --split-input-file --verify-diagnostics -o /dev/null
!x = tensor<2x301xf32>

// Runs that no launch merges.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: combine: no launch behind merges the runs of stage 0 (L1)}}
loop.kernel @no_merge(%x: !x) -> !x iters(i = 2, j = 301) attributes {loop.schedule = {launches = [{threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], step = 64, to = "grid", body = [{for = ["j"], to = "thread", body = [{run = 0, combine = "launch"}]}]}]}]}]}} {
  %y = loop.sort (i, j) along j reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}

// -----

!x = tensor<2x301xf32>
// expected-error @below {{[TC-0611] loop.schedule: launch 1: combine: no launch behind merges the runs of stage 0 (L1)}}
loop.kernel @some_left(%x: !x) -> !x iters(i = 2, j = 301) attributes {loop.schedule = {launches = [{threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], step = 64, to = "grid", body = [{for = ["j"], to = "thread", body = [{run = 0, combine = "launch"}]}]}]}]}, {threads = 64, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], step = 64, to = "grid", body = [{for = ["j"], step = 1, to = "thread", body = [{run = 0, combine = "merge", ways = 8}]}]}]}]}]}} {
  %y = loop.sort (i, j) along j reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}

// -----

!x = tensor<2x301xf32>
// expected-error @below {{[TC-0611] loop.schedule: launch 0: combine: the launch before leaves no runs of stage 0 that could be merged (L3)}}
loop.kernel @no_chunks(%x: !x) -> !x iters(i = 2, j = 301) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], step = 64, to = "grid", body = [{for = ["j"], step = 1, to = "thread", body = [{run = 0, combine = "merge"}]}]}]}]}]}} {
  %y = loop.sort (i, j) along j reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}

// -----

!x = tensor<2x301xf32>
// expected-error @below {{[TC-0610] loop.schedule: launch 1: ways}}
loop.kernel @too_many(%x: !x) -> !x iters(i = 2, j = 301) attributes {loop.schedule = {launches = [{threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], step = 64, to = "grid", body = [{for = ["j"], to = "thread", body = [{run = 0, combine = "launch"}]}]}]}]}, {threads = 64, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], step = 64, to = "grid", body = [{for = ["j"], step = 1, to = "thread", body = [{run = 0, combine = "merge", ways = 33}]}]}]}]}]}} {
  %y = loop.sort (i, j) along j reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}

// -----

// Chunks are sorted in shared memory.
!x = tensor<2x100000xf32>
// expected-error @below {{[TC-0611] loop.schedule: launch 0: a chunk of a sort must fit in the block's shared memory (L6)}}
loop.kernel @too_long(%x: !x) -> !x iters(i = 2, j = 100000) attributes {loop.schedule = {launches = [{threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], step = 50000, to = "grid", body = [{for = ["j"], to = "thread", body = [{run = 0, combine = "launch"}]}]}]}]}, {threads = 64, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], step = 64, to = "grid", body = [{for = ["j"], step = 1, to = "thread", body = [{run = 0, combine = "merge"}]}]}]}]}]}} {
  %y = loop.sort (i, j) along j reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}

// -----

!x = tensor<2x301xf32>
// expected-error @below {{[TC-0611] loop.schedule: launch 0: combine: a block's threads, a power of two, sort a chunk of a row of a sort alone (L2)}}
loop.kernel @three_waves(%x: !x) -> !x iters(i = 2, j = 301) attributes {loop.schedule = {launches = [{threads = 96, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], step = 64, to = "grid", body = [{for = ["j"], to = "thread", body = [{run = 0, combine = "launch"}]}]}]}]}]}} {
  %y = loop.sort (i, j) along j reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}

// -----

// Chunks that nothing has combined before, or others have.
!x = tensor<2x301xf32>
// expected-error @below {{[TC-0611] loop.schedule: launch 0: scans run in chunks of as many points as 'adds' says, where it does (L3)}}
loop.kernel @no_starts(%x: !x) -> !x iters(i = 2, j = 301) attributes {loop.schedule = {launches = [{threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], step = 64, to = "grid", body = [{for = ["j"], to = "thread", body = [{run = 0}]}]}]}]}]}} {
  %y = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}

// -----

!x = tensor<2x301xf32>
// expected-error @below {{[TC-0611] loop.schedule: launch 2: scans run in chunks of as many points as 'adds' says, where it does (L3)}}
loop.kernel @other_starts(%x: !x) -> !x iters(i = 2, j = 301) attributes {loop.schedule = {adds = [{as = "partial", for = ["j"], of = [0], step = 7}],
    launches = [{threads = 64, body = [{for = ["part.2", "i"], step = 64, to = "grid", body = [{for = ["part.2", "i"], step = 1, to = "thread", body = [{run = 1}]}]}]},
                {threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["part.2"], to = "thread", body = [{run = 2}]}]}]},
                {threads = 96, body = [{for = ["i"], step = 1, to = "grid", body = [{for = ["j"], to = "thread", body = [{run = 0}]}]}]}]}} {
  %y = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}

// -----

!x = tensor<2x301xf32>
// expected-error @below {{[TC-0611] loop.schedule: launch 0: adds: chunks of 'i' are combined of scans along it alone, in any order, and of maps that these read (L2)}}
loop.kernel @other_way(%x: !x) -> !x iters(i = 2, j = 301) attributes {loop.schedule = {adds = [{as = "partial", for = ["i"], of = [0], step = 7}], launches = []}} {
  %y = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}

// -----

// A scan of a scan waits for it at each point.
!x = tensor<2x301xf32>
// expected-error @below {{[TC-0611] loop.schedule: launch 0: chunks of a row, or several points of a thread at once, are of scans along one iterator of which none reads another, and maps of the same points (L3)}}
loop.kernel @of_a_scan(%x: !x) -> !x iters(i = 2, j = 301) attributes {loop.schedule = {launches = [{threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [
    {for = ["j"], step = 2, to = "thread", body = [{for = ["j"], step = 1, to = "seq", body = [{run = 0}]}]}, {for = ["j"], step = 2, to = "thread", body = [{for = ["j"], step = 1, to = "seq", body = [{run = 1}]}]}]}]}]}} {
  %s = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  %y = loop.scan (i, j) along j [add] reads(%a = %s[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}

// -----

// More steps at once than a wave has lanes for: five of eight waves.
!x = tensor<2x30100xf32>
// expected-error @below {{[TC-0611] loop.schedule: launch 0: steps of a scan at once: the loop around the threads has a step of 2 to 4 times 256 points (L3)}}
loop.kernel @five_steps(%x: !x) -> !x iters(i = 2, j = 30100) attributes {loop.schedule = {launches = [{threads = 256, body = [{for = ["i"], step = 1, to = "grid", body = [
    {for = ["j"], step = 1280, to = "seq", body = [{for = ["j"], to = "thread", body = [{run = 0}]}]}]}]}]}} {
  %y = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}

// -----

// A step that some threads have half of.
!x = tensor<2x30100xf32>
// expected-error @below {{[TC-0611] loop.schedule: launch 0: steps of a scan at once: the loop around the threads has a step of 2 to 8 times 64 points (L3)}}
loop.kernel @half_a_step(%x: !x) -> !x iters(i = 2, j = 30100) attributes {loop.schedule = {launches = [{threads = 32, body = [{for = ["i"], step = 1, to = "grid", body = [
    {for = ["j"], step = 160, to = "seq", body = [{for = ["j"], step = 2, to = "thread", body = [{for = ["j"], step = 1, to = "seq", body = [{run = 0}]}]}]}]}]}]}} {
  %y = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}
