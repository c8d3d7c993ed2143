// Tokens that a convolution reads as an image, whose borders are bounds of two
// dimensions: it runs on a matrix unit.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: loop.kernel {{.*}}unit = "wgmma.m64k16.bf16"
// CHECK-NEXT: loop.contract {{.*}} = %arg{{[0-9]}}[d0, 2*d2 + d5 - 1, 2*d3 + d6 - 1, d4] : tensor<2x14x14x32xbf16> else 0.000000e+00)
module attributes {tc.version = "0.1", tc.target = "cuda,tune=sm_90a"} {
fx.graph @main(%x: tensor<2x196x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 0}}, %w: tensor<64x32x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 2, seed = 0}}, %d: tensor<32x1x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 3, seed = 0}}) -> (tensor<2x64x7x7xbf16>, tensor<2x196x32xbf16>) {
  %e = fx.call "aten.relu.default"(%x) : (tensor<2x196x32xbf16>) -> tensor<2x196x32xbf16>
  %0 = fx.call "aten.transpose.int"(%e, 1, 2) : (tensor<2x196x32xbf16>) -> tensor<2x32x196xbf16>
  %1 = fx.call "aten.reshape.default"(%0, [2, 32, 14, 14]) : (tensor<2x32x196xbf16>) -> tensor<2x32x14x14xbf16>
  %2 = fx.call "aten.conv2d.default"(%1, %w, none, [2, 2], [1, 1]) : (tensor<2x32x14x14xbf16>, tensor<64x32x3x3xbf16>) -> tensor<2x64x7x7xbf16>
  %3 = fx.call "aten.conv2d.default"(%1, %d, none, [1, 1], [1, 1], [1, 1], 32) : (tensor<2x32x14x14xbf16>, tensor<32x1x3x3xbf16>) -> tensor<2x32x14x14xbf16>
  %4 = fx.call "aten.reshape.default"(%3, [2, 32, 196]) : (tensor<2x32x14x14xbf16>) -> tensor<2x32x196xbf16>
  %5 = fx.call "aten.transpose.int"(%4, 1, 2) : (tensor<2x32x196xbf16>) -> tensor<2x196x32xbf16>
  fx.output %2, %5 : tensor<2x64x7x7xbf16>, tensor<2x196x32xbf16>
}
}
