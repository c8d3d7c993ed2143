// GPU schedules written by hand: what is not allowed is an error, and so is what
// there is no code for.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_80 --verify-diagnostics -o /dev/null
// RUN: tc-opt %s --split-input-file --loop-to-gpu=target=cuda,tune=sm_80 --verify-diagnostics -o /dev/null

// Another tile, other warps, another ring: allowed.
loop.kernel @fine(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["j"], step = 32 : i64, to = "warp"}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["k"], ring = 3 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], group = 4 : i64, resident = 2 : i64, threads = 128 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// Results element by element: allowed.
loop.kernel @single(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["j"], step = 32 : i64, to = "warp"}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["k"], ring = 3 : i64, step = 32 : i64, to = "seq"}, {body = [], for = ["i", "j"], step = 1 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], group = 4 : i64, resident = 2 : i64, threads = 128 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// expected-error @below {{there is no code for 2 : i64, but for 8 : i64}}
loop.kernel @two(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["j"], step = 32 : i64, to = "warp"}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["k"], ring = 3 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], step = 2 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], group = 4 : i64, resident = 2 : i64, threads = 128 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// Another number of threads of a block: allowed.
loop.kernel @other_threads(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["i", "j"], step = 256 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: a warp's tile must be a multiple of the unit's shape (L5, L6)}}
loop.kernel @shape(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["j"], step = 32 : i64, to = "warp"}], for = ["i"], step = 8 : i64, to = "warp"}], for = ["k"], ring = 3 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], group = 4 : i64, resident = 2 : i64, threads = 128 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: the resident blocks must fit in the chip's shared memory (L5, L6)}}
loop.kernel @memory(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["j"], step = 32 : i64, to = "warp"}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["k"], ring = 40 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], group = 4 : i64, resident = 2 : i64, threads = 128 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: a ring must have at least two slots, a group at least one tile (L5, L6)}}
loop.kernel @ring(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["j"], step = 32 : i64, to = "warp"}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["k"], ring = 1 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], group = 4 : i64, resident = 2 : i64, threads = 128 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: unit: the target has no 'wgmma.m64k16.bf16'}}
loop.kernel @unit(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["j"], step = 32 : i64, to = "warp"}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["k"], ring = 3 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], group = 4 : i64, resident = 2 : i64, threads = 128 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].threads: there is no code for 256 : i64, but for 128 : i64}}
loop.kernel @threads(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["j"], step = 32 : i64, to = "warp"}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["k"], ring = 3 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], group = 4 : i64, resident = 2 : i64, threads = 256 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: tma: the target has no copy engine (L7)}}
loop.kernel @engine(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "tma", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["j"], step = 32 : i64, to = "warp"}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["k"], ring = 3 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], group = 4 : i64, resident = 2 : i64, threads = 128 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: threads must be whole waves of 32, at most 1024 (L6)}}
loop.kernel @waves(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["i", "j"], step = 192 : i64, to = "grid"}], threads = 48 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: a block's step must be a multiple of its threads' (L1)}}
loop.kernel @step(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["i", "j"], step = 100 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: vector: a thread can compute at most 4 adjacent elements at once (L7)}}
loop.kernel @lanes(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["i", "j"], step = 512 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: for: 'm' is no iterator of the kernel}}
loop.kernel @iterator(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["m", "j"], step = 4 : i64, to = "thread"}], for = ["m", "j"], step = 256 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: there is no stage 7}}
loop.kernel @stage(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 7 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["i", "j"], step = 256 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: 0 of 1 stages run (L1)}}
loop.kernel @none(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = []}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 1: stage 0 runs twice (L1)}}
loop.kernel @twice(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["i", "j"], step = 256 : i64, to = "grid"}], threads = 64 : i64}, {body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["i", "j"], step = 256 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: grid loops run over the iterators of which points do not depend on each other, each once (L1, L2)}}
loop.kernel @coverage(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 256 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].cluster: there is no code for this entry here}}
loop.kernel @entry(%x: tensor<8x64xf32>) -> tensor<8x64xf32> iters(i = 8, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["i", "j"], step = 256 : i64, to = "grid"}], threads = 64 : i64, cluster = 2 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x64xf32>) -> tensor<8x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: only blocks of warp groups persist (L5, L6)}}
loop.kernel @persist(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["j"], step = 32 : i64, to = "warp"}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["k"], ring = 3 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "persist"}], for = ["i"], step = 64 : i64, to = "persist"}], group = 4 : i64, resident = 2 : i64, threads = 128 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: warps copy as far ahead as their ring allows (L5, L6)}}
loop.kernel @ahead(%x: tensor<256x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<256x256xbf16> iters(i = 256, j = 256, k = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{ahead = 1 : i64, body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["j"], step = 32 : i64, to = "warp"}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["k"], ring = 3 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], group = 4 : i64, resident = 2 : i64, threads = 128 : i64}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %b = %w[j, k] : tensor<256x128xbf16>) -> tensor<256x256xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<256x256xbf16>
}

// -----

// Rows of a block: they need not divide all; one sum, or what lanes keep.
loop.kernel @rows(%x: tensor<12x64xf32>) -> tensor<12xf32> iters(i = 12, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "thread"}], for = ["i"], step = 8 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<12x64xf32>) -> tensor<12xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<12xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: the lanes of a row must be a power of two, at most a wave (L6)}}
loop.kernel @twelve_lanes(%x: tensor<16x64xf32>) -> tensor<16xf32> iters(i = 16, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "thread"}], for = ["i"], step = 8 : i64, to = "grid"}], threads = 96 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<16x64xf32>) -> tensor<16xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<16xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: a block has one row, unless that is one sum with maps of it, or its lanes keep it in registers}}
loop.kernel @rows(%x: tensor<16x4096xf32>) -> tensor<16x4096xf32> iters(i = 16, j = 4096) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}, {body = [{run = 1 : i64}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "thread"}], for = ["i"], step = 8 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<16x4096xf32>) -> tensor<16xf32> {
    loop.yield %a : f32
  }
  %z = loop.map (i, j) reads(%a = %x[i, j] : tensor<16x4096xf32>, %b = %y[i] : tensor<16xf32>) -> tensor<16x4096xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %z : tensor<16x4096xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: threads share a row of a sort alone, a block each: as many as a power of two (L2)}}
loop.kernel @sort(%x: tensor<16x64xf32>) -> tensor<16x64xf32> iters(i = 16, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "grid"}], threads = 96 : i64}]}} {
  %y = loop.sort (i, j) along j reads(%a = %x[i, j] : tensor<16x64xf32>) -> tensor<16x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<16x64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: threads share a row of a sort alone, a block each: as many as a power of two (L2)}}
loop.kernel @sorts(%x: tensor<16x64xf32>) -> tensor<16x64xf32> iters(i = 16, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "thread"}], for = ["i"], step = 4 : i64, to = "grid"}], threads = 128 : i64}]}} {
  %y = loop.sort (i, j) along j reads(%a = %x[i, j] : tensor<16x64xf32>) -> tensor<16x64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<16x64xf32>
}

// -----

// Sixteen rows of eight threads share columns: allowed.
loop.kernel @columns(%x: tensor<96x64xf32>) -> tensor<64xf32> iters(i = 96, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], step = 4 : i64, to = "thread"}], for = ["i"], to = "thread"}], for = ["j"], step = 32 : i64, to = "grid"}], threads = 128 : i64}]}} {
  %y = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<96x64xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: rows of threads must be a power of two, at least 2, and equally long (L6)}}
loop.kernel @columns_of_three(%x: tensor<96x64xf32>) -> tensor<64xf32> iters(i = 96, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], step = 1 : i64, to = "thread"}], for = ["i"], to = "thread"}], for = ["j"], step = 32 : i64, to = "grid"}], threads = 96 : i64}]}} {
  %y = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<96x64xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: a block's points must divide all (L1)}}
loop.kernel @columns_apart(%x: tensor<96x64xf32>) -> tensor<64xf32> iters(i = 96, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], step = 1 : i64, to = "thread"}], for = ["i"], to = "thread"}], for = ["j"], step = 48 : i64, to = "grid"}], threads = 96 : i64}]}} {
  %y = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<96x64xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: rows of threads share plain reductions over the same points, with maps of their results (L3)}}
loop.kernel @columns_ordered(%x: tensor<96x64xf32>) -> tensor<64xf32> iters(i = 96, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], step = 4 : i64, to = "thread"}], for = ["i"], to = "thread"}], for = ["j"], step = 32 : i64, to = "grid"}], threads = 128 : i64}]}} {
  %y = loop.reduce (j) over (i) [add] ordered reads(%a = %x[i, j] : tensor<96x64xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<64xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: the threads' accumulators must fit in 48 KiB (L6)}}
loop.kernel @columns_large(%x: tensor<96x64xf64>) -> (tensor<64xf64>, tensor<64xf64>, tensor<64xf64>, tensor<64xf64>) iters(i = 96, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], step = 2 : i64, to = "thread"}], for = ["i"], to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], threads = 1024 : i64}]}} {
  %y:4 = loop.reduce (j) over (i) [add, add, add, add] reads(%a = %x[i, j] : tensor<96x64xf64>) -> (tensor<64xf64>, tensor<64xf64>, tensor<64xf64>, tensor<64xf64>) {
    loop.yield %a, %a, %a, %a : f64, f64, f64, f64
  }
  loop.yield %y#0, %y#1, %y#2, %y#3 : tensor<64xf64>, tensor<64xf64>, tensor<64xf64>, tensor<64xf64>
}

// -----

// A tile's threads follow from it.
// expected-error @below {{[TC-0612] loop.schedule: launch 0: launches[0].threads: there is no code for 32 : i64, but for 256 : i64}}
loop.kernel @product_threads(%arg0: tensor<128x64xf32>, %arg1: tensor<64x128xf32>) -> tensor<128x128xf32> iters(m = 128, n = 128, k = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 4 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {bytes = 4 : i64, copy = [0, 1], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "fma"}], for = ["n"], step = 2 : i64, to = "thread"}], for = ["m"], step = 2 : i64, to = "thread"}], for = ["k"], step = 32 : i64, to = "seq"}, {body = [], for = ["m", "n"], step = 1 : i64, to = "thread"}], for = ["n"], step = 32 : i64, to = "grid"}], for = ["m"], step = 32 : i64, to = "grid"}], threads = 32 : i64}]}} {
  %0 = loop.contract (m, n) over (k) reads(%arg2 = %arg0[m, k] : tensor<128x64xf32>, %arg3 = %arg1[k, n] : tensor<64x128xf32>) -> tensor<128x128xf32> {
    loop.yield %arg2, %arg3 : f32, f32
  }
  loop.yield %0 : tensor<128x128xf32>
}
