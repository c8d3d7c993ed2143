// Rows that are too long to be kept between the reductions of one kernel: what
// is cheap, and made of one value in memory, is computed again by each of its
// readers, and no value as large as the rows is stored. Of two values, or what
// costs more, launches stay apart. Shorter rows are kept.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse | FileCheck %s

// CHECK: iters(d0 = 16, d1 = 100000)
// CHECK: loop.reduce (d0) over (d1) [max] reads({{.*}}%arg0[d0, d1]
// CHECK-NOT: loop.map
// CHECK: loop.reduce (d0) over (d1) [add] reads({{.*}}%arg0[d0, d1]
// CHECK: prim.exp
// CHECK: loop.map (d0, d1) reads({{.*}}%arg0[d0, d1]
// CHECK: prim.exp
// CHECK: prim.div
// CHECK: func.func
// CHECK-COUNT-1: loop.launch
// CHECK-NOT: loop.launch
!x = tensor<16x100000xf32>
module attributes {tc.version = "0.1"} {
func.func @main(%x: !x) -> !x {
  %0 = prim.amax %x [1] : !x
  %1 = prim.broadcast_in_dim %0 [0] : tensor<16xf32> to !x
  %2 = prim.sub %x, %1 : !x
  %3 = prim.exp %2 : !x
  %4 = prim.sum %3 [1] : !x
  %5 = prim.broadcast_in_dim %4 [0] : tensor<16xf32> to !x
  %6 = prim.div %3, %5 : !x
  return %6 : !x
}
}

// -----
// CHECK: iters(d0 = 16, d1 = 60000)
// CHECK-COUNT-1: prim.exp
// CHECK-NOT: prim.exp
// CHECK: func.func
!x = tensor<16x60000xf32>
module attributes {tc.version = "0.1"} {
func.func @main(%x: !x) -> !x {
  %0 = prim.amax %x [1] : !x
  %1 = prim.broadcast_in_dim %0 [0] : tensor<16xf32> to !x
  %2 = prim.sub %x, %1 : !x
  %3 = prim.exp %2 : !x
  %4 = prim.sum %3 [1] : !x
  %5 = prim.broadcast_in_dim %4 [0] : tensor<16xf32> to !x
  %6 = prim.div %3, %5 : !x
  return %6 : !x
}
}

// -----
// CHECK: loop.kernel
// CHECK: prim.exp
// CHECK: loop.kernel
// CHECK-NOT: prim.exp
// CHECK: func.func
// CHECK-COUNT-2: loop.launch
!x = tensor<16x100000xf32>
module attributes {tc.version = "0.1"} {
func.func @main(%x: !x, %y: !x) -> !x {
  %0 = prim.amax %x [1] : !x
  %1 = prim.broadcast_in_dim %0 [0] : tensor<16xf32> to !x
  %2 = prim.sub %x, %1 : !x
  %3 = prim.mul %2, %y : !x
  %4 = prim.exp %3 : !x
  %5 = prim.sum %4 [1] : !x
  %6 = prim.broadcast_in_dim %5 [0] : tensor<16xf32> to !x
  %7 = prim.div %4, %6 : !x
  return %7 : !x
}
}

// -----
// CHECK: loop.kernel
// CHECK: prim.erf
// CHECK: loop.kernel
// CHECK-NOT: prim.erf
// CHECK: func.func
// CHECK-COUNT-2: loop.launch
!x = tensor<16x100000xf32>
module attributes {tc.version = "0.1"} {
func.func @main(%x: !x) -> !x {
  %0 = prim.amax %x [1] : !x
  %1 = prim.broadcast_in_dim %0 [0] : tensor<16xf32> to !x
  %2 = prim.sub %x, %1 : !x
  %3 = prim.exp %2 : !x
  %4 = prim.erf %3 : !x
  %5 = prim.sum %4 [1] : !x
  %6 = prim.broadcast_in_dim %5 [0] : tensor<16xf32> to !x
  %7 = prim.div %4, %6 : !x
  return %7 : !x
}
}
