// A max pool whose positions are asked for, channels last: greatest elements and
// offsets of vectors of channels, in one launch.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// CHECK-NOT: [custom]
// CHECK: launches = [{body = [{{.*}}body = [{run = 0 : i64}, {run = 1 : i64}, {run = 2 : i64}], for = ["d1"], to = "vector"}
// CHECK-SAME: step = 8 : i64, to = "thread"
// CHECK: loop.reduce {{.*}} [max]
// CHECK: loop.reduce {{.*}} [min] {{.*}}i32> {
// CHECK: loop.map {{.*}}i64> {
// CHECK-COUNT-1: loop.launch
// CHECK-NOT: loop.launch
#last = #tc.layout<order = [0, 2, 3, 1]>
func.func @main(%x: tensor<64x64x112x112xbf16> {tc.layout = #last}) -> (tensor<64x64x56x56xbf16> {tc.layout = #last}, tensor<64x64x56x56xi64> {tc.layout = #last}) {
  %0:2 = prim.max_pool %x window [3, 3] strides [2, 2] pad [1, 1] dilation [1, 1] : tensor<64x64x112x112xbf16>
  return %0#0, %0#1 : tensor<64x64x56x56xbf16>, tensor<64x64x56x56xi64>
}
