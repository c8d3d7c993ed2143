// Weights of a transposed convolution in bf16 lie by input channels first, a
// step of the sum 16 elements from the next, which tile registers cannot load:
// they are copied where a machine has such registers, and nowhere else.
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 --plan=%t.tiles.mlir -o %t.so
// RUN: tc-opt %t.tiles.mlir --loop-schedule=target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 | FileCheck %s
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16 --plan=%t.plain.mlir -o %t.so && FileCheck %s --check-prefix=NONE <%t.plain.mlir
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --repeat=1
// CHECK: unit = "amx.bf16"
// CHECK: launch @relay_0(%arg1)
// NONE-NOT: launch @relay
module attributes {tc.version = "0.1"} {
  fx.graph @main(%a0: tensor<1x64x20x20xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0, seed = 1}}, %a1: tensor<64x64x4x4xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 1}}) -> (tensor<1x64x40x40xbf16>) {
    %0 = fx.call "aten.conv_transpose2d.input"(%a0, %a1, none, [2, 2], [1, 1], [0, 0], 1, [1, 1]) : (tensor<1x64x20x20xbf16>, tensor<64x64x4x4xbf16>) -> tensor<1x64x40x40xbf16>
    fx.output %0 : tensor<1x64x40x40xbf16>
  }
}
