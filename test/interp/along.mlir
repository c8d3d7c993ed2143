// Reductions, positions, running sums, sorting, pooling, indexing.
// RUN: tc-interpret %s --print | FileCheck %s

func.func @main() -> (tensor<2xf32>, tensor<3xf32>, tensor<2xi64>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x2xf32>, tensor<2x2xi64>, tensor<2x2xf32>, tensor<2x2xi64>, tensor<2x2xf32>, tensor<3xf32>) {
  %x = prim.constant dense<[[2.0, 0x7FC00000, 1.0], [5.0, 5.0, -1.0]]> : tensor<2x3xf32>
  // CHECK: result 0: f32[2] nan 9
  %0 = prim.sum %x [1] : tensor<2x3xf32>
  // CHECK: result 1: f32[3] 2 nan -1
  %1 = prim.amin %x [0] : tensor<2x3xf32>
  // The first of equals; NaN is greatest.
  // CHECK: result 2: i64[2] 1 0
  %2 = prim.argmax %x dim 1 : tensor<2x3xf32>
  // CHECK: result 3: f32[2, 3] 2 nan nan 5 10 9
  %3 = prim.cumsum %x dim 1 : tensor<2x3xf32>
  // CHECK: result 4: f32[2, 3] 1 2 nan -1 5 5
  // CHECK: result 5: i64[2, 3] 2 0 1 2 0 1
  %4, %5 = prim.sort %x dim 1 : tensor<2x3xf32>
  // CHECK: result 6: f32[2, 2] nan 2 5 5
  // CHECK: result 7: i64[2, 2] 1 0 0 1
  %6, %7 = prim.topk %x, <2> dim 1 : tensor<2x3xf32>
  %p = prim.constant dense<[[1.0, 4.0, 4.0, 2.0], [0x7FC00000, 0x7FC00000, 0x7FC00000, 2.0]]> : tensor<2x4xf32>
  // The first of equals, the last of NaNs.
  // CHECK: result 8: f32[2, 2] 4 4 nan nan
  // CHECK: result 9: i64[2, 2] 1 1 1 2
  %8, %9 = prim.max_pool %p window [3] strides [2] pad [1] dilation [1] : tensor<2x4xf32>
  %i = prim.constant dense<[1, 1]> : tensor<2xi64>
  %j = prim.constant dense<[[0, 2], [1, 0]]> : tensor<2x2xi64>
  %row = prim.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  // CHECK: result 10: f32[2, 2] 10 30 20 10
  %10 = prim.index %row [%j] [0] : tensor<3xf32>, tensor<2x2xi64>
  %v = prim.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: result 11: f32[3] 10 23 30
  %11 = prim.index_put %row, %v [%i] [0] "add" : tensor<3xf32>, tensor<2xf32>, tensor<2xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<2xf32>, tensor<3xf32>, tensor<2xi64>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x2xf32>, tensor<2x2xi64>, tensor<2x2xf32>, tensor<2x2xi64>, tensor<2x2xf32>, tensor<3xf32>
}
