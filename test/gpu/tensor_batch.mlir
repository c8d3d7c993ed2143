// Tensor maps of four dimensions: heads of a joined tensor, of which the first is
// left out, in each sequence of a batch; the last step's box has 8 of 64.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-opt %s --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// CHECK: loop.tensor_maps = {{.*}}box = [64, 64, 1, 1], buffer = 0 : i64, extents = [#tc.size<72>, #tc.size<70>, #tc.size<2>, #tc.size<2>], offset = #tc.size<144>, strides = [#tc.size<2>, #tc.size<432>, #tc.size<30240>, #tc.size<144>]
module attributes {tc.version = "0.1"} {
  loop.kernel private @heads(%x: tensor<2x70x3x72xbf16>, %w: tensor<2x70x3x72xbf16>) -> tensor<2x2x70x70xbf16> iters(b = 2, h = 2, i = 70, j = 70, k = 72) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{copy = [0, 0], engine = "tma", role = "load", to = "shared"}, {copy = [0, 1], engine = "tma", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["j"], step = 128 : i64, to = "group"}], for = ["i"], role = "multiply", step = 64 : i64, to = "group"}], for = ["k"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["j"], to = "vector"}], for = ["i", "j"], role = "multiply", step = 2 : i64, to = "thread"}], for = ["j"], step = 128 : i64, to = "persist"}], for = ["i"], step = 64 : i64, to = "persist"}], for = ["b", "h"], step = 1 : i64, to = "persist"}], group = 8 : i64, resident = 1 : i64, roles = [{name = "load", registers = 24 : i64, warps = 4 : i64}, {name = "multiply", registers = 240 : i64, warps = 8 : i64}], threads = 384 : i64}]}} {
    %y = loop.contract (b, h, i, j) over (k) reads(%a = %x[b, i, h + 1, k] : tensor<2x70x3x72xbf16>, %c = %w[b, j, h + 1, k] : tensor<2x70x3x72xbf16>) -> tensor<2x2x70x70xbf16> {
      loop.yield %a, %c : bf16, bf16
    }
    loop.yield %y : tensor<2x2x70x70xbf16>
  }
  func.func @main(%x: tensor<2x70x3x72xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 1 : i64}}, %w: tensor<2x70x3x72xbf16> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 2 : i64}}) -> tensor<2x2x70x70xbf16> attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @heads(%x, %w) {loop.places = [{result = 0 : i64}]} : (tensor<2x70x3x72xbf16>, tensor<2x70x3x72xbf16>) -> tensor<2x2x70x70xbf16>
    return %0 : tensor<2x2x70x70xbf16>
  }
}
