// What kernels' code needs while it runs lies where no value is at that time.
// RUN: tc-opt %s --split-input-file --loop-plan-temporaries | FileCheck %s

!x = tensor<64xf32>
loop.kernel @k(%x: !x) -> !x iters(i = 64) {
  %y = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}

// The first launch's temporary takes the place that the third value gets, the
// last one's, which is larger, is placed before the values.
// CHECK-LABEL: func.func @between(
// CHECK-SAME: loop.arena = #tc.size<576>
// CHECK-NEXT: %[[A:.*]] = loop.launch @k(%{{.*}}) {loop.places = [{scratch = #tc.size<0>}, {scratch = #tc.size<256>}], loop.temporaries = #tc.dims<[256]>}
// CHECK-NEXT: %[[B:.*]] = loop.launch @k(%[[A]]) {loop.places = [{scratch = #tc.size<320>}]}
// CHECK-NEXT: loop.launch @k(%[[B]]) {loop.places = [{result = 0 : i64}, {scratch = #tc.size<0>}], loop.temporaries = #tc.dims<[320]>}
func.func @between(%x: !x) -> !x attributes {loop.arena = #tc.size<512>} {
  %0 = loop.launch @k(%x) {loop.places = [{scratch = #tc.size<0>}], loop.temporaries = #tc.dims<[256]>} : (!x) -> !x
  %1 = loop.launch @k(%0) {loop.places = [{scratch = #tc.size<256>}]} : (!x) -> !x
  %2 = loop.launch @k(%1) {loop.places = [{result = 0 : i64}], loop.temporaries = #tc.dims<[320]>} : (!x) -> !x
  return %2 : !x
}

// -----

// Sizes that are no multiple of a value's: behind the arena, where launches
// share the memory. Multiples of a value's size lie among the values.
!n = tensor<?x16xf32, #tc.dims<[n, 16]>>
loop.kernel @k(%x: !n) -> !n iters(i = n, j = 16) {
  %y = loop.map (i, j) reads(%a = %x[i, j] : !n) -> !n {
    loop.yield %a : f32
  }
  loop.yield %y : !n
}

// CHECK-LABEL: func.func @symbolic(
// CHECK-SAME: loop.arena = #tc.size<max(64*n*n + 128*n, 64*n*n + 192*n, 128*n)>
// CHECK: loop.places = [{scratch = #tc.size<0>}, {scratch = #tc.size<64*n>}, {scratch = #tc.size<128*n>}]
// CHECK: loop.places = [{result = 0 : i64}, {scratch = #tc.size<128*n>}]
func.func @symbolic(%x: !n) -> !n attributes {loop.arena = #tc.size<64*n>} {
  %0 = loop.launch @k(%x) {loop.places = [{scratch = #tc.size<0>}], loop.temporaries = #tc.dims<[64*n, 64*n*n]>} : (!n) -> !n
  %1 = loop.launch @k(%0) {loop.places = [{result = 0 : i64}], loop.temporaries = #tc.dims<[64*n + 64*n*n]>} : (!n) -> !n
  return %1 : !n
}

// -----

// Nothing changes where no launch needs any.
!x = tensor<64xf32>
loop.kernel @k(%x: !x) -> !x iters(i = 64) {
  %y = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %y : !x
}
// CHECK-LABEL: func.func @none(
// CHECK-SAME: loop.arena = #tc.size<1024>
// CHECK-NEXT: loop.places = [{scratch = #tc.size<768>}]
func.func @none(%x: !x) -> !x attributes {loop.arena = #tc.size<1024>} {
  %0 = loop.launch @k(%x) {loop.places = [{scratch = #tc.size<768>}]} : (!x) -> !x
  %1 = loop.launch @k(%0) {loop.places = [{result = 0 : i64}]} : (!x) -> !x
  return %1 : !x
}
