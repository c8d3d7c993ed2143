// What gradients read in front of forward's transposition is not read of it.
// RUN: tc-opt %s --prim-partition | FileCheck %s
// CHECK: func.func @main.backward(
module {
  func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<4x5xf32>) -> tensor<f32> {
    %0 = prim.dot_general %arg0, %arg1 batch [], [] contract [1], [0] : tensor<4x8xf32>, tensor<8x16xf32>
    %2 = prim.transpose %0 [1, 0] : tensor<4x16xf32>
    %3 = prim.dot_general %2, %arg2 batch [], [] contract [1], [0] : tensor<16x4xf32>, tensor<4x5xf32>
    %4 = prim.sum %3 [0, 1] : tensor<16x5xf32>
    return %4 : tensor<f32>
  }
  func.func @main.joint(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<4x5xf32>) -> (tensor<f32>, tensor<4x16xf32> {fx.name = "gradient.0", tc.gradient = 0 : i64}) {
    %0 = prim.dot_general %arg0, %arg1 batch [], [] contract [1], [0] : tensor<4x8xf32>, tensor<8x16xf32>
    %1 = prim.tanh %0 : tensor<4x16xf32>
    %2 = prim.transpose %0 [1, 0] : tensor<4x16xf32>
    %3 = prim.dot_general %2, %arg2 batch [], [] contract [1], [0] : tensor<16x4xf32>, tensor<4x5xf32>
    %4 = prim.sum %3 [0, 1] : tensor<16x5xf32>
    return %4, %1 : tensor<f32>, tensor<4x16xf32>
  }
}
