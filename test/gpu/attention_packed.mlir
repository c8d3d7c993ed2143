// Attention over queries, keys and values that one linear layer made, of which
// a dimension of one is left, and with such a dimension in the result: on
// matrix units.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: loop.kernel {{.*}} -> tensor<2x150x1x4x64xbf16> {{.*}}unit = "wgmma.m64k16.bf16"{{.*}}loop.stream
// CHECK: loop.kernel {{.*}} -> tensor<2x150x4x64xbf16> {{.*}}unit = "wgmma.m64k16.bf16"{{.*}}loop.stream
// CHECK: loop.map (d0, d2, d1) -> tensor<2x4x150xf32>
module attributes {tc.version = "0.1", tc.target = "cuda,tune=sm_90a"} {
fx.graph @main(%qkv: tensor<2x150x768xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 0}}) -> (tensor<2x150x4x64xbf16>, tensor<2x150x1x4x64xbf16>) {
  %0 = fx.call "aten.reshape.default"(%qkv, [2, 150, 3, 4, 64]) : (tensor<2x150x768xbf16>) -> tensor<2x150x3x4x64xbf16>
  %1 = fx.call "aten.permute.default"(%0, [2, 0, 3, 1, 4]) : (tensor<2x150x3x4x64xbf16>) -> tensor<3x2x4x150x64xbf16>
  %2 = fx.call "aten.select.int"(%1, 0, 0) : (tensor<3x2x4x150x64xbf16>) -> tensor<2x4x150x64xbf16>
  %3 = fx.call "aten.select.int"(%1, 0, 1) : (tensor<3x2x4x150x64xbf16>) -> tensor<2x4x150x64xbf16>
  %4 = fx.call "aten.select.int"(%1, 0, 2) : (tensor<3x2x4x150x64xbf16>) -> tensor<2x4x150x64xbf16>
  %5 = fx.call "aten.transpose.int"(%3, -2, -1) : (tensor<2x4x150x64xbf16>) -> tensor<2x4x64x150xbf16>
  %6 = fx.call "aten.matmul.default"(%2, %5) : (tensor<2x4x150x64xbf16>, tensor<2x4x64x150xbf16>) -> tensor<2x4x150x150xbf16>
  %7 = fx.call "aten.mul.Scalar"(%6, 0.125) : (tensor<2x4x150x150xbf16>) -> tensor<2x4x150x150xbf16>
  %8 = fx.call "aten.softmax.int"(%7, -1) : (tensor<2x4x150x150xbf16>) -> tensor<2x4x150x150xbf16>
  %9 = fx.call "aten.matmul.default"(%8, %4) : (tensor<2x4x150x150xbf16>, tensor<2x4x150x64xbf16>) -> tensor<2x4x150x64xbf16>
  %10 = fx.call "aten.transpose.int"(%9, 1, 2) : (tensor<2x4x150x64xbf16>) -> tensor<2x150x4x64xbf16>
  %11 = fx.call "aten.neg.default"(%3) : (tensor<2x4x150x64xbf16>) -> tensor<2x4x150x64xbf16>
  %12 = fx.call "aten.scaled_dot_product_attention.default"(%2, %11, %4) : (tensor<2x4x150x64xbf16>, tensor<2x4x150x64xbf16>, tensor<2x4x150x64xbf16>) -> tensor<2x4x150x64xbf16>
  %13 = fx.call "aten.transpose.int"(%12, 1, 2) : (tensor<2x4x150x64xbf16>) -> tensor<2x150x4x64xbf16>
  %14 = fx.call "aten.unsqueeze.default"(%13, 2) : (tensor<2x150x4x64xbf16>) -> tensor<2x150x1x4x64xbf16>
  fx.output %10, %14 : tensor<2x150x4x64xbf16>, tensor<2x150x1x4x64xbf16>
}
}
