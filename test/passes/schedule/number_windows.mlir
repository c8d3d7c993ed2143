// Whatever the numbers of heuristics: a window that tasks cut is not written out.
// RUN: env TC_NUMBERS=cpu_tasks=256,cpu_parts=1,cpu_phase_work=3 tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4 -o %t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=x86-64-v4 | cmp - %t.mlir
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4 | FileCheck %s
// CHECK: nests = [{stages = [0], unroll}]
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<2x3x5xf32>, %w: tensor<3x1x3xf32>) -> tensor<2x3x5xf32> {
  %0 = prim.convolution %x, %w strides [1] pad [1], [1] dilation [1], [1] groups 3 : tensor<2x3x5xf32>, tensor<3x1x3xf32>
  return %0 : tensor<2x3x5xf32>
}
}
