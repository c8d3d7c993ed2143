// Each phase of a convolution of a spread input reads a weight: what its copy
// saves is counted for all eight, of which one alone would not pay for it.
// RUN: tc-opt %s --tc-gpu | FileCheck %s
// CHECK: func.func @main
// CHECK: %[[W:.*]] = loop.launch @relay_0(%arg1)
// CHECK-NEXT: loop.launch @{{.*}}(%arg0, %[[W]])
!x = tensor<1x64x8x14x14xf32>
!w = tensor<32x64x4x4x4xf32>
!y = tensor<1x32x16x28x28xf32>
func.func @main(%x: !x {tc.layout = #tc.layout<order = [0, 2, 3, 4, 1]>}, %w: !w) -> !y {
  %0 = prim.convolution %x, %w strides [1, 1, 1] pad [2, 2, 2], [2, 2, 2] dilation [2, 2, 2], [1, 1, 1] groups 1 {prim.tf32} : !x, !w
  return %0 : !y
}
