// The derivative of a scan: one that runs the other way, over what the first
// carried into each turn. What the body reads from around it (%w) is carried
// along and added to; integers are not.
// RUN: tc-opt %s --prim-autodiff --cse | FileCheck %s
// RUN: tc-opt %s --prim-autodiff --cse --prim-partition | FileCheck %s --check-prefix=PART
// RUN: tc-interpret %s --gradients=2
// RUN: tc-run %s --grad | FileCheck %s --check-prefix=GRAD

// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[F:.*]]:4 = prim.scan(%arg0, %{{.*}}) over(%arg1) : (tensor<3xf64>, tensor<i64>, tensor<?x3xf64, #tc.dims<[n, 3]>>) -> (tensor<3xf64>, tensor<i64>, tensor<?x3xf64, #tc.dims<[n, 3]>>, tensor<?xi64, #tc.dims<[n]>>) {
// CHECK-NEXT: ^bb0(%[[H:.*]]: tensor<3xf64>, %[[I:.*]]: tensor<i64>, %{{.*}}: tensor<3xf64>):
// CHECK: prim.yield %{{.*}}, %{{.*}}, %[[H]], %[[I]] :
// CHECK: %[[ZERO:.*]] = prim.broadcast_in_dim
// CHECK: %[[B:.*]]:3 = prim.scan(%arg3, %[[ZERO]]) over(%[[F]]#2, %[[F]]#3, %arg1) reverse
// CHECK-SAME: -> (tensor<3xf64>, tensor<3xf64>, tensor<?x3xf64, #tc.dims<[n, 3]>>) {
// CHECK-NEXT: ^bb0(%[[DH:.*]]: tensor<3xf64>, %[[DW:.*]]: tensor<3xf64>, %[[H:.*]]: tensor<3xf64>, %[[I:.*]]: tensor<i64>, %[[X:.*]]: tensor<3xf64>):
// CHECK-NEXT: %[[P:.*]] = prim.mul %[[H]], %arg2
// CHECK-NEXT: %[[S:.*]] = prim.add %[[P]], %[[X]]
// CHECK-NEXT: %[[T:.*]] = prim.tanh %[[S]]
// CHECK: %[[DS:.*]] = prim.mul %[[DH]]
// CHECK: %[[DP:.*]] = prim.mul %[[DS]], %arg2
// CHECK: %[[W:.*]] = prim.mul %[[DS]], %[[H]]
// CHECK: %[[SUM:.*]] = prim.add %[[DW]], %[[W]]
// CHECK: prim.yield %[[DP]], %[[SUM]], %[[DS]]
// CHECK: return %[[F]]#0, %[[B]]#0, %[[B]]#2, %[[B]]#1

// PART-LABEL: func.func @main.forward(
// PART-SAME: tc.saved_bytes = #tc.size<32*n>
// PART: prim.scan
// PART-NOT: prim.scan
// PART-LABEL: func.func @main.backward(
// PART-SAME: tc.saved = 1 : i64}, {{.*}}tc.saved = 2 : i64}
// PART: prim.scan({{.*}} reverse
// PART-NOT: prim.scan

// GRAD: 3 of 3 groups are as differences say, 0 at non-differentiable points were skipped
module attributes {tc.sizes = {n = 5}} {
func.func @main(%h0: tensor<3xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
    %xs: tensor<?x3xf64, #tc.dims<[n, 3]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
    %w: tensor<3xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> tensor<3xf64> {
  %c = prim.constant dense<0> : tensor<i64>
  %y, %n = prim.scan (%h0, %c) over (%xs) : (tensor<3xf64>, tensor<i64>, tensor<?x3xf64, #tc.dims<[n, 3]>>) -> (tensor<3xf64>, tensor<i64>) {
  ^bb0(%h: tensor<3xf64>, %i: tensor<i64>, %x: tensor<3xf64>):
    %0 = prim.mul %h, %w : tensor<3xf64>
    %1 = prim.add %0, %x : tensor<3xf64>
    %2 = prim.tanh %1 : tensor<3xf64>
    %one = prim.constant dense<1> : tensor<i64>
    %j = prim.add %i, %one : tensor<i64>
    prim.yield %2, %j : tensor<3xf64>, tensor<i64>
  }
  return %y : tensor<3xf64>
}
}
