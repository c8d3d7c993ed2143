// What prim.round_tf32 makes of numbers, interpreted and in code: halves go away
// from 0, the greatest number to infinity, subnormal ones to a multiple of
// 2^-136; of f64 it is what it is of the number as f32.
// RUN: tc-interpret %s --print | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir && tc-run %t.mlir --check --repeat=1
// CHECK: result 0: f32[10] 1.00098 1 -1.00195 inf 3.40116e+38 1.14794e-41 0 inf -inf nan
// CHECK: result 1: f64[3] 1.00098 1 -0
func.func @main() -> (tensor<10xf32>, tensor<3xf64>) {
  %x = prim.constant dense<[0x3F801000, 0x3F800FFF, 0xBF803000, 0x7F7FFFFF, 0x7F7FEFFF, 0x00001000, 0x00000FFF, 0x7F800000, 0xFF800000, 0x7FFFFFFF]> : tensor<10xf32>
  %y = prim.constant dense<[1.0005, 1.0004, -0.0]> : tensor<3xf64>
  %0 = prim.round_tf32 %x : tensor<10xf32>
  %1 = prim.round_tf32 %y : tensor<3xf64>
  return %0, %1 : tensor<10xf32>, tensor<3xf64>
}
