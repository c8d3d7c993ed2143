// A mask that all heads share, of positions and of a number a row and column
// (documents of a batch), read by two attentions: each computes it where it
// reads its scores, on matrix units, and it lies in no memory.
// RUN: sed 's/{tc.version/{tc.target = "cuda,tune=sm_90a", tc.version/' %s | tc-opt --tc-to-prim --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
!x = tensor<2x3x128x64xbf16>
!m = tensor<2x1x128x128xbf16>
!b = tensor<2x1x128x128xi1>
// CHECK-NOT: 2x1x128x128
// CHECK: unit = "wgmma
// CHECK-NOT: 2x1x128x128
// CHECK: unit = "wgmma
// CHECK: func.func
// CHECK-NOT: 2x1x128x128
module attributes {tc.version = "0.1"} {
  fx.graph @main(%q: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 7}}, %k: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 7}}, %v: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 7}}, %d: tensor<2x128xi64> {tc.init = {kind = "randint", low = 0, high = 3, stream = 4, seed = 7}}) -> !x {
    %i = fx.call "aten.arange.default"(128, dtype = i64) : () -> tensor<128xi64>
    %r = fx.call "aten.view.default"(%i, [1, 1, 128, 1]) : (tensor<128xi64>) -> tensor<1x1x128x1xi64>
    %c = fx.call "aten.view.default"(%i, [1, 1, 1, 128]) : (tensor<128xi64>) -> tensor<1x1x1x128xi64>
    %0 = fx.call "aten.le.Tensor"(%c, %r) : (tensor<1x1x1x128xi64>, tensor<1x1x128x1xi64>) -> tensor<1x1x128x128xi1>
    %1 = fx.call "aten.view.default"(%d, [2, 1, 128, 1]) : (tensor<2x128xi64>) -> tensor<2x1x128x1xi64>
    %2 = fx.call "aten.view.default"(%d, [2, 1, 1, 128]) : (tensor<2x128xi64>) -> tensor<2x1x1x128xi64>
    %3 = fx.call "aten.eq.Tensor"(%1, %2) : (tensor<2x1x128x1xi64>, tensor<2x1x1x128xi64>) -> !b
    %4 = fx.call "aten.bitwise_and.Tensor"(%0, %3) : (tensor<1x1x128x128xi1>, !b) -> !b
    %5 = fx.call "aten.scalar_tensor.default"(-65504.0, dtype = bf16) : () -> tensor<bf16>
    %6 = fx.call "aten.scalar_tensor.default"(0.0, dtype = bf16) : () -> tensor<bf16>
    %7 = fx.call "aten.where.self"(%4, %6, %5) : (!b, tensor<bf16>, tensor<bf16>) -> !m
    %8 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, %7) : (!x, !x, !x, !m) -> !x
    %9 = fx.call "aten.scaled_dot_product_attention.default"(%8, %k, %v, %7) : (!x, !x, !x, !m) -> !x
    fx.output %9 : !x
  }
}
