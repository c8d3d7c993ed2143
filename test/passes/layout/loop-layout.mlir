// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse --loop-layout | FileCheck %s

// What is between convolutions of many channels lies channels last, and what a
// map makes of it. What the caller gives and gets does not move.

prim.weight @first : tensor<16x16x3x3xf32>
prim.weight @second : tensor<8x16x1x1xf32>

// CHECK: loop.kernel private @[[EXP:[a-z0-9_]+]](%{{.*}}: tensor<1x16x6x5xf32>) -> (tensor<1x16x6x5xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>})
// CHECK: loop.kernel private @[[CONV:[a-z0-9_]+]](%{{.*}}: tensor<1x16x6x5xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %{{.*}}: tensor<16x16x3x3xf32>) -> (tensor<1x16x6x5xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>})
// CHECK: loop.kernel private @[[LAST:[a-z0-9_]+]](%{{.*}}: tensor<1x16x6x5xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %{{.*}}: tensor<8x16x1x1xf32>) -> tensor<1x8x6x5xf32>
// CHECK-LABEL: func.func @main
// CHECK: loop.launch @[[EXP]](%arg0)
// CHECK: loop.launch @[[CONV]](
// CHECK: loop.launch @[[LAST]](
func.func @main(%x: tensor<1x16x6x5xf32>) -> tensor<1x8x6x5xf32> {
  %w0 = prim.get_weight @first : tensor<16x16x3x3xf32>
  %w1 = prim.get_weight @second : tensor<8x16x1x1xf32>
  %0 = prim.exp %x : tensor<1x16x6x5xf32>
  %1 = prim.convolution %0, %w0 strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x16x6x5xf32>, tensor<16x16x3x3xf32>
  %2 = prim.convolution %1, %w1 strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x16x6x5xf32>, tensor<8x16x1x1xf32>
  return %2 : tensor<1x8x6x5xf32>
}

// -----

// A value that is returned, or reshaped, lies as its type says; so does what a
// convolution of few channels reads.

prim.weight @few : tensor<16x3x1x1xf32>

// CHECK-NOT: tc.layout
func.func @main(%x: tensor<1x3x6x5xf32>) -> (tensor<1x3x6x5xf32>, tensor<1x480xf32>) {
  %w = prim.get_weight @few : tensor<16x3x1x1xf32>
  %0 = prim.exp %x : tensor<1x3x6x5xf32>
  %1 = prim.convolution %0, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x3x6x5xf32>, tensor<16x3x1x1xf32>
  %2 = prim.reshape %1 : tensor<1x16x6x5xf32> to tensor<1x480xf32>
  return %0, %2 : tensor<1x3x6x5xf32>, tensor<1x480xf32>
}

// -----

// The strides of an argument are of its own sizes: nothing else takes them.

// CHECK-LABEL: loop.kernel private @k1_exp(
// CHECK-SAME: -> tensor<4x16x16xf32> iters
func.func @main(%q: tensor<4x16x8xf32> {tc.layout = #tc.layout<strides = [8, 96, 1]>}, %k: tensor<4x16x8xf32>, %v: tensor<4x16x8xf32>) -> tensor<4x16x8xf32> {
  %0 = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : tensor<4x16x8xf32>, tensor<4x16x8xf32>
  %1 = prim.exp %0 : tensor<4x16x16xf32>
  %2 = prim.dot_general %1, %v batch [0], [0] contract [1], [1] : tensor<4x16x16xf32>, tensor<4x16x8xf32>
  return %2 : tensor<4x16x8xf32>
}

// -----

// Windows of an image are copied, so that what a convolution makes of it lies
// channels last, whatever the image does.

prim.weight @image : tensor<16x3x5x5xf32>

// CHECK-LABEL: loop.kernel private @k0_convolution(
// CHECK-SAME: tensor<1x3x12x12xf32>, %{{.*}}: tensor<16x3x5x5xf32>) -> (tensor<1x16x12x12xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>})
func.func @main(%x: tensor<1x3x12x12xf32>) -> tensor<1x16xf32> {
  %w = prim.get_weight @image : tensor<16x3x5x5xf32>
  %0 = prim.convolution %x, %w strides [1, 1] pad [2, 2], [2, 2] dilation [1, 1], [1, 1] groups 1 : tensor<1x3x12x12xf32>, tensor<16x3x5x5xf32>
  %1 = prim.amax %0 [2, 3] : tensor<1x16x12x12xf32>
  return %1 : tensor<1x16xf32>
}

// -----

// Heads that share their keys are no windows: the scores lie as they are.
// CHECK-LABEL: loop.kernel private @
// CHECK: floordiv(
// CHECK-NOT: tc.layout
// CHECK: return
func.func @main(%q: tensor<2x8x160x64xf32>, %k: tensor<2x2x24x64xf32>, %v: tensor<2x8x24x5xf32>) -> tensor<2x8x160x5xf32> {
  %0 = prim.exp %q : tensor<2x8x160x64xf32>
  %1 = prim.broadcast_in_dim %k [0, 1, 3, 4] : tensor<2x2x24x64xf32> to tensor<2x2x4x24x64xf32>
  %2 = prim.reshape %1 : tensor<2x2x4x24x64xf32> to tensor<2x8x24x64xf32>
  %3 = prim.dot_general %0, %2 batch [0, 1], [0, 1] contract [3], [3] : tensor<2x8x160x64xf32>, tensor<2x8x24x64xf32>
  %4 = prim.amax %3 [3] : tensor<2x8x160x24xf32>
  %5 = prim.broadcast_in_dim %4 [0, 1, 2] : tensor<2x8x160xf32> to tensor<2x8x160x24xf32>
  %6 = prim.sub %3, %5 : tensor<2x8x160x24xf32>
  %7 = prim.dot_general %6, %v batch [0, 1], [0, 1] contract [3], [2] : tensor<2x8x160x24xf32>, tensor<2x8x24x5xf32>
  return %7 : tensor<2x8x160x5xf32>
}
