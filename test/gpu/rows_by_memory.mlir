// A norm of whole images that lie channels last: the threads of a block take
// neighbours in memory, vectors of channels, in each of its loops.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: nests = [{order = ["d2", "d3", "d1"], stages = [0]}, {stages = [1]}, {order = ["d2", "d3", "d1"], stages = [2]}
module attributes {tc.version = "0.1", tc.target = "cuda,tune=sm_90a"} {
fx.graph @main(%x: tensor<4x64x14x14xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 0}}, %w: tensor<64x64x1x1xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 2, seed = 0}}, %g: tensor<64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 0}}) -> tensor<4x64x14x14xbf16> {
  %0 = fx.call "aten.conv2d.default"(%x, %w) : (tensor<4x64x14x14xbf16>, tensor<64x64x1x1xbf16>) -> tensor<4x64x14x14xbf16>
  %1 = fx.call "aten.conv2d.default"(%0, %w) : (tensor<4x64x14x14xbf16>, tensor<64x64x1x1xbf16>) -> tensor<4x64x14x14xbf16>
  %2 = fx.call "aten.group_norm.default"(%1, 1, %g, %g) : (tensor<4x64x14x14xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<4x64x14x14xbf16>
  %3 = fx.call "aten.conv2d.default"(%2, %w) : (tensor<4x64x14x14xbf16>, tensor<64x64x1x1xbf16>) -> tensor<4x64x14x14xbf16>
  fx.output %3 : tensor<4x64x14x14xbf16>
}
}
