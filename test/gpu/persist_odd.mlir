// The same with rows of an odd number of elements, whose vectors are cut where
// they are aligned (unit_shift.c); what is left at both ends of a tile, and a
// tile that has only some columns, is stored one by one. Parts
// of 32 columns.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
module attributes {tc.version = "0.1"} {
  loop.kernel private @k0_dot_general(%arg0: tensor<200x200xbf16>, %arg1: tensor<197x200xbf16>) -> tensor<200x197xbf16> iters(d0 = 200, d1 = 200, d2 = 197) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["d2"], step = 96 : i64, to = "group"}], for = ["d1"], step = 64 : i64, to = "group"}], for = ["d0"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [{run = 1 : i64}], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 8 : i64, tail = "peel", to = "thread"}], for = ["d2"], step = 96 : i64, to = "persist"}], for = ["d1"], step = 128 : i64, to = "persist"}], group = 2 : i64, resident = 1 : i64, threads = 256 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d1, d0] : tensor<200x200xbf16>, %arg3 = %arg1[d2, d0] : tensor<197x200xbf16>) -> tensor<200x197xf32> {
      %2 = prim.convert_element_type %arg2 : bf16 to f32
      %3 = prim.convert_element_type %arg3 : bf16 to f32
      loop.yield %2, %3 : f32, f32
    }
    %1 = loop.map (d1, d2) reads(%arg2 = %0[d1, d2] : tensor<200x197xf32>) -> tensor<200x197xbf16> {
      %2 = prim.convert_element_type %arg2 : f32 to bf16
      loop.yield %2 : bf16
    }
    loop.yield %1 : tensor<200x197xbf16>
  }
  func.func @main(%arg0: tensor<200x200xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 1 : i64}}, %arg1: tensor<197x200xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 2 : i64}}) -> tensor<200x197xbf16> attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @k0_dot_general(%arg0, %arg1) {loop.places = [{result = 0 : i64}]} : (tensor<200x200xbf16>, tensor<197x200xbf16>) -> tensor<200x197xbf16>
    return %0 : tensor<200x197xbf16>
  }
}
