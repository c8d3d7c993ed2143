// Reductions, running sums, sorting: the shapes that follow.
// RUN: tc-opt %s | FileCheck %s
// RUN: tc-opt %s --mlir-print-op-generic | tc-opt | FileCheck %s

!x = tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>

// CHECK-LABEL: func.func @reductions
func.func @reductions(%x: !x, %p: tensor<3xi1>) -> (tensor<6xf32>, !x, tensor<i1>, tensor<?x7xi64, #tc.dims<[b, 7]>>) {
  // CHECK: prim.sum %{{.*}} [2, 0] : tensor<?x6x7xf32, #tc.dims<[b, 6, 7]>>
  %0 = prim.sum %x [2, 0] : !x
  // CHECK: prim.prod %{{.*}} [] :
  %1 = prim.prod %x [] : !x
  // CHECK: prim.amax %{{.*}} [0] : tensor<3xi1>
  %2 = prim.amax %p [0] : tensor<3xi1>
  // CHECK: prim.argmin %{{.*}} dim 1 :
  %3 = prim.argmin %x dim 1 : !x
  return %0, %1, %2, %3 : tensor<6xf32>, !x, tensor<i1>, tensor<?x7xi64, #tc.dims<[b, 7]>>
}

// CHECK-LABEL: func.func @orders
func.func @orders(%x: !x) -> (!x, !x, tensor<?x6x7xi64, #tc.dims<[b, 6, 7]>>,
    tensor<?x?x7xf32, #tc.dims<[b, k, 7]>>, tensor<?x?x7xi64, #tc.dims<[b, k, 7]>>) {
  // CHECK: prim.cumsum %{{.*}} dim 2 :
  %0 = prim.cumsum %x dim 2 : !x
  // CHECK: prim.sort %{{.*}} dim 0 descending :
  %1, %2 = prim.sort %x dim 0 descending : !x
  // CHECK: prim.topk %{{.*}}, <k> dim 1 smallest :
  %3, %4 = prim.topk %x, <k> dim 1 smallest : !x
  return %0, %1, %2, %3, %4 : !x, !x, tensor<?x6x7xi64, #tc.dims<[b, 6, 7]>>,
    tensor<?x?x7xf32, #tc.dims<[b, k, 7]>>, tensor<?x?x7xi64, #tc.dims<[b, k, 7]>>
}
