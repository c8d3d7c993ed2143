// Scatters whose points meet nowhere, a function for each rule: first where it
// applies, then where it must not.
// RUN: tc-opt %s --prim-simplify --canonicalize --cse | FileCheck %s
// RUN: tc-opt %s --prim-simplify=disable=putDistinct,addDistinct | FileCheck %s --check-prefix=OFF

// OFF-NOT: prim.distinct

// CHECK-LABEL: func.func @putDistinct(
// CHECK: prim.index_put %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] [0, 1] "set" {prim.distinct} :
func.func @putDistinct(%x: tensor<4x9xf32>, %c: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %v, %i = prim.sort %x dim 1 descending : tensor<4x9xf32>
  %0 = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  %row = prim.broadcast_in_dim %0 [0] : tensor<4xi64> to tensor<4x9xi64>
  %y = prim.index_put %c, %v[%row, %i] [0, 1] "set" : tensor<4x9xf32>, tensor<4x9xf32>, tensor<4x9xi64>, tensor<4x9xi64>
  return %y : tensor<4x9xf32>
}

// Added to a number everywhere, they are set, since each place has one at most.
// CHECK-LABEL: func.func @addDistinct(
// CHECK: %[[SUM:.*]] = prim.add %{{.*}}, %arg1 : tensor<4x3xf32>
// CHECK: prim.index_put %{{.*}}, %[[SUM]][%{{.*}}, %{{.*}}] [0, 1] "set" {prim.distinct} :
func.func @addDistinct(%x: tensor<4x9xf32>, %v: tensor<4x3xf32>) -> tensor<4x9xf32> {
  %w, %i = prim.topk %x, <3> dim 1 : tensor<4x9xf32>
  %c = prim.constant dense<2.0> : tensor<4x9xf32>
  %0 = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  %row = prim.broadcast_in_dim %0 [0] : tensor<4xi64> to tensor<4x3xi64>
  %y = prim.index_put %c, %v[%row, %i] [0, 1] "add" : tensor<4x9xf32>, tensor<4x3xf32>, tensor<4x3xi64>, tensor<4x3xi64>
  return %y : tensor<4x9xf32>
}

// Rows at a part of what a sort has put in order, through a slice and a reshape; a symbolic size.
// CHECK-LABEL: func.func @rows(
// CHECK: prim.index_put {{.*}} [0] "mul" {prim.distinct} :
func.func @rows(%x: tensor<1x?xf32, #tc.dims<[1, n]>>, %c: tensor<?x7xf32, #tc.dims<[n, 7]>>, %v: tensor<4x7xf32>) -> tensor<?x7xf32, #tc.dims<[n, 7]>> {
  %w, %i = prim.sort %x dim 1 : tensor<1x?xf32, #tc.dims<[1, n]>>
  %line = prim.reshape %i : tensor<1x?xi64, #tc.dims<[1, n]>> to tensor<?xi64, #tc.dims<[n]>>
  %at = prim.slice %line <[2]> step [1] : tensor<?xi64, #tc.dims<[n]>> to tensor<4xi64>
  %y = prim.index_put %c, %v[%at] [0] "mul" : tensor<?x7xf32, #tc.dims<[n, 7]>>, tensor<4x7xf32>, tensor<4xi64>
  return %y : tensor<?x7xf32, #tc.dims<[n, 7]>>
}

// Two orders, each along a dimension of its own; a transposed order; all positions counted.
// CHECK-LABEL: func.func @lines(
// CHECK: prim.index_put {{.*}} [0, 1] "add" {prim.distinct} :
// CHECK: prim.index_put {{.*}} [0, 1] "max" {prim.distinct} :
// CHECK: prim.index_put {{.*}} [0, 1] "set" {prim.distinct} :
func.func @lines(%x: tensor<4xf32>, %z: tensor<9xf32>, %a: tensor<4x9xf32>, %c: tensor<4x9xf32>, %v: tensor<4x9xf32>, %u: tensor<9x4xf32>, %d: tensor<4xf32>) -> (tensor<4x9xf32>, tensor<4x9xf32>, tensor<4x9xf32>) {
  %0, %i = prim.sort %x dim 0 : tensor<4xf32>
  %1, %j = prim.sort %z dim 0 : tensor<9xf32>
  %row = prim.broadcast_in_dim %i [0] : tensor<4xi64> to tensor<4x9xi64>
  %column = prim.broadcast_in_dim %j [1] : tensor<9xi64> to tensor<4x9xi64>
  %y = prim.index_put %c, %v[%row, %column] [0, 1] "add" : tensor<4x9xf32>, tensor<4x9xf32>, tensor<4x9xi64>, tensor<4x9xi64>
  %2, %k = prim.sort %a dim 1 : tensor<4x9xf32>
  %t = prim.transpose %k [1, 0] : tensor<4x9xi64>
  %3 = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  %r = prim.broadcast_in_dim %3 [1] : tensor<4xi64> to tensor<9x4xi64>
  %w = prim.index_put %c, %u[%r, %t] [0, 1] "max" : tensor<4x9xf32>, tensor<9x4xf32>, tensor<9x4xi64>, tensor<9x4xi64>
  %diagonal = prim.index_put %c, %d[%3, %3] [0, 1] "set" : tensor<4x9xf32>, tensor<4xf32>, tensor<4xi64>, tensor<4xi64>
  return %y, %w, %diagonal : tensor<4x9xf32>, tensor<4x9xf32>, tensor<4x9xf32>
}

// Not: another dimension than the sort's, positions of several rows in one row, the sort's values, two that differ only
// together with the other, positions that a broadcast repeats.
// CHECK-LABEL: func.func @mayMeet(
// CHECK-NOT: prim.distinct
// CHECK: return
func.func @mayMeet(%x: tensor<4x4xf32>, %n: tensor<4xi64>, %c: tensor<4x4xf32>, %v: tensor<4x4xf32>, %e: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>) {
  %0, %i = prim.sort %x dim 0 : tensor<4x4xf32>
  %1 = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  %row = prim.broadcast_in_dim %1 [0] : tensor<4xi64> to tensor<4x4xi64>
  %a = prim.index_put %c, %v[%row, %i] [0, 1] "set" : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xi64>, tensor<4x4xi64>
  %b = prim.index_put %e, %v[%i] [0] "set" : tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xi64>
  %s, %j = prim.sort %n dim 0 : tensor<4xi64>
  %d = prim.index_put %e, %e[%s] [0] "set" : tensor<4xf32>, tensor<4xf32>, tensor<4xi64>
  %2, %k = prim.sort %x dim 1 : tensor<4x4xf32>
  %f = prim.index_put %c, %v[%i, %k] [0, 1] "set" : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xi64>, tensor<4x4xi64>
  %m = prim.broadcast_in_dim %j [0] : tensor<4xi64> to tensor<4x4xi64>
  %g = prim.index_put %e, %v[%m] [0] "set" : tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xi64>
  return %a, %b, %d, %f, %g : tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>
}
