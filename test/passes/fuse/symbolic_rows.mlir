// Sizes that are not known are taken for 256 each: rows of one of them are kept
// between their reductions, those of three are too long for that and computed
// again (long_rows.mlir).
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse | FileCheck %s

// CHECK: iters(d0 = s0, d1 = s1)
// CHECK-COUNT-1: prim.exp
// CHECK-NOT: prim.exp
// CHECK: func.func
!x = tensor<?x?xf32, #tc.dims<[s0, s1]>>
!y = tensor<?xf32, #tc.dims<[s0]>>
func.func @kept(%x: !x) -> !x {
  %0 = prim.amax %x [1] : !x
  %1 = prim.broadcast_in_dim %0 [0] : !y to !x
  %2 = prim.sub %x, %1 : !x
  %3 = prim.exp %2 : !x
  %4 = prim.sum %3 [1] : !x
  %5 = prim.broadcast_in_dim %4 [0] : !y to !x
  %6 = prim.div %3, %5 : !x
  return %6 : !x
}

// -----

// CHECK: iters(d0 = s0, d1 = s1, d2 = s2, d3 = s3)
// CHECK-COUNT-2: prim.exp
// CHECK: func.func
!x = tensor<?x?x?x?xf32, #tc.dims<[s0, s1, s2, s3]>>
!y = tensor<?xf32, #tc.dims<[s0]>>
func.func @again(%x: !x) -> !x {
  %0 = prim.amax %x [1, 2, 3] : !x
  %1 = prim.broadcast_in_dim %0 [0] : !y to !x
  %2 = prim.sub %x, %1 : !x
  %3 = prim.exp %2 : !x
  %4 = prim.sum %3 [1, 2, 3] : !x
  %5 = prim.broadcast_in_dim %4 [0] : !y to !x
  %6 = prim.div %3, %5 : !x
  return %6 : !x
}
