// Operands that no product of panels and rows could read on a CPU are copied
// into another order, if that takes less time than it saves.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-relay=target=x86-64-v4 | FileCheck %s
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-relay=target=x86-64-v4 --loop-schedule=target=x86-64-v4 | FileCheck %s --check-prefix=SCHEDULE
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse --loop-relay=target=x86-64-v4 --loop-schedule=target=x86-64-v4 | FileCheck %s --check-prefix=TOKENS

// Rows that may lie outside have to be read along channels; no axis of the
// result is long. The weight, of which tasks would bring together the columns of
// panels one by one, is transposed in blocks, which is faster.
// CHECK-LABEL: loop.kernel private @relay_0
// CHECK-SAME: tc.layout = #tc.layout<order = [0, 2, 3, 1]>
// CHECK-LABEL: func.func @small
// CHECK: %[[X:.*]] = loop.launch @relay_0(%arg0)
// CHECK: %[[W:.*]] = loop.launch @relay_1(%arg1)
// CHECK: loop.launch @{{.*}}(%[[X]], %[[W]])
// SCHEDULE: loop.kernel private @k0_convolution{{.*}}phases = [{grain = 1 : i64, product = {{.*}},
// What is side by side, channels and columns, stays inside of a task of the copy.
// SCHEDULE: loop.kernel private @relay_0{{.*}}phases = [{{.*}}tasks = ["d0", "d2"]
func.func @small(%x: tensor<4x64x28x28xf32>, %w: tensor<256x64x3x3xf32>) -> tensor<4x256x14x14xf32> {
  %0 = prim.convolution %x, %w strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<4x64x28x28xf32>, tensor<256x64x3x3xf32>
  return %0 : tensor<4x256x14x14xf32>
}

// -----

// A weight of the program is packed when it is loaded: never copied.
// CHECK-LABEL: func.func @weight
// CHECK: %[[W:.*]] = prim.get_weight
// CHECK: loop.launch @{{.*}}(%{{.*}}, %[[W]])
prim.weight @w : tensor<256x64x3x3xf32>
func.func @weight(%x: tensor<4x64x28x28xf32>) -> tensor<4x256x14x14xf32> {
  %w = prim.get_weight @w : tensor<256x64x3x3xf32>
  %0 = prim.convolution %x, %w strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<4x64x28x28xf32>, tensor<256x64x3x3xf32>
  return %0 : tensor<4x256x14x14xf32>
}

// -----

// Panels along rows of the image.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: relay
func.func @rows(%x: tensor<1x64x64x64xf32>, %w: tensor<64x64x1x1xf32>) -> tensor<1x64x64x64xf32> {
  %0 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x64x64x64xf32>, tensor<64x64x1x1xf32>
  return %0 : tensor<1x64x64x64xf32>
}

// -----

// A copy would take as long as the multiplications.
// CHECK-LABEL: func.func @thin
// CHECK-NOT: relay
func.func @thin(%x: tensor<4x64x14x14xf32>, %w: tensor<2x64x1x1xf32>) -> tensor<4x2x14x14xf32> {
  %0 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<4x64x14x14xf32>, tensor<2x64x1x1xf32>
  return %0 : tensor<4x2x14x14xf32>
}

// -----

// Windows along the image are read where they lie.
// CHECK-LABEL: func.func @windows
// CHECK-NOT: relay
// SCHEDULE: loop.kernel private @k0_convolution(%arg0: tensor<4x64x14x14xf32>{{.*}}phases = [{grain = 1 : i64, product = {{.*}},
func.func @windows(%x: tensor<4x64x14x14xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<4x64x14x14xf32> {
  %0 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<4x64x14x14xf32>, tensor<64x64x3x3xf32>
  return %0 : tensor<4x64x14x14xf32>
}

// -----

// A long window over tokens, whose channels lie innermost: each position would
// be packed once for each place in the window that it is at. It is copied once,
// by channels first, and read in place.
// TOKENS: loop.kernel private @k1_convolution{{.*}}columns_from = "windows"
// TOKENS-LABEL: func.func @tokens
// TOKENS: %[[X:.*]] = loop.launch @relay_0(%arg0)
// TOKENS: loop.launch @k1_convolution(%arg1, %[[X]])
func.func @tokens(%x: tensor<1x49x64xf32>, %w: tensor<64x32x48xf32>) -> tensor<1x64x50xf32> {
  %t = prim.transpose %x [0, 2, 1] : tensor<1x49x64xf32>
  %0 = prim.convolution %t, %w strides [1] pad [24], [24] dilation [1], [1] groups 2 : tensor<1x64x49xf32>, tensor<64x32x48xf32>
  return %0 : tensor<1x64x50xf32>
}

// -----

// Sums of taps run along channels, which lie side by side in the image and the
// result, once those of the weight do; element by element along rows they had
// no vectors.
// CHECK-LABEL: loop.kernel private @relay_0
// CHECK-SAME: tensor<96x1x7x7xbf16> {tc.layout = #tc.layout<order = [1, 2, 3, 0]>}
// CHECK-LABEL: func.func @depthwise
// CHECK: %[[W:.*]] = loop.launch @relay_0(%arg1)
// CHECK: loop.launch @taps(%arg0, %[[W]])
// SCHEDULE: loop.kernel private @taps{{.*}}vector = "c"
loop.kernel private @taps(%x: tensor<56x56x96xbf16>, %w: tensor<96x1x7x7xbf16>) -> tensor<56x56x96xf32> iters(i = 56, j = 56, c = 96, o = 1, ki = 7, kj = 7) {
  %y = loop.contract (i, j, c) over (o, ki, kj) reads(%a = %x[i + ki - 3, j + kj - 3, c + o] : tensor<56x56x96xbf16> else 0.0, %b = %w[c, o, ki, kj] : tensor<96x1x7x7xbf16>) -> tensor<56x56x96xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<56x56x96xf32>
}
func.func @depthwise(%x: tensor<56x56x96xbf16>, %w: tensor<96x1x7x7xbf16>) -> tensor<56x56x96xf32> {
  %0 = loop.launch @taps(%x, %w) : (tensor<56x56x96xbf16>, tensor<96x1x7x7xbf16>) -> tensor<56x56x96xf32>
  return %0 : tensor<56x56x96xf32>
}

// -----

// Without a copy, too, a border that is read element by element costs more than
// a weight that is.
// SCHEDULE: loop.kernel @known_taps{{.*}}vector = "c"
loop.kernel @known_taps(%x: tensor<56x56x96xbf16>, %w: tensor<96x7x7xbf16>) -> tensor<56x56x96xf32> iters(i = 56, j = 56, c = 96, ki = 7, kj = 7) {
  %y = loop.contract (i, j, c) over (ki, kj) reads(%a = %x[i + ki - 3, j + kj - 3, c] : tensor<56x56x96xbf16> else 0.0, %b = %w[c, ki, kj] : tensor<96x7x7xbf16>) -> tensor<56x56x96xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<56x56x96xf32>
}
