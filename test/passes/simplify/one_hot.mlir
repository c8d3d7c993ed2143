// Scatters of one element a row, a function for each rule: first where it
// applies, then where it must not.
// RUN: tc-opt %s --prim-simplify --canonicalize | FileCheck %s
// RUN: tc-opt %s --prim-simplify=disable=putOneHot | FileCheck %s --check-prefix=OFF

// The position is checked where the gather of positions reads it.
// CHECK-LABEL: func.func @putOneHot(
// CHECK-NOT: index_put
// CHECK-DAG: %[[IOTA:.*]] = prim.iota 0 : i64, 1 : i64 : tensor<9xi64>
// CHECK-DAG: %[[AT:.*]] = prim.index %[[IOTA]][%arg1] [0] : tensor<9xi64>, tensor<4xi64>
// CHECK-DAG: %[[ALL:.*]] = prim.broadcast_in_dim %[[IOTA]] [1] : tensor<9xi64> to tensor<4x9xi64>
// CHECK-DAG: %[[ROWS:.*]] = prim.broadcast_in_dim %[[AT]] [0] : tensor<4xi64> to tensor<4x9xi64>
// CHECK: %[[HERE:.*]] = prim.eq %[[ALL]], %[[ROWS]] : tensor<4x9xi64>
// CHECK: prim.where %[[HERE]], %{{.*}}, %{{.*}} : tensor<4x9xi1>, tensor<4x9xf32>
// OFF-LABEL: func.func @putOneHot(
// OFF: prim.index_put
func.func @putOneHot(%v: tensor<4xf32>, %i: tensor<4xi64>) -> tensor<4x9xf32> {
  %c = prim.constant dense<0.0> : tensor<4x9xf32>
  %row = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  %y = prim.index_put %c, %v[%row, %i] [0, 1] "add" : tensor<4x9xf32>, tensor<4xf32>, tensor<4xi64>, tensor<4xi64>
  return %y : tensor<4x9xf32>
}

// -0.0 added to 0.0 is 0.0; what is set is the value itself.
// CHECK-LABEL: func.func @putAdded(
// CHECK: prim.add %{{.*}}, %arg0 : tensor<4xf32>
// CHECK: prim.where
// CHECK-LABEL: func.func @putSet(
// CHECK-NOT: prim.add
// CHECK: prim.where
func.func @putAdded(%v: tensor<4xf32>, %i: tensor<4xi64>) -> tensor<4x9xf32> {
  %c = prim.constant dense<2.0> : tensor<4x9xf32>
  %row = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  %y = prim.index_put %c, %v[%row, %i] [0, 1] "add" : tensor<4x9xf32>, tensor<4xf32>, tensor<4xi64>, tensor<4xi64>
  return %y : tensor<4x9xf32>
}
func.func @putSet(%v: tensor<4xf32>, %i: tensor<4xi64>) -> tensor<4x9xf32> {
  %c = prim.constant dense<2.0> : tensor<4x9xf32>
  %row = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  %y = prim.index_put %c, %v[%row, %i] [0, 1] "set" : tensor<4x9xf32>, tensor<4xf32>, tensor<4xi64>, tensor<4xi64>
  return %y : tensor<4x9xf32>
}

// A dimension in the middle; one of size 1, as gather has it; a symbolic number of rows.
// CHECK-LABEL: func.func @putInMiddle(
// CHECK: prim.broadcast_in_dim %{{.*}} [0, 2] : tensor<2x5xi64> to tensor<2x9x5xi64>
// CHECK: prim.where
func.func @putInMiddle(%v: tensor<2x5xf32>, %i: tensor<2x5xi64>) -> tensor<2x9x5xf32> {
  %c = prim.constant dense<0.0> : tensor<2x9x5xf32>
  %0 = prim.iota 0 : i64, 1 : i64 : tensor<2xi64>
  %n = prim.broadcast_in_dim %0 [0] : tensor<2xi64> to tensor<2x5xi64>
  %1 = prim.iota 0 : i64, 1 : i64 : tensor<5xi64>
  %h = prim.broadcast_in_dim %1 [1] : tensor<5xi64> to tensor<2x5xi64>
  %y = prim.index_put %c, %v[%n, %i, %h] [0, 1, 2] "add" : tensor<2x9x5xf32>, tensor<2x5xf32>, tensor<2x5xi64>, tensor<2x5xi64>, tensor<2x5xi64>
  return %y : tensor<2x9x5xf32>
}
// CHECK-LABEL: func.func @putAlong(
// CHECK-DAG: prim.reshape %{{.*}} : tensor<?x1xi64, #tc.dims<[n, 1]>> to tensor<?xi64, #tc.dims<[n]>>
// CHECK: prim.where
func.func @putAlong(%v: tensor<?x1xf32, #tc.dims<[n, 1]>>, %i: tensor<?x1xi64, #tc.dims<[n, 1]>>) -> tensor<?x9xf32, #tc.dims<[n, 9]>> {
  %0 = prim.constant dense<0.0> : tensor<f32>
  %c = prim.broadcast_in_dim %0 [] : tensor<f32> to tensor<?x9xf32, #tc.dims<[n, 9]>>
  %1 = prim.iota 0 : i64, 1 : i64 : tensor<?xi64, #tc.dims<[n]>>
  %n = prim.broadcast_in_dim %1 [0] : tensor<?xi64, #tc.dims<[n]>> to tensor<?x1xi64, #tc.dims<[n, 1]>>
  %y = prim.index_put %c, %v[%n, %i] [0, 1] "add" : tensor<?x9xf32, #tc.dims<[n, 9]>>, tensor<?x1xf32, #tc.dims<[n, 1]>>, tensor<?x1xi64, #tc.dims<[n, 1]>>, tensor<?x1xi64, #tc.dims<[n, 1]>>
  return %y : tensor<?x9xf32, #tc.dims<[n, 9]>>
}

// Two elements a row; rows that no index counts (an embedding's); a base that
// is no number; rows that may have no element, which would report no position.
// CHECK-LABEL: func.func @putSeveral(
// CHECK: prim.index_put
// CHECK-LABEL: func.func @putAnywhere(
// CHECK: prim.index_put
// CHECK-LABEL: func.func @putOver(
// CHECK: prim.index_put
// CHECK-LABEL: func.func @putInNothing(
// CHECK: prim.index_put
// CHECK-LABEL: func.func @putGreatest(
// CHECK: prim.index_put
func.func @putSeveral(%v: tensor<4x2xf32>, %i: tensor<4x2xi64>) -> tensor<4x9xf32> {
  %c = prim.constant dense<0.0> : tensor<4x9xf32>
  %0 = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  %row = prim.broadcast_in_dim %0 [0] : tensor<4xi64> to tensor<4x2xi64>
  %y = prim.index_put %c, %v[%row, %i] [0, 1] "add" : tensor<4x9xf32>, tensor<4x2xf32>, tensor<4x2xi64>, tensor<4x2xi64>
  return %y : tensor<4x9xf32>
}
func.func @putAnywhere(%v: tensor<4x8xf32>, %i: tensor<4xi64>) -> tensor<9x8xf32> {
  %c = prim.constant dense<0.0> : tensor<9x8xf32>
  %y = prim.index_put %c, %v[%i] [0] "add" : tensor<9x8xf32>, tensor<4x8xf32>, tensor<4xi64>
  return %y : tensor<9x8xf32>
}
func.func @putOver(%x: tensor<4x9xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) -> tensor<4x9xf32> {
  %row = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  %y = prim.index_put %x, %v[%row, %i] [0, 1] "set" : tensor<4x9xf32>, tensor<4xf32>, tensor<4xi64>, tensor<4xi64>
  return %y : tensor<4x9xf32>
}
func.func @putInNothing(%v: tensor<4xf32>, %i: tensor<4xi64>) -> tensor<4x?xf32, #tc.dims<[4, n]>> {
  %0 = prim.constant dense<0.0> : tensor<f32>
  %c = prim.broadcast_in_dim %0 [] : tensor<f32> to tensor<4x?xf32, #tc.dims<[4, n]>>
  %row = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  %y = prim.index_put %c, %v[%row, %i] [0, 1] "set" : tensor<4x?xf32, #tc.dims<[4, n]>>, tensor<4xf32>, tensor<4xi64>, tensor<4xi64>
  return %y : tensor<4x?xf32, #tc.dims<[4, n]>>
}
func.func @putGreatest(%v: tensor<4xf32>, %i: tensor<4xi64>) -> tensor<4x9xf32> {
  %c = prim.constant dense<0.0> : tensor<4x9xf32>
  %row = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  %y = prim.index_put %c, %v[%row, %i] [0, 1] "max" : tensor<4x9xf32>, tensor<4xf32>, tensor<4xi64>, tensor<4xi64>
  return %y : tensor<4x9xf32>
}

// The sum along the rows is the element, if the position is one of the row; not
// along the columns, nor of what is not 0 elsewhere.
// CHECK-LABEL: func.func @sumOneHot(
// CHECK-DAG: %[[GE:.*]] = prim.ge %arg1, %{{.*}} : tensor<4xi64>
// CHECK-DAG: %[[LT:.*]] = prim.lt %arg1, %{{.*}} : tensor<4xi64>
// CHECK-DAG: %[[IN:.*]] = prim.bitwise_and %[[GE]], %[[LT]] : tensor<4xi1>
// CHECK-DAG: %[[V:.*]] = prim.add %arg0, %{{.*}} : tensor<4xf32>
// CHECK-DAG: %[[S:.*]] = prim.where %[[IN]], %[[V]], %{{.*}} : tensor<4xi1>, tensor<4xf32>
// CHECK-DAG: %[[T:.*]] = prim.sum %{{.*}} [0] : tensor<4x9xf32>
// CHECK-DAG: %[[U:.*]] = prim.sum %{{.*}} [1] : tensor<4x9xf32>
// CHECK: return %[[S]], %[[T]], %[[U]]
func.func @sumOneHot(%v: tensor<4xf32>, %i: tensor<4xi64>) -> (tensor<4xf32>, tensor<9xf32>, tensor<4xf32>) {
  %none = prim.constant dense<0.0> : tensor<4x9xf32>
  %one = prim.constant dense<1.0> : tensor<4x9xf32>
  %iota = prim.iota 0 : i64, 1 : i64 : tensor<9xi64>
  %all = prim.broadcast_in_dim %iota [1] : tensor<9xi64> to tensor<4x9xi64>
  %rows = prim.broadcast_in_dim %i [0] : tensor<4xi64> to tensor<4x9xi64>
  %here = prim.eq %rows, %all : tensor<4x9xi64>
  %vs = prim.broadcast_in_dim %v [0] : tensor<4xf32> to tensor<4x9xf32>
  %y = prim.where %here, %vs, %none : tensor<4x9xi1>, tensor<4x9xf32>
  %s = prim.sum %y [1] : tensor<4x9xf32>
  %t = prim.sum %y [0] : tensor<4x9xf32>
  %z = prim.where %here, %vs, %one : tensor<4x9xi1>, tensor<4x9xf32>
  %u = prim.sum %z [1] : tensor<4x9xf32>
  return %s, %t, %u : tensor<4xf32>, tensor<9xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @convertOneHot(
// CHECK: prim.convert_element_type %arg0 : tensor<4xf32> to tensor<4xbf16>
// CHECK: %[[Y:.*]] = prim.where %arg1, {{.*}} : tensor<4x9xi1>, tensor<4x9xbf16>
// CHECK: %[[Z:.*]] = prim.convert_element_type %{{.*}} : tensor<4x9xf32> to tensor<4x9xbf16>
// CHECK: return %[[Y]], %[[Z]]
func.func @convertOneHot(%v: tensor<4xf32>, %p: tensor<4x9xi1>, %x: tensor<4x9xf32>) -> (tensor<4x9xbf16>, tensor<4x9xbf16>) {
  %none = prim.constant dense<0.0> : tensor<4x9xf32>
  %vs = prim.broadcast_in_dim %v [0] : tensor<4xf32> to tensor<4x9xf32>
  %0 = prim.where %p, %vs, %none : tensor<4x9xi1>, tensor<4x9xf32>
  %y = prim.convert_element_type %0 : tensor<4x9xf32> to tensor<4x9xbf16>
  %1 = prim.where %p, %x, %none : tensor<4x9xi1>, tensor<4x9xf32>
  %z = prim.convert_element_type %1 : tensor<4x9xf32> to tensor<4x9xbf16>
  return %y, %z : tensor<4x9xbf16>, tensor<4x9xbf16>
}
