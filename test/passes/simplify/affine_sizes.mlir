// A size that no argument has may be new as a part of a result's size: it is
// solved for where that is one symbol times a number, plus what is known. A
// remainder, or a size below 0, refuses the call.
// RUN: tc-opt %s --tc-to-prim | FileCheck %s
// RUN: tc-interpret %s --pipeline=tc-to-prim --print | FileCheck %s --check-prefix=NUMBERS
// RUN: tc-run %s --check
// RUN: sed 's/n = 5/n = 4/' %s > %t.even.mlir
// RUN: not tc-interpret %t.even.mlir --pipeline=tc-to-prim 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tc-run %t.even.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: sed 's/n = 5/n = 0/' %s > %t.none.mlir
// RUN: not tc-interpret %t.none.mlir --pipeline=tc-to-prim 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tc-run %t.none.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: [TC-{{0301|1505}}]
// NUMBERS: f32[5] -1 -1 -1 -1 -1
// NUMBERS: f32[2] -1 -1
!n = tensor<?xf32, #tc.dims<[n]>>
!odd = tensor<?xf32, #tc.dims<[2*u0 + 1]>>
!half = tensor<?xf32, #tc.dims<[u0]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 5, m = 3}} {
  // CHECK-LABEL: func.func @main(
  // CHECK: prim.cast_sizes %{{.*}} : tensor<?xf32, #tc.dims<[n]>> to tensor<?xf32, #tc.dims<[2*max(floordiv(n + 1, 2) - 1, 0) + 1]>>
  // CHECK: prim.slice %{{.*}} to tensor<?xf32, #tc.dims<[max(floordiv(n + 1, 2) - 1, 0)]>>
  fx.graph @main(%x: !n {tc.init = {kind = "constant", value = 1.0}}) -> (!odd, !half) {
    %0 = fx.call "aten.neg.default"(%x) : (!n) -> !odd
    %1 = fx.call "aten.slice.Tensor"(%0, 0, 0, #tc.size<u0>) : (!odd) -> !half
    fx.output %0, %1 : !odd, !half
  }

  // A size that has the form anyway: nothing is left to assert.
  // CHECK-LABEL: func.func @exact(
  // CHECK-NEXT: prim.neg
  // CHECK-NEXT: return %{{.*}} : tensor<?xf32, #tc.dims<[2*n]>>
  fx.graph @exact(%x: tensor<?xf32, #tc.dims<[2*n]>>) -> (tensor<?xf32, #tc.dims<[2*u0]>>) {
    %0 = fx.call "aten.neg.default"(%x) : (tensor<?xf32, #tc.dims<[2*n]>>) -> tensor<?xf32, #tc.dims<[2*u0]>>
    fx.output %0 : tensor<?xf32, #tc.dims<[2*u0]>>
  }

  // A symbol that is known may be in the size, too; a negative factor.
  // CHECK-LABEL: func.func @less(
  // CHECK: to tensor<?xf32, #tc.dims<[m - max(m - n, 0)]>>
  fx.graph @less(%x: !n, %y: tensor<?xf32, #tc.dims<[m]>>) -> (tensor<?xf32, #tc.dims<[m - u0]>>) {
    %0 = fx.call "aten.neg.default"(%x) : (!n) -> tensor<?xf32, #tc.dims<[m - u0]>>
    fx.output %0 : tensor<?xf32, #tc.dims<[m - u0]>>
  }

  // What data decides.
  // CHECK-LABEL: func.func @data(
  // CHECK: prim.range_to
  fx.graph @data(%x: !n) -> (tensor<?x1xi64, #tc.dims<[2*u0 + 1, 1]>>) {
    %0 = fx.call "aten.nonzero.default"(%x) : (!n) -> tensor<?x1xi64, #tc.dims<[2*u0 + 1, 1]>>
    fx.output %0 : tensor<?x1xi64, #tc.dims<[2*u0 + 1, 1]>>
  }
}
