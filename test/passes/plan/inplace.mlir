// Updates of arguments that write some elements: done in the argument's memory,
// of which nothing else is moved, unless other elements of it are read.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse --loop-plan-memory | FileCheck %s
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse --loop-plan-memory --tc-verify-loop --loop-schedule | FileCheck %s --check-prefix=CODE

// A row is put where data say: the kernel has its result in its argument, and
// copies nothing.
!x = tensor<8x16xf32>

// CHECK-LABEL: loop.kernel private @{{.*}}index_put(
// CHECK-SAME: -> (tensor<8x16xf32> {tc.ties = 0 : i64})
// CHECK: func.func @put(
// CHECK-SAME: loop.arena = #tc.size<0>}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @{{.*}}index_put(%arg0, {{.*}}) {loop.places = [{input = 0 : i64}]}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @{{.*}}exp(%[[V0]]) {loop.places = [{result = 1 : i64}]}
// CHECK-NEXT: return %[[V0]], %[[V1]]
// One kernel stage, and so one phase: no copy of the base before it.
// CODE: @k0_index_put({{.*}}phases = [{grain = {{[0-9]+}} : i64, lanes = {{[0-9]+}} : i64, stages = [0], tasks = [], vector = "d1"}]}}
func.func @put(%x: !x, %v: tensor<1x16xf32>, %i: tensor<1xi64>) -> (!x {tc.ties = 0}, !x) {
  %0 = prim.index_put %x, %v[%i] [0] "set" : !x, tensor<1x16xf32>, tensor<1xi64>
  %1 = prim.exp %0 : !x
  return %0, %1 : !x, !x
}

// -----

// So does one that reads the elements that it replaces; others that read the
// old ones run before.
!x = tensor<8x16xf32>

// CHECK-LABEL: func.func @slice(
// CHECK-SAME: loop.arena = #tc.size<0>}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @{{.*}}exp(%arg0) {loop.places = [{result = 1 : i64}]}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @{{.*}}dynamic_update_slice{{.*}}(%arg0) {loop.places = [{input = 0 : i64}]}
// CHECK-NEXT: return %[[V0]], %[[V1]]
func.func @slice(%x: !x) -> (!x {tc.ties = 0}, !x) {
  %two = prim.constant dense<2> : tensor<i64>
  %none = prim.constant dense<0> : tensor<i64>
  %0 = prim.slice %x <[2, 0]> step [1, 1] : !x to tensor<2x16xf32>
  %1 = prim.add %0, %0 : tensor<2x16xf32>
  %2 = prim.dynamic_update_slice %x, %1[%two, %none] : !x, tensor<2x16xf32>, tensor<i64>, tensor<i64>
  %3 = prim.exp %x : !x
  return %2, %3 : !x, !x
}

// -----

// One that reads other rows than it replaces is done elsewhere, and copied.
!x = tensor<8x16xf32>

// CHECK-LABEL: func.func @shifted(
// CHECK: loop.launch @{{.*}}dynamic_update_slice{{.*}}(%arg0) {loop.places = [{scratch = #tc.size<0>}]}
// CHECK-NEXT: loop.launch @shifted_copy0({{.*}}) {loop.places = [{input = 0 : i64}]}
func.func @shifted(%x: !x) -> (!x {tc.ties = 0}) {
  %two = prim.constant dense<2> : tensor<i64>
  %none = prim.constant dense<0> : tensor<i64>
  %0 = prim.slice %x <[1, 0]> step [1, 1] : !x to tensor<2x16xf32>
  %1 = prim.exp %0 : tensor<2x16xf32>
  %2 = prim.dynamic_update_slice %x, %1[%two, %none] : !x, tensor<2x16xf32>, tensor<i64>, tensor<i64>
  return %2 : !x
}

// -----

// Two updates, one after the other, are both done there; in between others read
// what the first has left.
!x = tensor<8x16xf32>

// CHECK-LABEL: func.func @twice(
// CHECK-SAME: loop.arena = #tc.size<0>}
// CHECK: %[[V0:.*]] = loop.launch @{{.*}}index_put{{.*}}(%arg0, {{.*}}) {loop.places = [{input = 0 : i64}]}
// CHECK-NEXT: %[[V2:.*]] = loop.launch @{{.*}}exp(%[[V0]]) {loop.places = [{result = 1 : i64}]}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @{{.*}}index_put{{.*}}(%[[V0]], {{.*}}) {loop.places = [{input = 0 : i64}]}
// CHECK-NEXT: return %[[V1]], %[[V2]]
func.func @twice(%x: !x, %v: tensor<1x16xf32>, %i: tensor<1xi64>, %j: tensor<1xi64>) -> (!x {tc.ties = 0}, !x) {
  %0 = prim.index_put %x, %v[%i] [0] "set" : !x, tensor<1x16xf32>, tensor<1xi64>
  %1 = prim.index_put %0, %v[%j] [0] "add" : !x, tensor<1x16xf32>, tensor<1xi64>
  %2 = prim.exp %0 : !x
  return %1, %2 : !x, !x
}

// -----

// A value between two updates that is returned is memory of its own: the second
// writes to a copy of it, there.
!x = tensor<8x16xf32>

// CHECK-LABEL: func.func @between(
// CHECK: %[[V0:.*]] = loop.launch @{{.*}}index_put{{.*}}(%arg0, {{.*}}) {loop.places = [{result = 1 : i64}]}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @{{.*}}index_put{{.*}}(%[[V0]], {{.*}}) {loop.places = [{input = 0 : i64}]}
// CHECK-NEXT: return %[[V1]], %[[V0]]
func.func @between(%x: !x, %v: tensor<1x16xf32>, %i: tensor<1xi64>, %j: tensor<1xi64>) -> (!x {tc.ties = 0}, !x) {
  %0 = prim.index_put %x, %v[%i] [0] "set" : !x, tensor<1x16xf32>, tensor<1xi64>
  %1 = prim.index_put %0, %v[%j] [0] "set" : !x, tensor<1x16xf32>, tensor<1xi64>
  return %1, %0 : !x, !x
}

// -----

// Two launches of one kernel, of which one updates: each has its own.
!x = tensor<8x16xf32>

// CHECK-LABEL: func.func @shared(
// CHECK-DAG: loop.launch @[[K:.*]](%arg0, {{.*}}) {loop.places = [{input = 0 : i64}]}
// CHECK-DAG: loop.launch @{{.*}}(%arg1, {{.*}}) {loop.places = [{result = 1 : i64}]}
func.func @shared(%x: !x, %y: !x, %v: tensor<1x16xf32>, %i: tensor<1xi64>) -> (!x {tc.ties = 0}, !x) {
  %0 = prim.index_put %x, %v[%i] [0] "set" : !x, tensor<1x16xf32>, tensor<1xi64>
  %1 = prim.index_put %y, %v[%i] [0] "set" : !x, tensor<1x16xf32>, tensor<1xi64>
  return %0, %1 : !x, !x
}

// -----

// A momentum, and a parameter that it moves, whose old value both read: the
// parameter's new elements are computed behind the momentum's.
!x = tensor<8x16xf32>

// CHECK-LABEL: func.func @moved(
// CHECK-SAME: loop.arena = #tc.size<0>}
// CHECK-NEXT: %[[V0:.*]]:2 = loop.launch @{{.*}}({{.*}}) {loop.places = [{input = {{[01]}} : i64}, {input = {{[01]}} : i64}]}
// CHECK-NEXT: return
func.func @moved(%x: !x, %m: !x, %g: !x) -> (!x {tc.ties = 0}, !x {tc.ties = 1}) {
  %0 = prim.add %g, %x : !x
  %1 = prim.add %m, %0 : !x
  %2 = prim.sub %x, %1 : !x
  return %2, %1 : !x, !x
}

// -----

// Two updates that read each other's old values are not both done in place.
!x = tensor<8x16xf32>

// CHECK-LABEL: func.func @crossed(
// CHECK: loop.launch @crossed_copy0(
func.func @crossed(%x: !x, %y: !x) -> (!x {tc.ties = 0}, !x {tc.ties = 1}) {
  %0 = prim.sub %x, %y : !x
  %1 = prim.add %x, %y : !x
  return %0, %1 : !x, !x
}

// -----

// An update of what is computed in the argument's memory already.
!x = tensor<8x16xf32>

// CHECK-LABEL: func.func @scaled(
// CHECK-SAME: loop.arena = #tc.size<0>}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @{{.*}}index_put{{.*}}(%arg0, {{.*}}) {loop.places = [{input = 0 : i64}]}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @{{.*}}exp{{.*}}(%[[V0]]) {loop.places = [{input = 0 : i64}]}
func.func @scaled(%x: !x, %v: tensor<1x16xf32>, %i: tensor<1xi64>) -> (!x {tc.ties = 0}) {
  %0 = prim.index_put %x, %v[%i] [0] "set" : !x, tensor<1x16xf32>, tensor<1xi64>
  %1 = prim.exp %0 : !x
  return %1 : !x
}
