// The gradient of a max pool. On GPUs each position asks the windows over it
// which position they chose; on CPUs, and where there are many, they add to it.
// RUN: tc-opt %s --split-input-file --prim-autodiff --cse | FileCheck %s

// Two windows are over a position of the first dimension, one of the second.
// CHECK-LABEL: func.func @main.joint(
// CHECK: prim.max_pool
// CHECK-NOT: prim.index_put
// CHECK-COUNT-2: prim.eq
// CHECK-NOT: prim.eq
// CHECK-NOT: prim.index_put
// CHECK: return
module attributes {tc.target = "cuda,tune=sm_90a"} {
func.func @main(%x: tensor<1x2x6x5xf32>) -> tensor<1x2x3x2xf32> {
  %y, %i = prim.max_pool %x window [3, 2] strides [2, 2] pad [1, 0]
    dilation [1, 1] : tensor<1x2x6x5xf32>
  return %y : tensor<1x2x3x2xf32>
}
}

// -----

// CHECK-LABEL: func.func @main.joint(
// CHECK-NOT: prim.eq
// CHECK: prim.index_put {{.*}} "add"
func.func @main(%x: tensor<1x2x6x5xf32>) -> tensor<1x2x3x2xf32> {
  %y, %i = prim.max_pool %x window [3, 2] strides [2, 2] pad [1, 0]
    dilation [1, 1] : tensor<1x2x6x5xf32>
  return %y : tensor<1x2x3x2xf32>
}

// -----

// 25 are over each.
// CHECK-LABEL: func.func @main.joint(
// CHECK-NOT: prim.eq
// CHECK: prim.index_put {{.*}} "add"
module attributes {tc.target = "cuda,tune=sm_90a"} {
func.func @main(%x: tensor<1x2x6x7xf32>) -> tensor<1x2x6x7xf32> {
  %y, %i = prim.max_pool %x window [5, 5] strides [1, 1] pad [2, 2]
    dilation [1, 1] : tensor<1x2x6x7xf32>
  return %y : tensor<1x2x6x7xf32>
}
}
