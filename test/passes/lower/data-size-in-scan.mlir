// RUN: not tc-opt %s --prim-to-loop 2>&1 | FileCheck %s
// A size that data decides in each iteration of a scan, whose iterations are
// one kernel's.
// CHECK: error: 'prim.nonzero' op [TC-0501] prim-to-loop: a result whose size depends on data cannot be compiled inside of a loop
func.func @main(%xs: tensor<3x5xf32>, %c: tensor<i64>) -> tensor<i64> {
  %y = prim.scan (%c) over (%xs) : (tensor<i64>, tensor<3x5xf32>) -> tensor<i64> {
  ^bb0(%sum: tensor<i64>, %x: tensor<5xf32>):
    %at = prim.nonzero %x : tensor<5xf32> to tensor<?x1xi64, #tc.dims<[u, 1]>>
    %all = prim.sum %at [0, 1] : tensor<?x1xi64, #tc.dims<[u, 1]>>
    %next = prim.add %sum, %all : tensor<i64>
    prim.yield %next : tensor<i64>
  }
  return %y : tensor<i64>
}
