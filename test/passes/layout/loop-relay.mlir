// Operands of contractions that a matrix unit could read only element by element
// are copied into another order first; one copy serves all launches, and one
// launch makes what is there before, at most gpu_relay_bytes.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-relay=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env TC_NUMBERS=gpu_relay_bytes=1000000 tc-opt %s --split-input-file --prim-to-loop --loop-relay=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=FEW
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-relay=target=x86-64-v3 | FileCheck %s --check-prefix=CPU

// CPU-NOT: relay

!x = tensor<64x64x14x14xbf16>
!w = tensor<64x64x3x3xbf16>

// A convolution of what the caller gives: channels last, the weights too.
// CHECK-LABEL: func.func @forward
// CHECK-NEXT: %[[C:.*]]:2 = loop.launch @relays_0(%{{.*}}, %{{.*}}) : (tensor<64x64x14x14xbf16>, tensor<64x64x3x3xbf16>)
// CHECK-NEXT: loop.launch @{{.*}}(%[[C]]#0, %[[C]]#1)
// CHECK-NEXT: loop.launch @{{.*}}(%[[C]]#0, %[[C]]#1)
// FEW-LABEL: func.func @forward
// FEW-DAG: %[[X:.*]] = loop.launch @relay_0(%{{.*}}) : (tensor<64x64x14x14xbf16>)
// FEW-DAG: %[[W:.*]] = loop.launch @relay_1(%{{.*}}) : (tensor<64x64x3x3xbf16>)
// FEW: loop.launch @{{.*}}(%[[X]], %[[W]])
// FEW: loop.launch @{{.*}}(%[[X]], %[[W]])
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

// -----

// Rows named by two iterators, and by one: a gradient that has odd rows, of
// three dimensions, and its reshape. One copy serves both.
// CHECK-LABEL: loop.kernel private @relay_0(%{{.*}}: tensor<8x1024x5001xbf16>)
// CHECK-SAME: tc.layout = #tc.layout<order = [2, 0, 1]>
// CHECK-LABEL: func.func @shapes
// CHECK: %[[COPY:.*]] = loop.launch @relay_0(%{{.*}}) : (tensor<8x1024x5001xbf16>)
// CHECK: loop.launch @{{.*}}(%[[COPY]], %{{.*}}) : (tensor<8x1024x5001xbf16>, tensor<5001x256xbf16>)
// CHECK-NOT: relay
// CHECK: %[[RESHAPE:.*]] = prim.reshape %[[COPY]] : tensor<8x1024x5001xbf16> to tensor<8192x5001xbf16>
// CHECK: loop.launch @{{.*}}(%[[RESHAPE]], %{{.*}}) : (tensor<8192x5001xbf16>, tensor<8192x256xbf16>)
func.func @shapes(%d: tensor<8x1024x5001xbf16>, %w: tensor<5001x256xbf16>, %x: tensor<8192x256xbf16>) -> (tensor<8x1024x256xbf16>, tensor<5001x256xbf16>) {
  %0 = prim.dot_general %d, %w batch [], [] contract [2], [0] : tensor<8x1024x5001xbf16>, tensor<5001x256xbf16>
  %1 = prim.reshape %d : tensor<8x1024x5001xbf16> to tensor<8192x5001xbf16>
  %2 = prim.dot_general %1, %x batch [], [] contract [0], [0] : tensor<8192x5001xbf16>, tensor<8192x256xbf16>
  return %0, %2 : tensor<8x1024x256xbf16>, tensor<5001x256xbf16>
}

// -----

// The second weight is there before the first copy, what the first convolution
// makes is not.
// CHECK-LABEL: func.func @made
// CHECK: %[[C:.*]]:3 = loop.launch @relays_0(%arg0, %arg1, %arg2)
// CHECK: %[[Y:.*]] = loop.launch @{{.*}}(%[[C]]#0, %[[C]]#1)
// CHECK: %[[Z:.*]] = loop.launch @relay_{{[0-9]+}}(%[[Y]])
// CHECK: loop.launch @{{.*}}(%[[Z]], %[[C]]#2)
!x = tensor<64x64x14x14xbf16>
!w = tensor<64x64x3x3xbf16>
func.func @made(%x: !x, %v: !w, %w: !w) -> !x {
  %0 = prim.convolution %x, %v strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !x, !w
  %1 = prim.convolution %0, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !x, !w
  return %1 : !x
}

// -----

// What a map makes for the convolution alone it stores channels last itself; not
// what others read, too.
// CHECK-LABEL: loop.kernel private @{{.*}}_exp(
// CHECK-SAME: -> (tensor<64x64x14x14xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>})
// CHECK-LABEL: func.func @alone
// CHECK: loop.launch @relay_{{[0-9]+}}(%arg1) : (tensor<64x64x3x3xbf16>)
// CHECK-NOT: relay
// CHECK: return
!x = tensor<64x64x14x14xbf16>
!w = tensor<64x64x3x3xbf16>
func.func @alone(%x: !x, %w: !w) -> !x {
  %e = prim.exp %x : !x
  %0 = prim.convolution %e, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !x, !w
  return %0 : !x
}

// -----

// CHECK-LABEL: func.func @others
// CHECK: %[[E:.*]] = loop.launch @{{.*}}_exp(
// CHECK: loop.launch @relays_0(%[[E]], %arg1)
!x = tensor<64x64x14x14xbf16>
!w = tensor<64x64x3x3xbf16>
func.func @others(%x: !x, %w: !w) -> (!x, !x) {
  %e = prim.exp %x : !x
  %0 = prim.convolution %e, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !x, !w
  return %0, %e : !x, !x
}
