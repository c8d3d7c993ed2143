// Whole powers whose result is rounded to halves are products in f32, also of
// negative numbers, 0, infinities and what overflows; of f32 they are powers.
// RUN: tc-opt %s --tc-to-prim | FileCheck %s
// RUN: tc-run %s --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK-LABEL: func.func @main(
// CHECK-COUNT-4: prim.mul %{{.*}} : tensor<61xf32>
// CHECK: prim.pow %{{.*}} : tensor<61xf32>
// CHECK-NOT: prim.pow
module attributes {tc.version = "0.1"} {
  fx.graph @main(%x: tensor<61xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 2.0, stream = 1}}, %y: tensor<61xf32> {tc.init = {kind = "uniform", mean = 2.0, std = 1.0, stream = 2}}) -> (tensor<61xbf16>, tensor<61xf32>, tensor<61xbf16>) {
    %0 = fx.call "aten.pow.Tensor_Scalar"(%x, 9) : (tensor<61xbf16>) -> tensor<61xbf16>
    %1 = fx.call "aten.pow.Tensor_Scalar"(%y, 9) : (tensor<61xf32>) -> tensor<61xf32>
    %2 = fx.call "aten.mul.Tensor"(%x, 1.0e+30) : (tensor<61xbf16>) -> tensor<61xbf16>
    %3 = fx.call "aten.pow.Tensor_Scalar"(%2, 4.0) : (tensor<61xbf16>) -> tensor<61xbf16>
    fx.output %0, %1, %3 : tensor<61xbf16>, tensor<61xf32>, tensor<61xbf16>
  }
}
