// Memory that nobody has written is zeros: the same program gives the same.
// RUN: tc-opt %s --tc-to-prim | FileCheck %s
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: %[[ZERO:.*]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[A:.*]] = prim.broadcast_in_dim %[[ZERO]] [] : tensor<f32> to tensor<2x3xf32>
// CHECK-NEXT: %[[C:.*]] = prim.broadcast_in_dim %[[ZERO]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: return %[[A]], %[[A]], %[[C]], %[[A]], %[[C]], %[[A]]
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<4xf32>, tensor<2x3xf32>, tensor<4xf32>, tensor<2x3xf32>) {
  %a = fx.call "aten.empty_like.default"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %b = fx.call "aten.empty_strided.default"([2, 3], [3, 1], dtype = f32) : () -> tensor<2x3xf32>
  %c = fx.call "aten.new_empty.default"(%x, [4]) : (tensor<2x3xf32>) -> tensor<4xf32>
  %d = fx.call "aten.new_empty_strided.default"(%x, [2, 3], [3, 1]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %e = fx.call "aten.empty.memory_format"([4], dtype = f32) : () -> tensor<4xf32>
  %f = fx.call "aten.empty_permuted.default"([2, 3], [0, 1], dtype = f32) : () -> tensor<2x3xf32>
  fx.output %a, %b, %c, %d, %e, %f : tensor<2x3xf32>, tensor<2x3xf32>, tensor<4xf32>, tensor<2x3xf32>, tensor<4xf32>, tensor<2x3xf32>
}
}
