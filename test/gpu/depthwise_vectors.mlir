// A depthwise convolution by channels last: a thread has a vector of channels,
// for which the weights are copied into channels last, and so does what it reads
// lie where a map makes it; and several points, whose windows share rows.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: loop.kernel {{.*}} -> (tensor<4x96x40x40xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>})
// CHECK: loop.kernel {{.*}}tensor<4x96x40x40xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}{{.*}}tensor<96x1x3x3xbf16> {tc.layout = #tc.layout<order = [1, 2, 3, 0]>}{{.*}}{body = [{run = 0 : i64}], for = ["d1"], to = "unroll"}], for = ["d4", "d6", "d5"], step = 3 : i64, to = "seq"}, {body = [{run = 1 : i64}], for = ["d1"], to = "unroll"}], for = ["d3"], to = "vector"
module attributes {tc.version = "0.1", tc.target = "cuda,tune=sm_90a"} {
fx.graph @main(%x: tensor<4x40x40x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 0}}, %d: tensor<96x1x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 3, seed = 0}}, %b: tensor<4x96x40x40xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4, seed = 0}}) -> tensor<4x40x40x96xbf16> {
  %p = fx.call "aten.permute.default"(%x, [0, 3, 1, 2]) : (tensor<4x40x40x96xbf16>) -> tensor<4x96x40x40xbf16>
  %e = fx.call "aten.add.Tensor"(%p, %b) : (tensor<4x96x40x40xbf16>, tensor<4x96x40x40xbf16>) -> tensor<4x96x40x40xbf16>
  %0 = fx.call "aten.conv2d.default"(%e, %d, none, [1, 1], [1, 1], [1, 1], 96) : (tensor<4x96x40x40xbf16>, tensor<96x1x3x3xbf16>) -> tensor<4x96x40x40xbf16>
  %1 = fx.call "aten.permute.default"(%0, [0, 2, 3, 1]) : (tensor<4x96x40x40xbf16>) -> tensor<4x40x40x96xbf16>
  fx.output %1 : tensor<4x40x40x96xbf16>
}
}
