// An image's copy pays alone, and a weight's beside it costs no launch more: the
// former in transposed tiles, the latter by points.
// RUN: tc-opt %s --prim-to-loop --loop-relay=target=cuda,tune=sm_90a -o %t && FileCheck %s <%t
// RUN: tc-opt %t --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s --check-prefix=LAUNCH <%t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a | cmp %t.1 -
// CHECK: func.func @beside
// CHECK: %[[C:.*]]:2 = loop.launch @relays_0(%arg0, %arg1)
// CHECK: loop.launch @{{.*}}(%[[C]]#0, %[[C]]#1)
// LAUNCH: loop.kernel private @relays_0
// LAUNCH-SAME: launches = [{body = [{{.*}}copy = [0, 0]{{.*}}{run = 0 : i64}{{.*}}{run = 1 : i64}
// LAUNCH-SAME: threads = 256 : i64}]}
func.func @beside(%x: tensor<1x64x56x56xf32>, %w: tensor<128x64x3x3xf32>) -> tensor<1x128x28x28xf32> {
  %0 = prim.convolution %x, %w strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 {prim.tf32} : tensor<1x64x56x56xf32>, tensor<128x64x3x3xf32>
  return %0 : tensor<1x128x28x28xf32>
}
