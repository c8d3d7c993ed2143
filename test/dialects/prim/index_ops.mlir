// Gather, scatter, positions: the shapes that follow.
// RUN: tc-opt %s | FileCheck %s
// RUN: tc-opt %s --mlir-print-op-generic | tc-opt | FileCheck %s

!x = tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>
!i = tensor<?x?xi64, #tc.dims<[m, n]>>
!one = tensor<?x?x?x7xf32, #tc.dims<[m, n, b, 7]>>
!two = tensor<?x?x6xf32, #tc.dims<[m, n, 6]>>

// CHECK-LABEL: func.func @gather
func.func @gather(%x: !x, %i: !i) -> (!one, !two) {
  // CHECK: prim.index %{{.*}}[%{{.*}}] [1] : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>, tensor<?x?xi64, #tc.dims<[m, n]>>
  %0 = prim.index %x[%i] [1] : !x, !i
  // CHECK: prim.index %{{.*}}[%{{.*}}, %{{.*}}] [2, 0] :
  %1 = prim.index %x[%i, %i] [2, 0] : !x, !i, !i
  return %0, %1 : !one, !two
}

// CHECK-LABEL: func.func @scatter
func.func @scatter(%x: !x, %v: !two, %i: !i) -> !x {
  // CHECK: prim.index_put %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] [0, 2] "add" :
  %0 = prim.index_put %x, %v[%i, %i] [0, 2] "add" : !x, !two, !i, !i
  // CHECK: prim.index_put %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] [0, 2] "set" {prim.distinct} :
  %1 = prim.index_put %x, %v[%i, %i] [0, 2] "set" {prim.distinct} : !x, !two, !i, !i
  return %0 : !x
}

// CHECK-LABEL: func.func @positions
func.func @positions(%x: !x) -> tensor<?x3xi64, #tc.dims<[found, 3]>> {
  // CHECK: prim.nonzero %{{.*}} to tensor<?x3xi64, #tc.dims<[found, 3]>>
  %0 = prim.nonzero %x : !x to tensor<?x3xi64, #tc.dims<[found, 3]>>
  return %0 : tensor<?x3xi64, #tc.dims<[found, 3]>>
}
