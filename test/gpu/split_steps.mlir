// A reduction of symbolic length in four parts on matrix units, of which the
// last has fewer steps, or none: both operands are contiguous along their points.
// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=1 --size s=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=1 --size s=3
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=1 --size s=6
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=4 --size s=64
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=3 --size s=100

!x = tensor<?x?x128xbf16, #tc.dims<[b, s, 128]>>
!g = tensor<?x?x192xbf16, #tc.dims<[b, s, 192]>>

module attributes {tc.version = "0.1", tc.sizes = {b = 4 : i64, s = 5 : i64}} {
  loop.kernel private @gradient(%x: !x, %g: !g) -> tensor<128x192xf32> iters(i = 128, j = 192, b0 = b, s0 = s) attributes {loop.schedule = {adds = [{as = "partial", for = ["b0.s0"], of = [0], parts = 4 : i64}], launches = [{body = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [1, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [1, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 1 : i64, unit = "wgmma.m64k16.bf16"}], for = ["j"], step = 192 : i64, to = "group"}], for = ["i"], step = 64 : i64, to = "group"}], for = ["of.part.6"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 192 : i64, to = "grid"}], for = ["i"], step = 128 : i64, to = "grid"}], for = ["part.5"], step = 1 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 256 : i64}, {body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["i", "j"], step = 1024 : i64, to = "grid"}], threads = 256 : i64}]}} {
    %y = loop.contract (i, j) over (b0, s0) reads(%a = %x[b0, s0, i] : !x, %c = %g[b0, s0, j] : !g) -> tensor<128x192xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.convert_element_type %c : bf16 to f32
      loop.yield %0, %1 : f32, f32
    }
    loop.yield %y : tensor<128x192xf32>
  }
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}},
                  %g: !g {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}) -> tensor<128x192xf32> attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @gradient(%x, %g) {loop.places = [{result = 0 : i64}]} : (!x, !g) -> tensor<128x192xf32>
    return %0 : tensor<128x192xf32>
  }
}
