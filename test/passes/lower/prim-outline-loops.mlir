// RUN: tc-opt %s --split-input-file --prim-outline-loops | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-cpu | FileCheck %s --check-prefix=PLAN

// Regions are functions of what is carried and of what they read from around
// them.
// CHECK-LABEL: func.func private @while0.cond(
// CHECK-SAME: %[[I:.*]]: tensor<i64>, %[[X:.*]]: tensor<4xf32>, %[[N:.*]]: tensor<i64>, %[[A:.*]]: tensor<4xf32>) -> tensor<i1>
// CHECK: prim.lt %[[I]], %[[N]]
// CHECK-LABEL: func.func private @while0.body(
// CHECK-SAME: %[[I:.*]]: tensor<i64>, %[[X:.*]]: tensor<4xf32>, %[[N:.*]]: tensor<i64>, %[[A:.*]]: tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>)
// CHECK: prim.mul %[[X]], %[[A]]
// CHECK-LABEL: func.func private @while0.copy(
// CHECK: return %{{.*}}, %{{.*}} : tensor<i64>, tensor<4xf32>
// CHECK-LABEL: func.func @main(
// CHECK: loop.while @while0.cond @while0.body @while0.copy(%{{.*}}, %arg1 : tensor<i64>, tensor<4xf32>) with(%arg0, %arg2 : tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>)
// The results' memory holds what is carried.
// PLAN-LABEL: func.func @main(
// PLAN: loop.while {{.*}}{loop.places = [{result = 0 : i64}, {result = 1 : i64}]}
func.func @main(%n: tensor<i64>, %x: tensor<4xf32>, %a: tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %i, %y = prim.while (%zero, %x) : (tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) cond {
  ^bb0(%i: tensor<i64>, %x0: tensor<4xf32>):
    %more = prim.lt %i, %n : tensor<i64>
    prim.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %x0: tensor<4xf32>):
    %one = prim.constant dense<1> : tensor<i64>
    %next = prim.add %i, %one : tensor<i64>
    %y0 = prim.mul %x0, %a : tensor<4xf32>
    prim.yield %next, %y0 : tensor<i64>, tensor<4xf32>
  }
  return %i, %y : tensor<i64>, tensor<4xf32>
}

// -----

// A loop in a loop; a size of data in a loop is learnt anew in each iteration.
// CHECK: func.func private @while1.cond(
// CHECK: func.func private @while1.body(
// CHECK: func.func private @while0.body(
// CHECK: loop.while @while1.cond @while1.body @while1.copy
// PLAN-LABEL: func.func private @while1.body(
// PLAN: prim.range_to
// PLAN: {late = 0 : i64}
func.func @main(%n: tensor<i64>) -> tensor<i64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r:2 = prim.while (%zero, %zero) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>) cond {
  ^bb0(%i: tensor<i64>, %s: tensor<i64>):
    %more = prim.lt %i, %n : tensor<i64>
    prim.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %s: tensor<i64>):
    %next = prim.add %i, %one : tensor<i64>
    %q:2 = prim.while (%zero, %s) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>) cond {
    ^bb0(%j: tensor<i64>, %t: tensor<i64>):
      %less = prim.lt %j, %i : tensor<i64>
      prim.yield %less : tensor<i1>
    } do {
    ^bb0(%j: tensor<i64>, %t: tensor<i64>):
      %k = prim.add %j, %one : tensor<i64>
      %range = prim.range_to %k : tensor<i64> to tensor<?xi64, #tc.dims<[u]>>
      %squares = prim.mul %range, %range : tensor<?xi64, #tc.dims<[u]>>
      %count = prim.cumsum %squares dim 0 : tensor<?xi64, #tc.dims<[u]>>
      %sum = prim.sum %count [0] : tensor<?xi64, #tc.dims<[u]>>
      %u = prim.add %t, %sum : tensor<i64>
      prim.yield %k, %u : tensor<i64>, tensor<i64>
    }
    prim.yield %next, %q#1 : tensor<i64>, tensor<i64>
  }
  return %r#1 : tensor<i64>
}
