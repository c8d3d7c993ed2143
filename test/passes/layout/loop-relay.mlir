// Operands of contractions that a matrix unit could read only element by element
// are copied into another order first; one copy serves all launches.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-relay=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-relay=target=x86-64-v3 | FileCheck %s --check-prefix=CPU

// CPU-NOT: relay

!x = tensor<64x64x14x14xbf16>
!w = tensor<64x64x3x3xbf16>

// A convolution of what the caller gives: channels last, the weights too.
// CHECK-LABEL: func.func @forward
// CHECK-DAG: %[[X:.*]] = loop.launch @relay_0(%{{.*}}) : (tensor<64x64x14x14xbf16>)
// CHECK-DAG: %[[W:.*]] = loop.launch @relay_1(%{{.*}}) : (tensor<64x64x3x3xbf16>)
// CHECK: loop.launch @{{.*}}(%[[X]], %[[W]])
// CHECK: loop.launch @{{.*}}(%[[X]], %[[W]])
func.func @forward(%x: !x, %w: !w) -> (!x, !x) {
  %0 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !x, !w
  %1 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !x, !w
  return %0, %1 : !x, !x
}

// -----

// Steps or points side by side, in both operands: nothing to do.
// CHECK-LABEL: func.func @products
// CHECK-NOT: relay
func.func @products(%x: tensor<512x512xbf16>, %y: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %0 = prim.dot_general %x, %y batch [], [] contract [1], [0] : tensor<512x512xbf16>, tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// -----

// What is as well read as it lies: 56 neighbours of a row.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: relay
func.func @rows(%x: tensor<64x64x56x56xbf16>, %w: tensor<64x64x1x1xbf16>) -> tensor<64x64x56x56xbf16> {
  %0 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<64x64x56x56xbf16>, tensor<64x64x1x1xbf16>
  return %0 : tensor<64x64x56x56xbf16>
}
