// Windows that cover an image, no two the same element, are moved, not gathered;
// and put back.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-prim,func.func(prim-simplify))' | FileCheck %s
// CHECK-LABEL: func.func {{.*}}@main
// CHECK-NOT: prim.index
// CHECK: prim.reshape %arg0 : tensor<2x3x4x6xf32> to tensor<2x3x2x2x2x3xf32>
// CHECK-NOT: prim.index
// CHECK: prim.reshape %arg1 : tensor<2x18x4xf32> to tensor<2x3x2x3x2x2xf32>
// CHECK-NOT: prim.index
// CHECK: prim.transpose %{{.*}} [0, 1, 4, 2, 5, 3] : tensor<2x3x2x3x2x2xf32>
// CHECK-NOT: prim.index
// CHECK: return
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<2x3x4x6xf32>, %y: tensor<2x18x4xf32>) -> (tensor<2x18x4xf32>, tensor<2x3x4x6xf32>) {
  %0 = fx.call "aten.im2col.default"(%x, [2, 3], [1, 1], [0, 0], [2, 3]) : (tensor<2x3x4x6xf32>) -> tensor<2x18x4xf32>
  %1 = fx.call "aten.col2im.default"(%y, [4, 6], [2, 3], [1, 1], [0, 0], [2, 3]) : (tensor<2x18x4xf32>) -> tensor<2x3x4x6xf32>
  fx.output %0, %1 : tensor<2x18x4xf32>, tensor<2x3x4x6xf32>
}
}
