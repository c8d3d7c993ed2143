// Prims that move elements.
// RUN: tc-interpret %s --print | FileCheck %s

func.func @main() -> (tensor<2x3xi32>, tensor<3x2xi32>, tensor<2x3xi32>, tensor<2x2xi32>, tensor<7xi32>, tensor<2x6xi32>, tensor<1x2xi32>, tensor<2x3xi32>, tensor<3xi1>) {
  %x = prim.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %line = prim.constant dense<[1, 2, 3]> : tensor<3xi32>
  %nine = prim.constant dense<9> : tensor<i32>
  %far = prim.constant dense<7> : tensor<i64>
  %zero = prim.constant dense<0> : tensor<i64>
  // CHECK: result 0: i32[2, 3] 1 2 3 1 2 3
  %0 = prim.broadcast_in_dim %line [1] : tensor<3xi32> to tensor<2x3xi32>
  // CHECK: result 1: i32[3, 2] 1 4 2 5 3 6
  %1 = prim.transpose %x [1, 0] : tensor<2x3xi32>
  // CHECK: result 2: i32[2, 3] 6 5 4 3 2 1
  %2 = prim.rev %x [0, 1] : tensor<2x3xi32>
  // CHECK: result 3: i32[2, 2] 1 3 4 6
  %3 = prim.slice %x <[0, 0]> step [1, 2] : tensor<2x3xi32> to tensor<2x2xi32>
  // Cropped by one in front, a gap of one between neighbours, three behind.
  // CHECK: result 4: i32[7] 9 2 9 3 9 9 9
  %4 = prim.pad %line, %nine low <[-1]> high <[3]> interior [1] : tensor<3xi32>, tensor<i32> to tensor<7xi32>
  // CHECK: result 5: i32[2, 6] 1 2 3 6 5 4 4 5 6 3 2 1
  %5 = prim.cat %x, %2 dim 1 : tensor<2x3xi32>, tensor<2x3xi32>
  // Starts are clamped.
  // CHECK: result 6: i32[1, 2] 5 6
  %6 = prim.dynamic_slice %x [%far, %far] : (tensor<2x3xi32>, tensor<i64>, tensor<i64>) -> tensor<1x2xi32>
  // CHECK: result 7: i32[2, 3] 5 6 3 4 5 6
  %7 = prim.dynamic_update_slice %x, %6 [%zero, %zero] : tensor<2x3xi32>, tensor<1x2xi32>, tensor<i64>, tensor<i64>
  // CHECK: result 8: bool[3] true false true
  %8 = prim.constant dense<[true, false, true]> : tensor<3xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<2x3xi32>, tensor<3x2xi32>, tensor<2x3xi32>, tensor<2x2xi32>, tensor<7xi32>, tensor<2x6xi32>, tensor<1x2xi32>, tensor<2x3xi32>, tensor<3xi1>
}
