// The exchange of two sums, a function each: where the rule applies, then where
// it must not.
// RUN: tc-opt %s --prim-simplify | FileCheck %s
// RUN: tc-opt %s --prim-simplify=disable=exchangeSums | FileCheck %s --check-prefix=OFF

!x = tensor<2x9x4xf32>
!s = tensor<2x9x9xf32>
!r = tensor<2x9xf32>

// A sum over 9 keys becomes one over 4 features; what is one number a row is
// taken out, signs are kept.
// CHECK-LABEL: func.func @exchangeSums(
// CHECK-NEXT: %[[O:.*]] = prim.dot_general %arg0, %arg1 batch [0], [0] contract [2], [1]
// CHECK-NEXT: %[[M:.*]] = prim.mul %arg2, %[[O]] : tensor<2x9x4xf32>
// CHECK-NEXT: %[[S:.*]] = prim.sum %[[M]] [2] : tensor<2x9x4xf32>
// CHECK-NEXT: %[[D:.*]] = prim.div %[[S]], %arg3 : tensor<2x9xf32>
// CHECK-NEXT: %[[N:.*]] = prim.neg %[[D]] : tensor<2x9xf32>
// CHECK-NEXT: return %[[O]], %[[N]]
// OFF-LABEL: func.func @exchangeSums(
// OFF-COUNT-2: prim.dot_general
// OFF: prim.sum {{.*}} : tensor<2x9x9xf32>
func.func @exchangeSums(%p: !s, %v: !x, %g: !x, %l: !r) -> (!x, !r) {
  %o = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !s, !x
  %dp = prim.dot_general %g, %v batch [0], [0] contract [2], [2] : !x, !x
  %lb = prim.broadcast_in_dim %l [0, 1] : !r to !s
  %0 = prim.div %dp, %lb : !s
  %1 = prim.mul %0, %p : !s
  %2 = prim.neg %1 : !s
  %y = prim.sum %2 [2] : !s
  return %o, %y : !x, !r
}

// The weights are a product themselves, with a mask; the shared operand comes
// first.
// CHECK-LABEL: func.func @masked(
// CHECK: %[[O:.*]] = prim.dot_general %arg1, %{{.*}} batch [0], [0] contract [1], [2]
// CHECK: %[[T:.*]] = prim.transpose %[[O]] [0, 2, 1]
// CHECK: prim.mul %arg2, %[[T]] : tensor<2x9x4xf32>
// CHECK: prim.sum {{.*}} : tensor<2x9x4xf32>
func.func @masked(%e: !s, %v: !x, %g: !x, %c: tensor<2x9x9xi1>, %m: !s) -> (tensor<2x4x9xf32>, !r) {
  %0 = prim.constant dense<0.0> : tensor<f32>
  %zero = prim.broadcast_in_dim %0 [] : tensor<f32> to !s
  %1 = prim.mul %e, %m : !s
  %p = prim.where %c, %1, %zero : tensor<2x9x9xi1>, !s
  %o = prim.dot_general %v, %p batch [0], [0] contract [1], [2] : !x, !s
  %dp = prim.dot_general %g, %v batch [0], [0] contract [2], [2] : !x, !x
  %2 = prim.where %c, %dp, %zero : tensor<2x9x9xi1>, !s
  %3 = prim.mul %2, %m : !s
  %4 = prim.mul %3, %e : !s
  %y = prim.sum %4 [2] : !s
  return %o, %y : tensor<2x4x9xf32>, !r
}

// The product with the weights is not computed anyway; other weights.
// CHECK-LABEL: func.func @none(
// CHECK: prim.sum {{.*}} : tensor<2x9x9xf32>
// CHECK: prim.sum {{.*}} : tensor<2x9x9xf32>
func.func @none(%p: !s, %q: !s, %v: !x, %w: !x, %g: !x) -> (!x, !r, !r) {
  %o = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !s, !x
  %dp = prim.dot_general %g, %v batch [0], [0] contract [2], [2] : !x, !x
  %dw = prim.dot_general %g, %w batch [0], [0] contract [2], [2] : !x, !x
  %0 = prim.mul %dp, %q : !s
  %y = prim.sum %0 [2] : !s
  %1 = prim.mul %dw, %p : !s
  %z = prim.sum %1 [2] : !s
  return %o, %y, %z : !x, !r, !r
}

// As many features as keys, an ordered sum, a sum over rows.
// CHECK-LABEL: func.func @apart(
// CHECK: prim.sum {{.*}} : tensor<2x4x4xf32>
// CHECK: prim.sum {{.*}} {ordered} : tensor<2x9x9xf32>
// CHECK: prim.sum {{.*}} [1] : tensor<2x9x9xf32>
!t = tensor<2x4x4xf32>
func.func @apart(%a: !t, %b: !t, %c: !t, %p: !s, %v: !x, %g: !x) -> (!t, tensor<2x4xf32>, !x, !r, !r) {
  %o = prim.dot_general %a, %b batch [0], [0] contract [2], [1] : !t, !t
  %0 = prim.dot_general %c, %b batch [0], [0] contract [2], [2] : !t, !t
  %1 = prim.mul %0, %a : !t
  %x = prim.sum %1 [2] : !t
  %u = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !s, !x
  %2 = prim.dot_general %g, %v batch [0], [0] contract [2], [2] : !x, !x
  %3 = prim.mul %2, %p : !s
  %y = prim.sum %3 [2] {ordered} : !s
  %z = prim.sum %3 [1] : !s
  return %o, %x, %u, %y, %z : !t, tensor<2x4xf32>, !x, !r, !r
}

// A product that is rounded to a narrow float stands for the row's sum where
// only products read what is computed from it.
!n = tensor<2x9x4xbf16>
!m = tensor<2x9x9xbf16>
// CHECK-LABEL: func.func @rounded(
// CHECK: prim.sum {{.*}} : tensor<2x9x4xf32>
func.func @rounded(%e: !s, %v: !n, %g: !n) -> (!n, !n) {
  %p = prim.convert_element_type %e : !s to !m
  %o = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !m, !n
  %dp = prim.dot_general %g, %v batch [0], [0] contract [2], [2] {out = f32} : !n, !n
  %0 = prim.mul %dp, %e : !s
  %1 = prim.sum %0 [2] : !s
  %2 = prim.broadcast_in_dim %1 [0, 1] : !r to !s
  %3 = prim.sub %dp, %2 : !s
  %4 = prim.mul %3, %e : !s
  %ds = prim.convert_element_type %4 : !s to !m
  %y = prim.dot_general %ds, %v batch [0], [0] contract [2], [1] : !m, !n
  return %o, %y : !n, !n
}

// A sum of the row would be the error of that rounding.
// CHECK-LABEL: func.func @summed(
// CHECK: prim.sum {{.*}} : tensor<2x9x9xf32>
// CHECK: prim.sum {{.*}} : tensor<2x9x9xf32>
func.func @summed(%e: !s, %v: !n, %g: !n) -> (!n, !r) {
  %p = prim.convert_element_type %e : !s to !m
  %o = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !m, !n
  %dp = prim.dot_general %g, %v batch [0], [0] contract [2], [2] {out = f32} : !n, !n
  %0 = prim.mul %dp, %e : !s
  %1 = prim.sum %0 [2] : !s
  %2 = prim.broadcast_in_dim %1 [0, 1] : !r to !s
  %3 = prim.sub %dp, %2 : !s
  %4 = prim.mul %3, %e : !s
  %y = prim.sum %4 [2] : !s
  return %o, %y : !n, !r
}

// Of sizes that are not known, the sum that forward has computed is used, once.
!xs = tensor<2x?x?xf32, #tc.dims<[2, n, d]>>
!ss = tensor<2x?x?xf32, #tc.dims<[2, n, n]>>
!rs = tensor<2x?xf32, #tc.dims<[2, n]>>
// CHECK-LABEL: func.func @sizes(
// CHECK: prim.sum {{.*}} : tensor<2x?x?xf32, #tc.dims<[2, n, d]>>
func.func @sizes(%p: !ss, %v: !xs, %g: !xs) -> (!xs, !ss, !rs) {
  %o = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : !ss, !xs
  %dp = prim.dot_general %g, %v batch [0], [0] contract [2], [2] : !xs, !xs
  %0 = prim.mul %dp, %p : !ss
  %y = prim.sum %0 [2] : !ss
  return %o, %dp, %y : !xs, !ss, !rs
}
