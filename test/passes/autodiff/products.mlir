// Derivative rules of products and convolutions.
// RUN: tc-opt %s --split-input-file --prim-autodiff --cse | FileCheck %s

// dot_general: batch, two contracting dimensions in another order
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.dot_general %arg0, %arg1 batch [1], [1] contract [3, 2], [0, 3] : tensor<5x2x3x4xf32>, tensor<4x2x6x3xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.dot_general %arg2, %arg1 batch [0], [1] contract [2], [2] : tensor<2x5x6xf32>, tensor<4x2x6x3xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.transpose %[[V1]] [1, 0, 3, 2] : tensor<2x5x4x3xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.dot_general %arg0, %arg2 batch [1], [0] contract [0], [1] : tensor<5x2x3x4xf32>, tensor<2x5x6xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.transpose %[[V3]] [2, 0, 3, 1] : tensor<2x3x4x6xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]], %[[V4]] : tensor<2x5x6xf32>, tensor<5x2x3x4xf32>, tensor<4x2x6x3xf32>
func.func @main(%a: tensor<5x2x3x4xf32>, %b: tensor<4x2x6x3xf32>) -> tensor<2x5x6xf32> {
  %y = prim.dot_general %a, %b batch [1], [1] contract [3, 2], [0, 3]
    : tensor<5x2x3x4xf32>, tensor<4x2x6x3xf32>
  return %y : tensor<2x5x6xf32>
}

// -----

// dot_general of bf16 that gives f32: the cotangent is rounded to bf16
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.dot_general %arg0, %arg1 batch [], [] contract [1], [0] {out = f32} : tensor<2x3xbf16>, tensor<3x4xbf16>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.convert_element_type %arg2 : tensor<2x4xf32> to tensor<2x4xbf16>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.dot_general %[[V1]], %arg1 batch [], [] contract [1], [1] : tensor<2x4xbf16>, tensor<3x4xbf16>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.dot_general %arg0, %[[V1]] batch [], [] contract [0], [0] : tensor<2x3xbf16>, tensor<2x4xbf16>
// CHECK-NEXT: return %[[V0]], %[[V2]], %[[V3]] : tensor<2x4xf32>, tensor<2x3xbf16>, tensor<3x4xbf16>
func.func @main(%a: tensor<2x3xbf16>, %b: tensor<3x4xbf16>) -> tensor<2x4xf32> {
  %y = prim.dot_general %a, %b batch [], [] contract [1], [0] {out = f32}
    : tensor<2x3xbf16>, tensor<3x4xbf16>
  return %y : tensor<2x4xf32>
}

// -----

// A batch of products of what was rounded to bf16, which may be streamed: the
// sums that are its cotangent are not rounded on their way to f32. Those of one
// product are, as eager's: where they lie in memory they take half the bytes.
// CHECK-LABEL: func.func @main.joint(
// CHECK: prim.dot_general %arg2, %arg1 batch [0], [0] contract [2], [2] {out = f32} : tensor<5x2x4xbf16>, tensor<5x3x4xbf16>
func.func @main(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xbf16>) -> tensor<5x2x4xbf16> {
  %x = prim.convert_element_type %a : tensor<5x2x3xf32> to tensor<5x2x3xbf16>
  %y = prim.dot_general %x, %b batch [0], [0] contract [2], [1]
    : tensor<5x2x3xbf16>, tensor<5x3x4xbf16>
  return %y : tensor<5x2x4xbf16>
}

// -----

// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[D:.*]] = prim.dot_general %arg2, %arg1 batch [], [] contract [1], [1] : tensor<2x4xbf16>, tensor<3x4xbf16>
// CHECK: prim.convert_element_type %[[D]] : tensor<2x3xbf16> to tensor<2x3xf32>
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xbf16>) -> tensor<2x4xbf16> {
  %x = prim.convert_element_type %a : tensor<2x3xf32> to tensor<2x3xbf16>
  %y = prim.dot_general %x, %b batch [], [] contract [1], [0]
    : tensor<2x3xbf16>, tensor<3x4xbf16>
  return %y : tensor<2x4xbf16>
}

// -----

// convolution: strides that leave elements over
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.convolution %arg0, %arg1 strides [2, 3] pad [1, 0], [1, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x8x7xf32>, tensor<4x3x3x2xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.transpose %arg1 [1, 0, 2, 3] : tensor<4x3x3x2xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.rev %[[V1]] [2, 3] : tensor<3x4x3x2xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.convolution %arg2, %[[V2]] strides [1, 1] pad [1, 1], [2, 3] dilation [2, 3], [1, 1] groups 1 : tensor<2x4x4x2xf32>, tensor<3x4x3x2xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.transpose %arg0 [1, 0, 2, 3] : tensor<2x3x8x7xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.transpose %arg2 [1, 0, 2, 3] : tensor<2x4x4x2xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.pad %[[V6]], %[[V3]] low <[0, 0, 1, 0]> high <[0, 0, 0, -2]> interior [0, 0, 0, 0] : tensor<3x2x8x7xf32>, tensor<f32> to tensor<3x2x9x5xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.convolution %[[V8]], %[[V7]] strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [2, 3] groups 1 : tensor<3x2x9x5xf32>, tensor<4x2x4x2xf32>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.transpose %[[V9]] [1, 0, 2, 3] : tensor<3x4x3x2xf32>
// CHECK-NEXT: return %[[V0]], %[[V5]], %[[V10]] : tensor<2x4x4x2xf32>, tensor<2x3x8x7xf32>, tensor<4x3x3x2xf32>
func.func @main(%x: tensor<2x3x8x7xf32>, %w: tensor<4x3x3x2xf32>) -> tensor<2x4x4x2xf32> {
  %y = prim.convolution %x, %w strides [2, 3] pad [1, 0], [1, 0] dilation [1, 1], [1, 1] groups 1
    : tensor<2x3x8x7xf32>, tensor<4x3x3x2xf32>
  return %y : tensor<2x4x4x2xf32>
}

// -----

// convolution: groups, gaps in the window
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.convolution %arg0, %arg1 strides [2] pad [1], [0] dilation [1], [2] groups 2 : tensor<2x4x9xf32>, tensor<6x2x3xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.reshape %arg1 : tensor<6x2x3xf32> to tensor<2x3x2x3xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.transpose %[[V1]] [0, 2, 1, 3] : tensor<2x3x2x3xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.reshape %[[V2]] : tensor<2x2x3x3xf32> to tensor<4x3x3xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.rev %[[V3]] [2] : tensor<4x3x3xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.convolution %arg2, %[[V4]] strides [1] pad [3], [5] dilation [2], [2] groups 2 : tensor<2x6x3xf32>, tensor<4x3x3xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<2x4x9xf32> to tensor<2x2x2x9xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.transpose %[[V8]] [2, 1, 0, 3] : tensor<2x2x2x9xf32>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.reshape %[[V9]] : tensor<2x2x2x9xf32> to tensor<2x4x9xf32>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.transpose %arg2 [1, 0, 2] : tensor<2x6x3xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V12:[a-z0-9_]+]] = prim.pad %[[V10]], %[[V5]] low <[0, 0, 1]> high <[0, 0, -1]> interior [0, 0, 0] : tensor<2x4x9xf32>, tensor<f32> to tensor<2x4x9xf32>
// CHECK-NEXT: %[[V13:[a-z0-9_]+]] = prim.convolution %[[V12]], %[[V11]] strides [2] pad [0], [0] dilation [1], [2] groups 2 : tensor<2x4x9xf32>, tensor<6x2x3xf32>
// CHECK-NEXT: %[[V14:[a-z0-9_]+]] = prim.transpose %[[V13]] [1, 0, 2] : tensor<2x6x3xf32>
// CHECK-NEXT: return %[[V0]], %[[V7]], %[[V14]] : tensor<2x6x3xf32>, tensor<2x4x9xf32>, tensor<6x2x3xf32>
func.func @main(%x: tensor<2x4x9xf32>, %w: tensor<6x2x3xf32>) -> tensor<2x6x3xf32> {
  %y = prim.convolution %x, %w strides [2] pad [1], [0] dilation [1], [2] groups 2
    : tensor<2x4x9xf32>, tensor<6x2x3xf32>
  return %y : tensor<2x6x3xf32>
}

// -----

// convolution: a transposed one. The weight's gradient has the image as the
// window, whose dilation is the window's, not an image with zeros between
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.convolution %arg0, %arg1 strides [1, 1] pad [1, 1], [0, 1] dilation [2, 2], [1, 1] groups 1 : tensor<1x2x4x4xf32>, tensor<3x2x3x3xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.transpose %arg1 [1, 0, 2, 3] : tensor<3x2x3x3xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.rev %[[V1]] [2, 3] : tensor<2x3x3x3xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.convolution %arg2, %[[V2]] strides [2, 2] pad [1, 1], [2, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x3x6x7xf32>, tensor<2x3x3x3xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.transpose %arg2 [1, 0, 2, 3] : tensor<1x3x6x7xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.transpose %arg0 [1, 0, 2, 3] : tensor<1x2x4x4xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.pad %[[V4]], %[[V6]] low <[0, 0, 1, 1]> high <[0, 0, 2, 1]> interior [0, 0, 0, 0] : tensor<3x1x6x7xf32>, tensor<f32> to tensor<3x1x9x9xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.convolution %[[V7]], %[[V5]] strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [2, 2] groups 1 : tensor<3x1x9x9xf32>, tensor<2x1x4x4xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.rev %[[V8]] [2, 3] : tensor<3x2x3x3xf32>
// CHECK-NEXT: return %[[V0]], %[[V3]], %[[V9]] : tensor<1x3x6x7xf32>, tensor<1x2x4x4xf32>, tensor<3x2x3x3xf32>
func.func @main(%x: tensor<1x2x4x4xf32>, %w: tensor<3x2x3x3xf32>) -> tensor<1x3x6x7xf32> {
  %y = prim.convolution %x, %w strides [1, 1] pad [1, 1], [0, 1] dilation [2, 2], [1, 1] groups 1
    : tensor<1x2x4x4xf32>, tensor<3x2x3x3xf32>
  return %y : tensor<1x3x6x7xf32>
}

// -----

// convolution: a transposed one of two groups, with gaps in the window
// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[Y:.*]] = prim.reshape %arg2 : tensor<2x6x12xf32> to tensor<2x2x3x12xf32>
// CHECK-NEXT: %[[S:.*]] = prim.transpose %[[Y]] [2, 1, 0, 3]
// CHECK-NEXT: %[[I:.*]] = prim.reshape %[[S]] : tensor<3x2x2x12xf32> to tensor<3x4x12xf32>
// CHECK-NEXT: %[[W:.*]] = prim.transpose %arg0 [1, 0, 2]
// CHECK: prim.convolution %{{.*}}, %[[W]] strides [2] pad [0], [0] dilation [1], [3] groups 2 : tensor<3x4x{{.*}}xf32>, tensor<4x2x5xf32>
// CHECK-NEXT: %[[R:.*]] = prim.rev %{{.*}} [2] : tensor<3x4x3xf32>
// CHECK-NEXT: %[[G:.*]] = prim.reshape %[[R]] : tensor<3x4x3xf32> to tensor<3x2x2x3xf32>
// CHECK-NEXT: %[[T:.*]] = prim.transpose %[[G]] [1, 0, 2, 3]
// CHECK-NEXT: prim.reshape %[[T]] : tensor<2x3x2x3xf32> to tensor<6x2x3xf32>
func.func @main(%x: tensor<2x4x5xf32>, %w: tensor<6x2x3xf32>) -> tensor<2x6x12xf32> {
  %y = prim.convolution %x, %w strides [1] pad [2], [1] dilation [3], [2] groups 2
    : tensor<2x4x5xf32>, tensor<6x2x3xf32>
  return %y : tensor<2x6x12xf32>
}

// -----

// convolution: a window of one element, with strides
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.convolution %arg0, %arg1 strides [2, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x4x8x7xf32>, tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.transpose %arg1 [1, 0, 2, 3] : tensor<6x4x1x1xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.rev %[[V1]] [2, 3] : tensor<4x6x1x1xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.convolution %arg2, %[[V2]] strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x6x4x4xf32>, tensor<4x6x1x1xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.pad %[[V3]], %[[V4]] low <[0, 0, 0, 0]> high <[0, 0, 1, 0]> interior [0, 0, 1, 1] : tensor<2x4x4x4xf32>, tensor<f32> to tensor<2x4x8x7xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.transpose %arg0 [1, 0, 2, 3] : tensor<2x4x8x7xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.transpose %arg2 [1, 0, 2, 3] : tensor<2x6x4x4xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.convolution %[[V6]], %[[V7]] strides [1, 1] pad [0, 0], [-1, 0] dilation [1, 1], [2, 2] groups 1 : tensor<4x2x8x7xf32>, tensor<6x2x4x4xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.transpose %[[V8]] [1, 0, 2, 3] : tensor<4x6x1x1xf32>
// CHECK-NEXT: return %[[V0]], %[[V5]], %[[V9]] : tensor<2x6x4x4xf32>, tensor<2x4x8x7xf32>, tensor<6x4x1x1xf32>
func.func @main(%x: tensor<2x4x8x7xf32>, %w: tensor<6x4x1x1xf32>) -> tensor<2x6x4x4xf32> {
  %y = prim.convolution %x, %w strides [2, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1
    : tensor<2x4x8x7xf32>, tensor<6x4x1x1xf32>
  return %y : tensor<2x6x4x4xf32>
}

// -----

// convolution of bf16 that gives f32: the gradient of what was rounded to bf16
// is one of bf16, so are the products with it
// CHECK-LABEL: func.func @main.joint(
// CHECK: prim.convolution %arg0, %arg1 {{.*}} {prim.out = f32} : tensor<2x3x8xbf16>, tensor<4x3x3xbf16>
// CHECK: prim.convolution %arg2, {{.*}} groups 1 : tensor<2x4x6xbf16>, tensor<3x4x3xbf16>
// CHECK: prim.convolution {{.*}} groups 1 : tensor<3x2x8xbf16>, tensor<4x2x6xbf16>
func.func @main(%x: tensor<2x3x8xbf16>, %w: tensor<4x3x3xbf16>) -> tensor<2x4x6xbf16> {
  %y = prim.convolution %x, %w strides [1] pad [0], [0] dilation [1], [1] groups 1 {prim.out = f32} : tensor<2x3x8xbf16>, tensor<4x3x3xbf16>
  %z = prim.convert_element_type %y : tensor<2x4x6xf32> to tensor<2x4x6xbf16>
  return %z : tensor<2x4x6xbf16>
}

// -----

// the same whose result is f32
// CHECK-LABEL: func.func @main.joint(
// CHECK: prim.convolution %arg2, {{.*}} groups 1 : tensor<2x4x6xf32>, tensor<3x4x3xf32>
// CHECK: prim.convert_element_type {{.*}} : tensor<2x3x8xf32> to tensor<2x3x8xbf16>
// CHECK: prim.convolution {{.*}} groups 1 : tensor<3x2x8xf32>, tensor<4x2x6xf32>
// CHECK: prim.convert_element_type {{.*}} : tensor<4x3x3xf32> to tensor<4x3x3xbf16>
func.func @main(%x: tensor<2x3x8xbf16>, %w: tensor<4x3x3xbf16>) -> tensor<2x4x6xf32> {
  %y = prim.convolution %x, %w strides [1] pad [0], [0] dilation [1], [1] groups 1 {prim.out = f32} : tensor<2x3x8xbf16>, tensor<4x3x3xbf16>
  return %y : tensor<2x4x6xf32>
}
