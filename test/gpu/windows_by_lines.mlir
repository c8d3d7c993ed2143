// A depthwise convolution of an argument by lines into channels last: threads
// are neighbours along the lines that they read, not a warp a result, and each has
// two rows, whose windows share lines.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: loop.kernel {{.*}}{body = [{run = 0 : i64}], for = ["d1"], to = "unroll"}], for = ["d4", "d6", "d5"], step = 7 : i64, to = "seq"}, {body = [{run = 1 : i64}], for = ["d1"], to = "unroll"}], for = ["d0", "d3", "d2"], step = 1 : i64, to = "thread"}], for = ["d1"], step = 2 : i64, to = "grid"
module attributes {tc.version = "0.1", tc.target = "cuda,tune=sm_90a"} {
fx.graph @main(%x: tensor<2x24x28x28xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 0}}, %d: tensor<24x1x7x7xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 3, seed = 0}}) -> tensor<2x28x28x24xbf16> {
  %0 = fx.call "aten.conv2d.default"(%x, %d, none, [1, 1], [3, 3], [1, 1], 24) : (tensor<2x24x28x28xbf16>, tensor<24x1x7x7xbf16>) -> tensor<2x24x28x28xbf16>
  %1 = fx.call "aten.permute.default"(%0, [0, 2, 3, 1]) : (tensor<2x24x28x28xbf16>) -> tensor<2x28x28x24xbf16>
  fx.output %1 : tensor<2x28x28x24xbf16>
}
}
