// Where divisions cost little, what is moved, joined and moved on is one index
// map, so that the phases of a result are computed in its own order and stored
// once (@main, the gradient of a pool by steps of 2); but not where a product
// reads it (@product) or where something else needs the joined memory (@both).
// RUN: tc-opt %s --prim-to-loop="interleave=true" --loop-fuse | FileCheck %s
// RUN: tc-opt %s --prim-to-loop --loop-fuse | FileCheck %s --check-prefix=CPU
module attributes {tc.version = "0.1"} {
// CHECK: loop.map {{.*}} reads(%{{.*}} = %arg0[d1, floordiv(d0 + 1, 2), mod(d0 + 1, 2)]
// CHECK-NEXT: prim.exp
// CHECK-NEXT: loop.yield
// CHECK-NEXT: }
// CHECK-LABEL: func.func @main
// CHECK-NOT: prim.reshape
// CHECK: loop.launch
// CHECK-NOT: loop.launch
// CPU-LABEL: func.func @main
// CPU: prim.reshape
func.func @main(%x: tensor<8x9x2xf32>) -> tensor<16x8xf32> {
  %e = prim.exp %x : tensor<8x9x2xf32>
  %t = prim.transpose %e [1, 2, 0] : tensor<8x9x2xf32>
  %r = prim.reshape %t : tensor<9x2x8xf32> to tensor<18x8xf32>
  %s = prim.slice %r <[1, 0]> step [1, 1] : tensor<18x8xf32> to tensor<16x8xf32>
  return %s : tensor<16x8xf32>
}
// CHECK-LABEL: func.func @product
// CHECK: prim.reshape
func.func @product(%x: tensor<8x9x2xf32>, %w: tensor<8x4xf32>) -> tensor<16x4xf32> {
  %e = prim.exp %x : tensor<8x9x2xf32>
  %t = prim.transpose %e [1, 2, 0] : tensor<8x9x2xf32>
  %r = prim.reshape %t : tensor<9x2x8xf32> to tensor<18x8xf32>
  %s = prim.slice %r <[1, 0]> step [1, 1] : tensor<18x8xf32> to tensor<16x8xf32>
  %y = prim.dot_general %s, %w batch [], [] contract [1], [0] : tensor<16x8xf32>, tensor<8x4xf32>
  return %y : tensor<16x4xf32>
}
// CHECK-LABEL: func.func @both
// CHECK: prim.reshape
func.func @both(%x: tensor<8x9x2xf32>) -> (tensor<16x8xf32>, tensor<18x8xf32>) {
  %e = prim.exp %x : tensor<8x9x2xf32>
  %t = prim.transpose %e [1, 2, 0] : tensor<8x9x2xf32>
  %r = prim.reshape %t : tensor<9x2x8xf32> to tensor<18x8xf32>
  %s = prim.slice %r <[1, 0]> step [1, 1] : tensor<18x8xf32> to tensor<16x8xf32>
  return %s, %r : tensor<16x8xf32>, tensor<18x8xf32>
}
}
