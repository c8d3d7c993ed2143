// All slots of a ring in use: a copy goes to the slot of the step before, behind
// a second barrier.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
module attributes {tc.version = "0.1"} {
  loop.kernel private @k0_dot_general(%arg0: tensor<72x328xbf16>, %arg1: tensor<328x328xbf16>) -> tensor<72x328xbf16> iters(d0 = 328, d1 = 72, d2 = 328) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["d2"], step = 192 : i64, to = "group"}], for = ["d1"], step = 64 : i64, to = "group"}], for = ["d0"], ahead = 2 : i64, ring = 3 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [{run = 1 : i64}], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 8 : i64, to = "thread"}], for = ["d2"], step = 192 : i64, to = "persist"}], for = ["d1"], step = 128 : i64, to = "persist"}], group = 8 : i64, resident = 1 : i64, threads = 256 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d1, d0] : tensor<72x328xbf16>, %arg3 = %arg1[d2, d0] : tensor<328x328xbf16>) -> tensor<72x328xf32> {
      %2 = prim.convert_element_type %arg2 : bf16 to f32
      %3 = prim.convert_element_type %arg3 : bf16 to f32
      loop.yield %2, %3 : f32, f32
    }
    %1 = loop.map (d1, d2) reads(%arg2 = %0[d1, d2] : tensor<72x328xf32>) -> tensor<72x328xbf16> {
      %2 = prim.convert_element_type %arg2 : f32 to bf16
      loop.yield %2 : bf16
    }
    loop.yield %1 : tensor<72x328xbf16>
  }
  func.func @main(%arg0: tensor<72x328xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 1 : i64}}, %arg1: tensor<328x328xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 2 : i64}}) -> tensor<72x328xbf16> attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @k0_dot_general(%arg0, %arg1) {loop.places = [{result = 0 : i64}]} : (tensor<72x328xbf16>, tensor<328x328xbf16>) -> tensor<72x328xbf16>
    return %0 : tensor<72x328xbf16>
  }
}
