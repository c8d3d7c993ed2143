// Windows of an average that are larger than their image, as ceil_mode allows:
// no more elements than may lie inside are summed up, and no more zeros put
// behind the image than that needs.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-prim)' | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: prim.convolution {{.*}} strides [1280, 1280] pad [0, 0], [0, 0] {{.*}} : tensor<6x1x4x5xf32>, tensor<1x1x4x5xf32>
// CHECK: prim.convolution {{.*}} strides [2, 2] pad [1, 1], [2, 1] {{.*}} : tensor<6x1x4x5xf32>, tensor<1x1x3x3xf32>
fx.graph @main(%x: tensor<2x3x4x5xf32>) -> (tensor<2x3x1x1xf32>, tensor<2x3x3x3xf32>) {
  %0 = fx.call "aten.avg_pool2d.default"(%x, [1280, 1280], [], [0, 0], true) : (tensor<2x3x4x5xf32>) -> tensor<2x3x1x1xf32>
  %1 = fx.call "aten.avg_pool2d.default"(%x, [3, 3], [2, 2], [1, 1], true) : (tensor<2x3x4x5xf32>) -> tensor<2x3x3x3xf32>
  fx.output %0, %1 : tensor<2x3x1x1xf32>, tensor<2x3x3x3xf32>
}
