// D1: symbols get their values from arguments, from ops, and from turn to turn
// of a loop; asserted equalities are checked.
// RUN: split-file %s %t
// RUN: tc-interpret %t/grow.mlir --print | FileCheck %t/grow.mlir
// RUN: tc-interpret %t/nonzero.mlir --print | FileCheck %t/nonzero.mlir
// RUN: not tc-interpret %t/cast.mlir 2>&1 | FileCheck %t/cast.mlir
// RUN: not tc-interpret %t/range.mlir 2>&1 | FileCheck %t/range.mlir
// RUN: not tc-interpret %t/fx.mlir 2>&1 | FileCheck %t/fx.mlir

//--- grow.mlir
// The carried size doubles until it passes 10.
module attributes {tc.sizes = {n = 3 : i64}} {
  // CHECK: result 0: i64[12] 0 1 2 0 1 2 0 1 2 0 1 2
  // CHECK: result 1: i64[] 12
  func.func @main(%x: tensor<?xi64, #tc.dims<[n]>> {tc.init = {kind = "iota", start = 0}})
      -> (tensor<?xi64, #tc.dims<[m]>>, tensor<i64>) {
    %0 = prim.while (%x) carried ["k"] : (tensor<?xi64, #tc.dims<[n]>>) -> tensor<?xi64, #tc.dims<[m]>> cond {
    ^bb0(%c: tensor<?xi64, #tc.dims<[k]>>):
      %size = prim.size <k> : tensor<i64>
      %ten = prim.constant dense<10> : tensor<i64>
      %less = prim.lt %size, %ten : tensor<i64>
      prim.yield %less : tensor<i1>
    } do {
    ^bb0(%c: tensor<?xi64, #tc.dims<[k]>>):
      %two = prim.cat %c, %c dim 0 : tensor<?xi64, #tc.dims<[k]>>, tensor<?xi64, #tc.dims<[k]>>
      prim.yield %two : tensor<?xi64, #tc.dims<[2*k]>>
    }
    %1 = prim.size <m> : tensor<i64>
    return %0, %1 : tensor<?xi64, #tc.dims<[m]>>, tensor<i64>
  }
}

//--- nonzero.mlir
// CHECK: result 0: i64[2, 2] 0 1 1 0
// CHECK: result 1: i64[] 3
func.func @main() -> (tensor<?x2xi64, #tc.dims<[u, 2]>>, tensor<i64>) {
  %x = prim.constant dense<[[0, 7], [1, 0]]> : tensor<2x2xi32>
  %0 = prim.nonzero %x : tensor<2x2xi32> to tensor<?x2xi64, #tc.dims<[u, 2]>>
  %1 = prim.size <u + 1> : tensor<i64>
  return %0, %1 : tensor<?x2xi64, #tc.dims<[u, 2]>>, tensor<i64>
}

//--- cast.mlir
module attributes {tc.sizes = {a = 2 : i64, b = 3 : i64}} {
  // CHECK: cast.mlir:{{.*}}[TC-0301] 'prim.cast_sizes': dimension 0 has the size 2, not 3
  func.func @main(%x: tensor<?xf32, #tc.dims<[a]>> {tc.init = {kind = "constant", value = 1}},
                  %y: tensor<?xf32, #tc.dims<[b]>> {tc.init = {kind = "constant", value = 1}})
      -> tensor<?xf32, #tc.dims<[b]>> {
    %0 = prim.cast_sizes %x : tensor<?xf32, #tc.dims<[a]>> to tensor<?xf32, #tc.dims<[b]>>
    %1 = prim.add %0, %y : tensor<?xf32, #tc.dims<[b]>>
    return %1 : tensor<?xf32, #tc.dims<[b]>>
  }
}

//--- range.mlir
// CHECK: [TC-0302] 'prim.index': index 3 into dimension 0 of size 3
func.func @main() -> tensor<1xf32> {
  %x = prim.constant dense<1.0> : tensor<3xf32>
  %i = prim.constant dense<3> : tensor<1xi64>
  %0 = prim.index %x [%i] [0] : tensor<3xf32>, tensor<1xi64>
  return %0 : tensor<1xf32>
}

//--- fx.mlir
// CHECK: [TC-2730] no func.func is called @main
fx.graph @main(%x: tensor<3xf32>) -> (tensor<3xf32>) {
  fx.output %x : tensor<3xf32>
}
