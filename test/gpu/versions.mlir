// Versions of a GPU's schedule, chosen at each launch: a product in two parts of
// its reduction, of few rows; in tiles of 64 rows where batches are multiples of
// 16; in others else. Each at sizes that take it, and at both ends of its range.
// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --repeat=1 --profile --size b=4 --size s=5 | FileCheck %s --check-prefix=FEW
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --repeat=1 --profile --size b=2 --size s=16 | FileCheck %s --check-prefix=EVEN
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --repeat=1 --profile --size b=3 --size s=7 | FileCheck %s --check-prefix=ODD
// The launches of other versions have no blocks, and take the least time.
// FEW: launches {{.*}} kernel
// FEW-NEXT: rows{{$}}
// EVEN: launches {{.*}} kernel
// EVEN-NEXT: rows_phase2{{$}}
// ODD: launches {{.*}} kernel
// ODD-NEXT: rows_phase3{{$}}
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=1 --size s=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=4 --size s=5
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=3 --size s=7
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=2 --size s=16
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=3 --size s=48
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=5 --size s=15

!x = tensor<?x?x256xbf16, #tc.dims<[b, s, 256]>>
!w = tensor<256x40xbf16>
!y = tensor<?x?x40xf32, #tc.dims<[b, s, 40]>>

module attributes {tc.version = "0.1", tc.sizes = {b = 4 : i64, s = 5 : i64}} {
  loop.kernel private @rows(%x: !x, %w: !w) -> !y iters(b0 = b, s0 = s, i = 40, k = 256) attributes {loop.schedule = {versions = [{adds = [{as = "partial", for = ["k"], of = [0], parts = 2 : i64}], launches = [{body = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [1, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [1, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 1 : i64, unit = "mma.m16n8k16.bf16"}], for = ["i"], step = 16 : i64, to = "warp"}], for = ["b0.s0"], step = 16 : i64, to = "warp"}], for = ["of.part.6"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["i"], to = "vector"}], for = ["b0.s0", "i"], step = 8 : i64, to = "thread"}], for = ["i"], step = 32 : i64, to = "grid"}], for = ["b0.s0"], step = 32 : i64, to = "grid"}], for = ["part.5"], step = 1 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 128 : i64}, {body = [{body = [{body = [{run = 0 : i64}], for = ["b0.s0", "i"], step = 1 : i64, to = "thread"}], for = ["b0.s0", "i"], step = 256 : i64, to = "grid"}], threads = 256 : i64}], when = [{most = 20 : i64, size = #tc.size<b*s>}]}, {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["i"], step = 16 : i64, to = "warp"}], for = ["b0.s0"], step = 32 : i64, to = "warp"}], for = ["k"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["i"], to = "vector"}], for = ["b0.s0", "i"], step = 8 : i64, to = "thread"}], for = ["i"], step = 32 : i64, to = "grid"}], for = ["b0.s0"], step = 64 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 128 : i64}], when = [{least = 32 : i64, size = #tc.size<b*s>}, {divisible = 16 : i64, size = #tc.size<s>}]}, {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["b0.s0"], step = 16 : i64, to = "warp"}], for = ["k"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["i"], to = "vector"}], for = ["b0.s0", "i"], step = 8 : i64, to = "thread"}], for = ["i"], step = 64 : i64, to = "grid"}], for = ["b0.s0"], step = 32 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 128 : i64}]}]}} {
    %y = loop.contract (b0, s0, i) over (k) reads(%a = %x[b0, s0, k] : !x, %c = %w[k, i] : !w) -> !y {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.convert_element_type %c : bf16 to f32
      loop.yield %0, %1 : f32, f32
    }
    loop.yield %y : !y
  }
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}},
                  %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}) -> !y attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @rows(%x, %w) {loop.places = [{result = 0 : i64}]} : (!x, !w) -> !y
    return %0 : !y
  }
}
