// Values at the boundary: made where the caller wants them, copied only where
// they cannot be.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-plan-memory | FileCheck %s

// One value, returned twice, is copied for the second.
!x = tensor<64xf32>

// CHECK-LABEL: func.func @twice(
// CHECK-SAME: loop.arena = #tc.size<0>}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @k0_exp(%{{arg[0-9]}}) {loop.places = [{result = 0 : i64}]}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @twice_copy0(%[[V0]]) {loop.places = [{result = 1 : i64}]}
// CHECK-NEXT: return %[[V0]], %[[V1]]
func.func @twice(%x: !x) -> (!x, !x) {
  %0 = prim.exp %x : !x
  return %0, %0 : !x, !x
}

// -----

// An argument that is returned is copied. (A function that does no more is
// tc's if it is @main.)
!x = tensor<64xf32>

// CHECK-LABEL: func.func @main(
// CHECK-SAME: loop.arena = #tc.size<0>}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @main_copy0(%{{arg[0-9]}}) {loop.places = [{result = 0 : i64}]}
// CHECK-NEXT: return %[[V0]]
func.func @main(%x: !x) -> !x {
  return %x : !x
}

// -----

// A tied result whose old contents nobody reads is made in place.
!x = tensor<64xf32>

// CHECK-LABEL: func.func @tied(
// CHECK-SAME: loop.arena = #tc.size<0>}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @k0_exp(%{{arg[0-9]}}) {loop.places = [{input = 0 : i64}]}
// CHECK-NEXT: return %[[V0]]
func.func @tied(%x: !x, %y: !x) -> (!x {tc.ties = 0}) {
  %0 = prim.exp %y : !x
  return %0 : !x
}

// -----

// So is one that reads, of the old contents, the element that it replaces: behind
// all others that read them.
!x = tensor<64xf32>

// CHECK-LABEL: func.func @updated(
// CHECK-SAME: loop.arena = #tc.size<0>}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @k1_mul(%arg0, %arg1) {loop.places = [{result = 1 : i64}]}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @k0_add(%arg0, %arg1) {loop.places = [{input = 0 : i64}]}
// CHECK-NEXT: return %[[V0]], %[[V1]]
func.func @updated(%x: !x, %y: !x) -> (!x {tc.ties = 0}, !x) {
  %0 = prim.add %x, %y : !x
  %1 = prim.mul %x, %y : !x
  return %0, %1 : !x, !x
}

// -----

// Of one that reads others, the new contents are copied there at the end.
!x = tensor<64xf32>

// CHECK-LABEL: func.func @turned(
// CHECK-SAME: loop.arena = #tc.size<256>}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @k0_rev(%arg0) {loop.places = [{scratch = #tc.size<0>}]}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @turned_copy0(%[[V0]]) {loop.places = [{input = 0 : i64}]}
// CHECK-NEXT: return %[[V1]]
func.func @turned(%x: !x) -> (!x {tc.ties = 0}) {
  %0 = prim.rev %x [0] : !x
  return %0 : !x
}

// -----

// So are they where what comes of them is read by who reads the old ones.
!x = tensor<64xf32>

// CHECK-LABEL: func.func @both(
// CHECK-SAME: loop.arena = #tc.size<256>}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @k0_exp(%arg0) {loop.places = [{scratch = #tc.size<0>}]}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @k1_mul(%[[V0]], %arg0) {loop.places = [{result = 1 : i64}]}
// CHECK-NEXT: %[[V2:.*]] = loop.launch @both_copy0(%[[V0]]) {loop.places = [{input = 0 : i64}]}
// CHECK-NEXT: return %[[V2]], %[[V1]]
func.func @both(%x: !x) -> (!x {tc.ties = 0}, !x) {
  %0 = prim.exp %x : !x
  %1 = prim.mul %0, %x : !x
  return %0, %1 : !x, !x
}

// -----

// Two arguments that change places: the first would be overwritten unread.
!x = tensor<64xf32>

// CHECK-LABEL: func.func @crossed(
// CHECK-NEXT: %[[V1:.*]] = loop.launch @k1_add(%arg0, %arg1) {loop.places = [{scratch = #tc.size<0>}]}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @k0_sub(%arg0, %arg1) {loop.places = [{input = 0 : i64}]}
// CHECK-NEXT: %[[V2:.*]] = loop.launch @crossed_copy0(%[[V1]]) {loop.places = [{input = 1 : i64}]}
// CHECK-NEXT: return %[[V0]], %[[V2]]
func.func @crossed(%x: !x, %y: !x) -> (!x {tc.ties = 0}, !x {tc.ties = 1}) {
  %0 = prim.sub %x, %y : !x
  %1 = prim.add %x, %y : !x
  return %0, %1 : !x, !x
}

// -----

// Two crossings: one launch makes both copies.
!x = tensor<8x16xf32>
!y = tensor<8x17xf32>
// CHECK-LABEL: func.func @twice_crossed(
// CHECK: %[[V:.*]]:2 = loop.launch @twice_crossed_copies0({{.*}}) {loop.places = [{input = 1 : i64}, {input = 3 : i64}]}
// CHECK-NEXT: return %{{.*}}, %[[V]]#0, %{{.*}}, %[[V]]#1
func.func @twice_crossed(%a: !x, %b: !x, %c: !y, %d: !y) -> (!x {tc.ties = 0}, !x {tc.ties = 1}, !y {tc.ties = 2}, !y {tc.ties = 3}) {
  %0 = prim.mul %b, %b : !x
  %1 = prim.add %a, %b : !x
  %2 = prim.mul %d, %d : !y
  %3 = prim.add %c, %d : !y
  return %0, %1, %2, %3 : !x, !x, !y, !y
}
