// Products that stand for one which permits TF32 permit it, too: its derivatives,
// and what rules make of it.
// RUN: tc-opt %s --prim-autodiff | FileCheck %s
// RUN: tc-opt %s --prim-simplify --prim-split-convolution | FileCheck %s --check-prefix=RULES

// CHECK-LABEL: func.func @main.joint(
// CHECK: prim.dot_general {{.*}} {prim.tf32}
// CHECK: prim.dot_general {{.*}} {prim.tf32}
// CHECK: prim.dot_general {{.*}} {prim.tf32}
// RULES-LABEL: func.func @main(
// RULES-NOT: prim.transpose
// RULES: prim.dot_general {{.*}} {prim.tf32}
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %t = prim.transpose %b [1, 0] : tensor<3x4xf32>
  %y = prim.dot_general %a, %t batch [], [] contract [1], [1] {prim.tf32} : tensor<2x3xf32>, tensor<4x3xf32>
  return %y : tensor<2x4xf32>
}

// RULES-LABEL: func.func @reshapes(
// RULES: prim.dot_general {{.*}} {prim.tf32} : tensor<6x3xf32>
// RULES: prim.dot_general {{.*}} {prim.tf32} : tensor<6x3x4xf32>
func.func @reshapes(%a: tensor<6x3xf32>, %b: tensor<3x4xf32>, %p: tensor<6x3x4xf32>, %q: tensor<6x4x5xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x3x5xf32>) {
  %r = prim.reshape %a : tensor<6x3xf32> to tensor<2x3x3xf32>
  %y = prim.dot_general %r, %b batch [], [] contract [2], [0] {prim.tf32} : tensor<2x3x3xf32>, tensor<3x4xf32>
  %u = prim.reshape %p : tensor<6x3x4xf32> to tensor<2x3x3x4xf32>
  %v = prim.reshape %q : tensor<6x4x5xf32> to tensor<2x3x4x5xf32>
  %z = prim.dot_general %u, %v batch [0, 1], [0, 1] contract [3], [2] {prim.tf32} : tensor<2x3x3x4xf32>, tensor<2x3x4x5xf32>
  return %y, %z : tensor<2x3x4xf32>, tensor<2x3x3x5xf32>
}

// RULES-LABEL: func.func @spread(
// RULES-COUNT-2: prim.convolution {{.*}} {prim.tf32}
func.func @spread(%x: tensor<2x4x9xf32>, %w: tensor<6x4x3xf32>) -> tensor<2x6x17xf32> {
  %y = prim.convolution %x, %w strides [1] pad [1], [1] dilation [2], [1] groups 1 {prim.tf32} : tensor<2x4x9xf32>, tensor<6x4x3xf32>
  return %y : tensor<2x6x17xf32>
}
