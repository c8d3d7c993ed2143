// The phases of a convolution of a spread input read one weight: it is copied once,
// for the phase with the most steps, to where channels are innermost. Its result
// lies as its phases do.
// RUN: tc-opt %s --tc-gpu | FileCheck %s
// CHECK: loop.kernel private @[[K:.*]](%arg0: tensor<64x128x28x28xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %arg1: tensor<128x128x3x3xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (tensor<64x128x56x56xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>})
// CHECK: loop.join
// CHECK: func.func @main
// CHECK-NOT: loop.launch
// CHECK: %[[W:.*]] = loop.launch @relay_0(%arg1)
// CHECK-NEXT: %[[DX:.*]] = loop.launch @[[K]](%arg0, %[[W]])
// CHECK-NEXT: loop.launch @{{.*}}(%[[DX]])
// CHECK-NEXT: return
func.func @main(%dy: tensor<64x128x28x28xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %w: tensor<128x128x3x3xbf16>) -> tensor<128xbf16> {
  %dx = prim.convolution %dy, %w strides [1, 1] pad [1, 1], [2, 2] dilation [2, 2], [1, 1] groups 1 : tensor<64x128x28x28xbf16>, tensor<128x128x3x3xbf16>
  %m = prim.amax %dx [0, 2, 3] : tensor<64x128x56x56xbf16>
  return %m : tensor<128xbf16>
}
