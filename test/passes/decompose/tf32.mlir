// The attribute that a graph was captured with says which calls permit TF32:
// convolutions and recurrent layers, or all others. Of f32 alone.
// RUN: tc-opt %s --fx-to-prim --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @matmul(
// CHECK: prim.dot_general {{.*}} {prim.tf32}
// CHECK: prim.convolution
// CHECK-NOT: tf32
// CHECK: return
fx.graph @matmul(%x: tensor<4x4xf32>, %y: tensor<1x4x9xf32>, %w: tensor<6x4x3xf32>) -> (tensor<4x4xf32>, tensor<1x6x7xf32>) attributes {tc.tf32 = ["matmul"]} {
  %0 = fx.call "aten.mm.default"(%x, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = fx.call "aten.conv1d.default"(%y, %w, none, [1], [0], [1], 1) : (tensor<1x4x9xf32>, tensor<6x4x3xf32>) -> tensor<1x6x7xf32>
  fx.output %0, %1 : tensor<4x4xf32>, tensor<1x6x7xf32>
}

// -----

// CHECK-LABEL: func.func @convolution(
// CHECK: prim.dot_general {{.*}} : tensor
// CHECK: prim.dot_general {{.*}} : tensor<4x4xf64>
// CHECK: prim.convolution {{.*}} {prim.tf32}
fx.graph @convolution(%x: tensor<4x4xf32>, %d: tensor<4x4xf64>, %y: tensor<1x4x9xf32>, %w: tensor<6x4x3xf32>) -> (tensor<4x4xf32>, tensor<4x4xf64>, tensor<1x6x7xf32>) attributes {tc.tf32 = ["convolution"]} {
  %0 = fx.call "aten.mm.default"(%x, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = fx.call "aten.mm.default"(%d, %d) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  %2 = fx.call "aten.conv1d.default"(%y, %w, none, [1], [0], [1], 1) : (tensor<1x4x9xf32>, tensor<6x4x3xf32>) -> tensor<1x6x7xf32>
  fx.output %0, %1, %2 : tensor<4x4xf32>, tensor<4x4xf64>, tensor<1x6x7xf32>
}

// -----

// expected-error @+1 {{[TC-4105] tc.tf32 is not a list of "matmul" and "convolution"}}
fx.graph @unknown(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>) attributes {tc.tf32 = ["products"]} {
  fx.output %x : tensor<4x4xf32>
}

// -----

// expected-error @+1 {{[TC-4105] tc.tf32 is not a list of "matmul" and "convolution"}}
fx.graph @word(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>) attributes {tc.tf32 = "matmul"} {
  fx.output %x : tensor<4x4xf32>
}
