// Circular pads wrap what negative ones leave, not what they cut off.
// RUN: tc-interpret %s --pipeline=tc-to-prim --same-as=reference | FileCheck %s
// CHECK: same: equal
module attributes {tc.version = "0.2"} {
fx.graph @main(%x: tensor<5x6xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> tensor<6x5xf32> {
  %y = fx.call "aten.pad.default"(%x, [2, -3, -1, 2], "circular") : (tensor<5x6xf32>) -> tensor<6x5xf32>
  fx.output %y : tensor<6x5xf32>
}
fx.graph @reference(%x: tensor<5x6xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> tensor<6x5xf32> {
  %a = fx.call "aten.slice.Tensor"(%x, 0, 1, 5) : (tensor<5x6xf32>) -> tensor<4x6xf32>
  %b = fx.call "aten.slice.Tensor"(%x, 0, 1, 3) : (tensor<5x6xf32>) -> tensor<2x6xf32>
  %c = fx.call "aten.cat.default"([%a, %b], 0) : (tensor<4x6xf32>, tensor<2x6xf32>) -> tensor<6x6xf32>
  %d = fx.call "aten.slice.Tensor"(%c, 1, 1, 3) : (tensor<6x6xf32>) -> tensor<6x2xf32>
  %e = fx.call "aten.slice.Tensor"(%c, 1, 0, 3) : (tensor<6x6xf32>) -> tensor<6x3xf32>
  %f = fx.call "aten.cat.default"([%d, %e], 1) : (tensor<6x2xf32>, tensor<6x3xf32>) -> tensor<6x5xf32>
  fx.output %f : tensor<6x5xf32>
}
}
