// What a GPU's phases of a convolution of a spread input multiply stays a kernel
// of its own: its products are of what lies in memory.
// RUN: tc-opt %s --tc-gpu | FileCheck %s
// CHECK: loop.kernel private @[[MAP:[a-z0-9_]+]](%arg0: tensor<2x16x8x8xf32>)
// CHECK: prim.maximum
// CHECK: loop.kernel private @[[PHASES:[a-z0-9_]+]](%arg0: tensor<2x16x8x8xf32>
// CHECK-NOT: loop.map
// CHECK-COUNT-4: loop.contract
// CHECK: loop.launch @[[MAP]](
// CHECK: loop.launch @[[PHASES]](
func.func @main(%x: tensor<2x16x8x8xf32>, %w: tensor<8x16x4x4xf32>) -> tensor<2x8x16x16xf32> {
  %0 = prim.constant dense<0.0> : tensor<2x16x8x8xf32>
  %1 = prim.maximum %x, %0 : tensor<2x16x8x8xf32>
  %2 = prim.convolution %1, %w strides [1, 1] pad [2, 2], [2, 2] dilation [2, 2], [1, 1] groups 1 : tensor<2x16x8x8xf32>, tensor<8x16x4x4xf32>
  return %2 : tensor<2x8x16x16xf32>
}
