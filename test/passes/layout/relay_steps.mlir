// Weights of a transposed convolution lie by input channels: rows of a tile, 64
// bytes apart, and steps, 4 KB apart, fall into few sets of the first cache, so
// that each element's line comes from the second one at each step. All phases
// read one copy, which is transposed in blocks: iterators along which its memory
// and the weights' grow alike are joined.
// RUN: tc-opt %s --split-input-file --tc-cpu | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-cpu --loop-schedule=target=x86-64-v4 | FileCheck %s --check-prefix=SCHEDULE

// CHECK-LABEL: func.func @apart
// CHECK: %[[W:.*]] = loop.launch @relay_0(%arg1)
// CHECK-COUNT-4: loop.launch @{{.*}}_convolution(%arg0, %[[W]])
// SCHEDULE: loop.kernel private @relay_0(
// SCHEDULE-SAME: chunk = "d3", {{.*}} strip = {{.*}} vector = "d1"
func.func @apart(%x: tensor<1x128x28x28xf32>, %w: tensor<64x128x4x4xf32> {tc.layout = #tc.layout<order = [1, 0, 2, 3]>}) -> tensor<1x64x56x56xf32> {
  %0 = prim.convolution %x, %w strides [1, 1] pad [2, 2], [2, 2] dilation [2, 2], [1, 1] groups 1 : tensor<1x128x28x28xf32>, tensor<64x128x4x4xf32>
  return %0 : tensor<1x64x56x56xf32>
}

// -----

// Lines of so few channels stay in the first cache for all places of a window.
// CHECK-LABEL: func.func @near
// CHECK-NOT: loop.launch @relay
// CHECK: return
func.func @near(%x: tensor<1x24x28x28xf32>, %w: tensor<24x24x3x3xf32> {tc.layout = #tc.layout<order = [1, 0, 2, 3]>}) -> tensor<1x24x28x28xf32> {
  %0 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x24x28x28xf32>, tensor<24x24x3x3xf32>
  return %0 : tensor<1x24x28x28xf32>
}
