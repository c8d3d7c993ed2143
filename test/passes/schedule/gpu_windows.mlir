// Windows that begin two elements apart: a thread has a point, since what its
// neighbours read lies in the same lines; of windows of five by five, too. Rows
// that are vectors stay with lanes of their own.
// RUN: tc-opt %s --prim-to-loop --loop-fuse --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// CHECK: loop.kernel {{.*}} iters(d0 = 128, d1 = 56, d2 = 56, d3 = 3, d4 = 3)
// CHECK-NOT: for = ["d3", "d4"], to = "thread"
// CHECK-SAME: overlap
// CHECK: loop.kernel {{.*}} iters(d0 = 128, d1 = 54, d2 = 54, d3 = 5, d4 = 5)
// CHECK-NOT: for = ["d3", "d4"], to = "thread"
// CHECK-SAME: overlap
// CHECK: loop.kernel {{.*}} iters(d0 = 100000, d1 = 8)
// CHECK-SAME: for = ["d1"], to = "thread"
module attributes {tc.version = "0.1"} {
loop.kernel @three(%x: tensor<128x112x112xf32>) -> tensor<128x56x56xf32> iters(d0 = 128, d1 = 56, d2 = 56, d3 = 3, d4 = 3) {
  %0 = loop.reduce (d0, d1, d2) over (d3, d4) [max] reads(%a = %x[d0, 2*d1 + d3 - 1, 2*d2 + d4 - 1] : tensor<128x112x112xf32> else 0xFF800000) -> tensor<128x56x56xf32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<128x56x56xf32>
}
func.func @main(%x: tensor<128x112x112xf32>, %y: tensor<100000x8xf32>) -> (tensor<128x54x54xf32>, tensor<128x54x54xi64>, tensor<100000xf32>) {
  %0:2 = prim.max_pool %x window [5, 5] strides [2, 2] pad [0, 0] dilation [1, 1] : tensor<128x112x112xf32>
  %1 = prim.sum %y [1] : tensor<100000x8xf32>
  return %0#0, %0#1, %1 : tensor<128x54x54xf32>, tensor<128x54x54xi64>, tensor<100000xf32>
}
}
