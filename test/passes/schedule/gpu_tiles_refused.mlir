// Transposed tiles that there are not.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_80 --verify-diagnostics -o /dev/null
// RUN: tc-opt %s --split-input-file --loop-to-gpu=target=cuda,tune=sm_80 --verify-diagnostics -o /dev/null

// expected-error @below {{[TC-0611] loop.schedule: launch 0: threads must be whole waves (L6)}}
loop.kernel @threads(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], threads = 100 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: vector: memory is not contiguous for so many elements along what is written (L7)}}
loop.kernel @vector(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: step: the side of a tile is a multiple of the vectors that are read and written, at most 256 (L1)}}
loop.kernel @vectors_of_a_side(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 2 : i64, to = "thread"}], for = ["j"], step = 6 : i64, to = "grid"}], for = ["i"], step = 6 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: step: the side of a tile is a multiple of the vectors that are read and written, at most 256 (L1)}}
loop.kernel @long(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 512 : i64, to = "grid"}], for = ["i"], step = 512 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: step: the side of a tile is a multiple of the vectors that are read and written, at most 256 (L1)}}
loop.kernel @no_side(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 0 : i64, to = "grid"}], for = ["i"], step = 0 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: step: shared memory has no room for tiles of that side (L6)}}
loop.kernel @room(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 256 : i64, to = "grid"}], for = ["i"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].body[0].step: there is no code for 32 : i64, but for 64 : i64}}
loop.kernel @rectangle(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 32 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].body[0].body[0].body[0].bytes: there is no code for 8 : i64, but for 16 : i64}}
loop.kernel @bytes(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 8 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: no read of the launch is transposed through tiles in shared memory}}
loop.kernel @twice(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["j"], step = 64 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}
