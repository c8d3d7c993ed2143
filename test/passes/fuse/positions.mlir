// Gathers at positions that are linear in the iterators and within bounds become
// reads; others stay.
// RUN: tc-opt %s --prim-to-loop --loop-fuse --cse | FileCheck %s
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check

// Windows of a row, two elements apart, each times the same weights.
// CHECK-LABEL: loop.kernel private @k{{[0-9]*}}_sum(
// CHECK: loop.reduce (d0, d1) over (d2) [add] reads({{.*}}[d0, 2*d1 + d2] : tensor<4x70xf32>
// CHECK-NOT: loop.at
// CHECK: loop.yield
func.func @main(%x: tensor<4x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %w: tensor<7xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %o: tensor<i64> {tc.init = {kind = "randint", low = 1, high = 2, stream = 3}})
    -> (tensor<4x32xf32>, tensor<4x32xf32>, tensor<4x9xf32>) {
  %rows = prim.iota 0 : i64, 2 : i64 : tensor<32xi64>
  %places = prim.iota 0 : i64, 1 : i64 : tensor<7xi64>
  %r = prim.broadcast_in_dim %rows [0] : tensor<32xi64> to tensor<32x7xi64>
  %p = prim.broadcast_in_dim %places [1] : tensor<7xi64> to tensor<32x7xi64>
  %at = prim.add %r, %p : tensor<32x7xi64>
  %windows = prim.index %x[%at] [1] : tensor<4x70xf32>, tensor<32x7xi64>
  %t = prim.transpose %windows [2, 0, 1] : tensor<32x7x4xf32>
  %v = prim.broadcast_in_dim %w [2] : tensor<7xf32> to tensor<4x32x7xf32>
  %m = prim.mul %t, %v : tensor<4x32x7xf32>
  %0 = prim.sum %m [2] : tensor<4x32x7xf32>
  // From a number on that the compiler does not know.
  // CHECK: loop.at
  %from = prim.broadcast_in_dim %o [] : tensor<i64> to tensor<32x7xi64>
  %later = prim.add %at, %from : tensor<32x7xi64>
  %windows2 = prim.index %x[%later] [1] : tensor<4x70xf32>, tensor<32x7xi64>
  %t2 = prim.transpose %windows2 [2, 0, 1] : tensor<32x7x4xf32>
  %m2 = prim.mul %t2, %v : tensor<4x32x7xf32>
  %1 = prim.sum %m2 [2] : tensor<4x32x7xf32>
  // The square of an index is not linear, and it is the length of the row in
  // the last window.
  // CHECK: loop.at
  %n = prim.iota 0 : i64, 1 : i64 : tensor<9xi64>
  %squares = prim.mul %n, %n : tensor<9xi64>
  %y = prim.index %x[%squares] [1] : tensor<4x70xf32>, tensor<9xi64>
  %z = prim.transpose %y [1, 0] : tensor<9x4xf32>
  return %0, %1, %z : tensor<4x32xf32>, tensor<4x32xf32>, tensor<4x9xf32>
}
