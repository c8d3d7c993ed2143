// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(prim-expand-nonzero))' | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-cpu | FileCheck %s --check-prefix=PLAN

// CHECK-LABEL: func.func @main(
// CHECK: %[[PICKED:.*]] = prim.convert_element_type %{{.*}} : tensor<6xi1> to tensor<6xi64>
// CHECK: %[[NUMBER:.*]] = prim.cumsum %[[PICKED]] dim 0
// CHECK: %[[COUNT:.*]] = prim.sum %[[PICKED]] [0] : tensor<6xi64>
// CHECK: prim.range_to %[[COUNT]] : tensor<i64> to tensor<?xi64, #tc.dims<[u0]>>
// CHECK: %[[TABLE:.*]] = prim.index_put {{.*}} [0] "set" : tensor<?x1xi64, #tc.dims<[u0 + 1, 1]>>
// CHECK: %[[ROWS:.*]] = prim.slice %[[TABLE]]
// CHECK: return %[[ROWS]] : tensor<?x1xi64, #tc.dims<[u0, 1]>>
// The table is memory of its own, allocated behind the size; rows are the
// caller's.
// PLAN-LABEL: func.func @main(
// PLAN: prim.range_to
// PLAN: loop.launch {{.*}}{loop.places = [{late = 0 : i64}]}
// PLAN: loop.launch {{.*}}{loop.places = [{result = 0 : i64}]}
func.func @main(%x: tensor<6xf32>) -> tensor<?x1xi64, #tc.dims<[u0, 1]>> {
  %y = prim.nonzero %x : tensor<6xf32> to tensor<?x1xi64, #tc.dims<[u0, 1]>>
  return %y : tensor<?x1xi64, #tc.dims<[u0, 1]>>
}

// -----

// Its values are an iota; the op stays as what defines the size.
// CHECK-LABEL: func.func @main(
// CHECK: prim.range_to %arg0
// CHECK: %[[I:.*]] = prim.iota 0 : i64, 1 : i64 : tensor<?xi64, #tc.dims<[n]>>
// CHECK: return %[[I]]
func.func @main(%count: tensor<i64>) -> tensor<?xi64, #tc.dims<[n]>> {
  %y = prim.range_to %count : tensor<i64> to tensor<?xi64, #tc.dims<[n]>>
  return %y : tensor<?xi64, #tc.dims<[n]>>
}

// -----

// What the count is computed from does not get into the launch that needs it:
// the sums of rows are before, their use behind.
// PLAN-LABEL: func.func @main(
// PLAN: loop.launch
// PLAN: prim.range_to
// PLAN: loop.launch
func.func @main(%x: tensor<6x5xi64>) -> tensor<?x6xi64, #tc.dims<[n, 6]>> {
  %rows = prim.sum %x [1] : tensor<6x5xi64>
  %count = prim.sum %rows [0] : tensor<6xi64>
  %y = prim.range_to %count : tensor<i64> to tensor<?xi64, #tc.dims<[n]>>
  %a = prim.broadcast_in_dim %rows [1] : tensor<6xi64> to tensor<?x6xi64, #tc.dims<[n, 6]>>
  %b = prim.broadcast_in_dim %y [0] : tensor<?xi64, #tc.dims<[n]>> to tensor<?x6xi64, #tc.dims<[n, 6]>>
  %z = prim.add %a, %b : tensor<?x6xi64, #tc.dims<[n, 6]>>
  return %z : tensor<?x6xi64, #tc.dims<[n, 6]>>
}
