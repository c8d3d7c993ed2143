// Every value between launches gets a place: a result's own memory, or an offset
// in the arena that is free again once its last reader has run.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-plan-memory | FileCheck %s

// The third value takes the place of the first.
!x = tensor<64xf32>

// CHECK-LABEL: func.func @reuse(
// CHECK-SAME: loop.arena = #tc.size<512>}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @k0_exp(%{{arg[0-9]}}) {loop.places = [{scratch = #tc.size<0>}]}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @k1_exp(%[[V0]]) {loop.places = [{scratch = #tc.size<256>}]}
// CHECK-NEXT: %[[V2:.*]] = loop.launch @k2_exp(%[[V1]]) {loop.places = [{scratch = #tc.size<0>}]}
// CHECK-NEXT: %[[V3:.*]] = loop.launch @k3_exp(%[[V2]]) {loop.places = [{result = 0 : i64}]}
// CHECK-NEXT: return %[[V3]]
func.func @reuse(%x: !x) -> !x {
  %0 = prim.exp %x : !x
  %1 = prim.exp %0 : !x
  %2 = prim.exp %1 : !x
  %3 = prim.exp %2 : !x
  return %3 : !x
}

// -----

// What is read to the end keeps its place.
!x = tensor<64xf32>

// CHECK-LABEL: func.func @kept(
// CHECK-SAME: loop.arena = #tc.size<768>}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @k0_exp(%{{arg[0-9]}}) {loop.places = [{scratch = #tc.size<0>}]}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @k1_exp(%[[V0]]) {loop.places = [{scratch = #tc.size<256>}]}
// CHECK-NEXT: %[[V2:.*]] = loop.launch @k2_exp(%[[V1]]) {loop.places = [{scratch = #tc.size<512>}]}
// CHECK-NEXT: %[[V3:.*]] = loop.launch @k3_add(%[[V2]], %[[V0]]) {loop.places = [{result = 0 : i64}]}
// CHECK-NEXT: return %[[V3]]
func.func @kept(%x: !x) -> !x {
  %0 = prim.exp %x : !x
  %1 = prim.exp %0 : !x
  %2 = prim.exp %1 : !x
  %3 = prim.add %2, %0 : !x
  return %3 : !x
}

// -----

// Sizes are rounded up to whole lines of 64 bytes.
// CHECK-LABEL: func.func @reshape(
// CHECK-SAME: loop.arena = #tc.size<128>}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @k0_exp(%{{arg[0-9]}}) {loop.places = [{scratch = #tc.size<0>}]}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @k1_reshape(%[[V0]]) {loop.places = [{scratch = #tc.size<64>}]}
// CHECK-NEXT: %[[V2:.*]] = loop.launch @k2_exp(%[[V1]]) {loop.places = [{result = 0 : i64}]}
// CHECK-NEXT: return %[[V2]]
func.func @reshape(%x: tensor<3xf32>) -> tensor<3x1xf32> {
  %0 = prim.exp %x : tensor<3xf32>
  %1 = prim.reshape %0 : tensor<3xf32> to tensor<3x1xf32>
  %2 = prim.exp %1 : tensor<3x1xf32>
  return %2 : tensor<3x1xf32>
}

// -----

// Symbolic sizes are offsets too.
!x = tensor<?x64xf32, #tc.dims<[n, 64]>>

// CHECK-LABEL: func.func @symbolic(
// CHECK-SAME: loop.arena = #tc.size<512*n>}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @k0_exp(%{{arg[0-9]}}) {loop.places = [{scratch = #tc.size<0>}]}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @k1_log(%{{arg[0-9]}}) {loop.places = [{scratch = #tc.size<256*n>}]}
// CHECK-NEXT: %[[V2:.*]] = loop.launch @k2_add(%[[V0]], %[[V1]]) {loop.places = [{result = 0 : i64}]}
// CHECK-NEXT: return %[[V2]]
func.func @symbolic(%x: !x) -> !x {
  %0 = prim.exp %x : !x
  %1 = prim.log %x : !x
  %2 = prim.add %0, %1 : !x
  return %2 : !x
}

// -----

// Multiples of one size share memory, in pieces: two small values lie where a
// large one was.
// CHECK-LABEL: func.func @multiples
// CHECK-SAME: loop.arena = #tc.size<1280*n>}
// CHECK-NEXT: %[[V0:.*]] = loop.launch @k0_exp(%arg0) {loop.places = [{scratch = #tc.size<0>}]}
// CHECK-NEXT: %[[V1:.*]] = loop.launch @k1_slice(%[[V0]]) {loop.places = [{scratch = #tc.size<1024*n>}]}
// CHECK-NEXT: %[[V2:.*]] = loop.launch @k2_exp(%[[V1]]) {loop.places = [{scratch = #tc.size<0>}]}
// CHECK-NEXT: %[[V3:.*]] = loop.launch @k3_log(%[[V1]]) {loop.places = [{scratch = #tc.size<256*n>}]}
!x = tensor<?x64xf32, #tc.dims<[n, 64]>>
!y = tensor<?x256xf32, #tc.dims<[n, 256]>>
func.func @multiples(%x: !y) -> !x {
  %0 = prim.exp %x : !y
  %1 = prim.slice %0 <[0, 0]> step [1, 1] : !y to !x
  %2 = prim.exp %1 : !x
  %3 = prim.log %1 : !x
  %4 = prim.add %2, %3 : !x
  return %4 : !x
}
