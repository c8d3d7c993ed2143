// What several scatters of a group read, and sums of rows, are made in the order
// of the points alone, if nothing else reads them: elements that two scatters
// read, through a table that one of them makes; positions in a row that counts
// from the end. What is returned, too, is gathered.
// RUN: tc-opt %s --prim-order-scatters=target=cuda,tune=sm_90a --tc-clean-up | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
module attributes {tc.version = "0.1"} {
// CHECK-LABEL: func.func @main
// CHECK: %[[SORTED:.*]], %[[ORDER:.*]] = prim.sort
// CHECK: %[[AT:.*]] = prim.convert_element_type %[[SORTED]]
// CHECK: %[[FACTORS:.*]] = prim.index %arg0[%[[ORDER]]] [0] : tensor<3000x8xf32>
// CHECK: %[[SUM:.*]] = prim.sum %[[FACTORS]] [1]
// CHECK: %[[MOST:.*]] = prim.index_put %{{.*}}, %[[SUM]][%[[AT]]] [0] "max" {prim.ascending}
// CHECK: %[[BACK:.*]] = prim.add %[[AT]], %{{.*}} : tensor<3000xi64>
// CHECK: %[[WRAPPED:.*]] = prim.where %{{.*}}, %[[BACK]], %[[AT]]
// CHECK: %[[OWN:.*]] = prim.index %[[MOST]][%[[WRAPPED]]]
// CHECK: %[[LESS:.*]] = prim.sub %[[SUM]], %[[OWN]]
// CHECK: %[[EXP:.*]] = prim.exp %[[LESS]]
// CHECK: prim.index_put %{{.*}}, %[[EXP]][%[[AT]]] [0] "add" {prim.ascending}
// CHECK: %[[KEPT:.*]] = prim.sin %arg2
// CHECK: %[[GATHERED:.*]] = prim.index %[[KEPT]][%[[ORDER]]] [0]
// CHECK: prim.index_put %{{.*}}, %[[GATHERED]][%[[AT]]] [0] "add" {prim.ascending}
// CHECK-NOT: prim.exp
func.func @main(%x: tensor<3000x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %row: tensor<1x3000xi64> {tc.init = {kind = "randint", low = 0, high = 400, stream = 2}},
                %w: tensor<3000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}})
    -> (tensor<400xf32>, tensor<400xf32>, tensor<400xf32>, tensor<3000xf32>) {
  %to = prim.reshape %row : tensor<1x3000xi64> to tensor<3000xi64>
  %zero = prim.constant dense<0.0> : tensor<f32>
  %zeros = prim.broadcast_in_dim %zero [] : tensor<f32> to tensor<400xf32>
  %none = prim.constant dense<0> : tensor<i64>
  %all = prim.constant dense<400> : tensor<i64>
  %firsts = prim.broadcast_in_dim %none [] : tensor<i64> to tensor<1x3000xi64>
  %ends = prim.broadcast_in_dim %all [] : tensor<i64> to tensor<1x3000xi64>
  %isback = prim.lt %row, %firsts : tensor<1x3000xi64>
  %back = prim.add %row, %ends : tensor<1x3000xi64>
  %own = prim.where %isback, %back, %row : tensor<1x3000xi1>, tensor<1x3000xi64>
  %wrapped = prim.reshape %own : tensor<1x3000xi64> to tensor<3000xi64>
  %sum = prim.sum %x [1] : tensor<3000x8xf32>
  %0 = prim.index_put %zeros, %sum[%to] [0] "max" : tensor<400xf32>, tensor<3000xf32>, tensor<3000xi64>
  %most = prim.index %0[%wrapped] [0] : tensor<400xf32>, tensor<3000xi64>
  %less = prim.sub %sum, %most : tensor<3000xf32>
  %e = prim.exp %less : tensor<3000xf32>
  %1 = prim.index_put %zeros, %e[%to] [0] "add" : tensor<400xf32>, tensor<3000xf32>, tensor<3000xi64>
  %kept = prim.sin %w : tensor<3000xf32>
  %2 = prim.index_put %1, %kept[%to] [0] "add" : tensor<400xf32>, tensor<3000xf32>, tensor<3000xi64>
  return %0, %1, %2, %kept : tensor<400xf32>, tensor<400xf32>, tensor<400xf32>, tensor<3000xf32>
}
}
