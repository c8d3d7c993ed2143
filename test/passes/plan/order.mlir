// Launches in an order that needs less memory at once.
// RUN: tc-opt %s --split-input-file --prim-expand-nonzero --prim-to-loop --loop-order=target=x86-64-v3,l2=1048576,l3=6291456 --loop-plan-memory | FileCheck %s
// RUN: tc-opt %s --split-input-file --prim-expand-nonzero --prim-to-loop --loop-plan-memory | FileCheck %s --check-prefix=WRITTEN
// RUN: tc-opt %s --split-input-file --prim-expand-nonzero --prim-to-loop --loop-order=target=x86-64-v3,l2=1,l3=1 --loop-plan-memory | FileCheck %s --check-prefix=COLD
// RUN: tc-opt %s --split-input-file --prim-expand-nonzero --prim-to-loop --loop-order --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAVED
// SAVED: (S) 4194304 saved

// Three branches, each read by a sum: one is in memory at once, not three. The
// second and the third are made later.
// CHECK-LABEL: func.func @branches(
// CHECK-SAME: loop.arena = #tc.size<2097152>
// CHECK: @k0_exp
// CHECK-NEXT: @k3_sum
// CHECK-NEXT: @k1_exp
// CHECK-NEXT: @k4_sum
// CHECK-NEXT: @k2_exp
// CHECK-NEXT: @k5_sum
// WRITTEN-LABEL: func.func @branches(
// WRITTEN-SAME: loop.arena = #tc.size<6291456>
!x = tensor<512x1024xf32>
!r = tensor<512xf32>
func.func @branches(%x: !x, %y: !x, %z: !x) -> (!r, !r, !r) {
  %0 = prim.exp %x : !x
  %1 = prim.exp %y : !x
  %2 = prim.exp %z : !x
  %3 = prim.sum %0 [1] : !x
  %4 = prim.sum %1 [1] : !x
  %5 = prim.sum %2 [1] : !x
  return %3, %4, %5 : !r, !r, !r
}

// -----

// Made later, %1 would keep %0 instead: its readers run sooner, two of them,
// since the first makes as much as it reads.
// CHECK-LABEL: func.func @sooner(
// CHECK-SAME: loop.arena = #tc.size<8388608>
// CHECK: @k2_neg
// CHECK-NEXT: prim.reshape
// CHECK-NEXT: @k{{[0-9]}}_sin
// CHECK-NEXT: @k{{[0-9]}}_sum
// CHECK-NEXT: @k3_exp
// WRITTEN-LABEL: func.func @sooner(
// WRITTEN-SAME: loop.arena = #tc.size<12582912>
!x = tensor<512x4x256xf32>
!y = tensor<512x1024xf32>
!z = tensor<512x4096xf32>
!r = tensor<512xf32>
func.func @sooner(%x: !x, %z: !z) -> (!r, !r, !r) {
  %0 = prim.exp %x : !x
  %7 = prim.sum %0 [1, 2] : !x
  %1 = prim.neg %0 : !x
  %2 = prim.exp %z : !z
  %3 = prim.reshape %1 : !x to !y
  %4 = prim.sin %3 : !y
  %5 = prim.sum %4 [1] : !y
  %6 = prim.sum %2 [1] : !z
  return %5, %6, %7 : !r, !r, !r
}

// -----

// The chain that makes a value moves with it: %1 lives until its reader alone.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: loop.arena = #tc.size<4194304>
// CHECK: @k2_sin
// CHECK: @k4_sum
// CHECK-NEXT: @k0_exp
// CHECK-NEXT: @k1_neg
// CHECK-NEXT: @k5_sum
// WRITTEN-LABEL: func.func @chain(
// WRITTEN-SAME: loop.arena = #tc.size<6291456>
!x = tensor<512x1024xf32>
!s = tensor<512x512xf32>
!r = tensor<512xf32>
func.func @chain(%w: !s, %x: !x) -> (!r, !r) {
  %0 = prim.exp %x : !x
  %1 = prim.neg %0 : !x
  %2 = prim.sin %x : !x
  %3 = prim.cos %2 : !x
  %4 = prim.sum %3 [1] : !x
  %5 = prim.sum %1 [1] : !x
  return %4, %5 : !r, !r
}

// -----

// Its operands lie in the cache where it stands, and would not where it would
// be made later.
// CHECK-LABEL: func.func @hot(
// CHECK-SAME: loop.arena = #tc.size<9437184>
// CHECK: @k2_mul
// CHECK-NEXT: @k3_add
// CHECK-NEXT: @k4_sin
// WRITTEN-LABEL: func.func @hot(
// COLD-LABEL: func.func @hot(
// COLD-SAME: loop.arena = #tc.size<8388608>
!x = tensor<4x512x512xf32>
!h = tensor<512x512xf32>
!r = tensor<512xf32>
func.func @hot(%x: !h, %y: !h, %u: !x) -> (!h, !h, !h, !h) {
  %0 = prim.exp %x : !h
  %1 = prim.neg %y : !h
  %2 = prim.mul %0, %1 : !h
  %3 = prim.add %0, %1 : !h
  %4 = prim.sin %u : !x
  %5 = prim.cos %4 : !x
  %6 = prim.sum %5 [0] : !x
  %7 = prim.sub %3, %6 : !h
  return %0, %1, %2, %7 : !h, !h, !h, !h
}

// -----

// A gain of less than a sixteenth is none.
// CHECK-LABEL: func.func @little(
// CHECK: @k0_exp
// CHECK-NEXT: @k1_exp
// WRITTEN-LABEL: func.func @little(
!x = tensor<1024x1024xf32>
!h = tensor<32x1024xf32>
!r = tensor<1024xf32>
!s = tensor<32xf32>
func.func @little(%x: !h, %u: !x) -> (!s, !r) {
  %0 = prim.exp %x : !h
  %1 = prim.exp %u : !x
  %2 = prim.sum %0 [1] : !h
  %3 = prim.sum %1 [1] : !x
  return %2, %3 : !s, !r
}

// -----

// Nothing moves over the op that says how many elements there are.
// CHECK-LABEL: func.func @data(
// CHECK: @k0_exp
// CHECK: prim.range_to
// CHECK: @k{{[0-9]+}}_exp
// CHECK-NEXT: @k{{[0-9]+}}_sum
// CHECK-NEXT: @k{{[0-9]+}}_sum
!x = tensor<512x1024xf32>
!r = tensor<512xf32>
!n = tensor<?x1xi64, #tc.dims<[u0, 1]>>
func.func @data(%x: !x, %y: !x, %v: tensor<6xf32>) -> (!n, !r, !r) {
  %0 = prim.exp %x : !x
  %1 = prim.nonzero %v : tensor<6xf32> to !n
  %2 = prim.exp %y : !x
  %3 = prim.sum %2 [1] : !x
  %4 = prim.sum %0 [1] : !x
  return %1, %3, %4 : !n, !r, !r
}
