// scan and products.
// RUN: tc-interpret %s --print | FileCheck %s
// CHECK: result 0: f32[2] 9 12
// CHECK: result 1: f32[3, 2] 9 12 8 10 5 6
// CHECK: result 2: f32[2, 2] 35 44 44 56
// CHECK: result 3: f32[1, 1, 4] 2 4 6 3
// CHECK: result 4: i32[] 30
func.func @main() -> (tensor<2xf32>, tensor<3x2xf32>, tensor<2x2xf32>, tensor<1x1x4xf32>, tensor<i32>) {
  %h = prim.constant dense<0.0> : tensor<2xf32>
  %x = prim.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %0:2 = prim.scan (%h) over (%x) reverse : (tensor<2xf32>, tensor<3x2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>) {
  ^bb0(%c: tensor<2xf32>, %e: tensor<2xf32>):
    %s = prim.add %c, %e : tensor<2xf32>
    prim.yield %s, %s : tensor<2xf32>, tensor<2xf32>
  }
  %1 = prim.dot_general %x, %x batch [], [] contract [0], [0] : tensor<3x2xf32>, tensor<3x2xf32>
  %image = prim.constant dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %w = prim.constant dense<[[[1.0, 0.0, 1.0]]]> : tensor<1x1x3xf32>
  %2 = prim.convolution %image, %w strides [1] pad [1], [1] dilation [1], [1] groups 1 : tensor<1x1x4xf32>, tensor<1x1x3xf32>
  %i = prim.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %3 = prim.dot_general %i, %i batch [], [] contract [0], [0] : tensor<4xi32>, tensor<4xi32>
  // 2 + 0, 1 + 3, 2 + 4, 3 + 0 are the sums of neighbours.
  return %0#0, %0#1, %1, %2, %3 : tensor<2xf32>, tensor<3x2xf32>, tensor<2x2xf32>, tensor<1x1x4xf32>, tensor<i32>
}
