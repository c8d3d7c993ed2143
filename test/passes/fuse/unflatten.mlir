// The backward half of a layer norm whose gradient a product of rows gives: two
// sums of that gradient down its columns, of which one also reads what has two
// dimensions in place of the rows, run over these two, in one loop. The sum of a
// row keeps its iterator.
// RUN: tc-opt %s "--loop-fuse=stream=true otherwise=cuda,tune=sm_90a" | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-1: loop.launch
// CHECK-NOT: loop.launch
// CHECK: loop.reduce (c) over ([[N:.*]], [[P:.*]]) [add] reads(%{{.*}} = %{{.*}}[96*[[N]] + [[P]], c] : tensor<768x640xf32>, %{{.*}} = %{{.*}}{{\[}}[[N]], [[P]], c]
// CHECK: loop.reduce (c) over ([[N]], [[P]]) [add] reads(%{{.*}} = %{{.*}}[96*[[N]] + [[P]], c] : tensor<768x640xf32>)
// CHECK: loop.reduce (r) over (c) [add] reads(%{{.*}} = %{{.*}}[r, c] : tensor<768x640xf32>)
func.func @main(%dy: tensor<768x640xf32>, %x: tensor<8x96x640xf32>) -> (tensor<640xf32>, tensor<640xf32>, tensor<768xf32>) {
  %0 = loop.launch @scale(%dy, %x) : (tensor<768x640xf32>, tensor<8x96x640xf32>) -> tensor<640xf32>
  %1 = loop.launch @shift(%dy) : (tensor<768x640xf32>) -> tensor<640xf32>
  %2 = loop.launch @rows(%dy) : (tensor<768x640xf32>) -> tensor<768xf32>
  return %0, %1, %2 : tensor<640xf32>, tensor<640xf32>, tensor<768xf32>
}
loop.kernel private @scale(%dy: tensor<768x640xf32>, %x: tensor<8x96x640xf32>) -> tensor<640xf32> iters(c = 640, n = 8, p = 96) {
  %0 = loop.reduce (c) over (n, p) [add] reads(%a = %dy[96*n + p, c] : tensor<768x640xf32>, %b = %x[n, p, c] : tensor<8x96x640xf32>) -> tensor<640xf32> {
    %1 = prim.mul %a, %b : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<640xf32>
}
loop.kernel private @shift(%dy: tensor<768x640xf32>) -> tensor<640xf32> iters(c = 640, r = 768) {
  %0 = loop.reduce (c) over (r) [add] reads(%a = %dy[r, c] : tensor<768x640xf32>) -> tensor<640xf32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<640xf32>
}
loop.kernel private @rows(%dy: tensor<768x640xf32>) -> tensor<768xf32> iters(c = 640, r = 768) {
  %0 = loop.reduce (r) over (c) [add] reads(%a = %dy[r, c] : tensor<768x640xf32>) -> tensor<768xf32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<768xf32>
}
