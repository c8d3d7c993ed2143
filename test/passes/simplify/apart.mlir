// Rules of concatenations with single elements, a function each: first where
// the rule applies, then where it must not.
// RUN: tc-opt %s --prim-simplify | FileCheck %s
// RUN: tc-opt %s --prim-simplify=disable=amaxOfCat,aminOfCat | FileCheck %s --check-prefix=DERIVED

!s = tensor<4x8xf32>
!o = tensor<4x1xf32>
!j = tensor<4x9xf32>

// Not where the whole is read, two pieces have a length, or sums are ordered or
// rounded to halves twice.
// CHECK-LABEL: func.func @sumOfCat(
// CHECK-NEXT: %[[S:[a-z0-9_]+]] = prim.sum %arg0 [1] : tensor<4x8xf32>
// CHECK-NEXT: %[[O:[a-z0-9_]+]] = prim.reshape %arg1 : tensor<4x1xf32> to tensor<4xf32>
// CHECK-NEXT: %[[Y:[a-z0-9_]+]] = prim.add %[[S]], %[[O]] : tensor<4xf32>
// CHECK: %[[W:[a-z0-9_]+]] = prim.cat
// CHECK-NEXT: %[[N:[a-z0-9_]+]] = prim.sum %[[W]] [1]
// CHECK: prim.cat %arg0, %arg0 dim 1
// CHECK: prim.cat {{.*}} : tensor<4x8xbf16>, tensor<4x1xbf16>
// CHECK-NEXT: prim.sum {{.*}} : tensor<4x9xbf16>
func.func @sumOfCat(%x: !s, %o: !o, %z: !j, %h: tensor<4x8xbf16>,
                    %g: tensor<4x1xbf16>) ->
    (tensor<4xf32>, tensor<4xf32>, !j, tensor<4xf32>, tensor<4xbf16>) {
  %c = prim.cat %x, %o dim 1 : !s, !o
  %y = prim.sum %c [1] : !j
  %x2 = prim.mul %x, %x : !s
  %w = prim.cat %x2, %o dim 1 : !s, !o
  %n = prim.sum %w [1] : !j
  %m = prim.mul %w, %z : !j
  %l = prim.cat %x, %x dim 1 : !s, !s
  %k = prim.sum %l [1] : tensor<4x16xf32>
  %b = prim.cat %h, %g dim 1 : tensor<4x8xbf16>, tensor<4x1xbf16>
  %a = prim.sum %b [1] : tensor<4x9xbf16>
  return %y, %n, %m, %k, %a
      : tensor<4xf32>, tensor<4xf32>, !j, tensor<4xf32>, tensor<4xbf16>
}

// What has no derivative keeps none.
// CHECK-LABEL: func.func @amaxOfCat(
// CHECK-NEXT: %[[S:[a-z0-9_]+]] = prim.amax %arg0 [1] : tensor<4x8xf32>
// CHECK-NEXT: %[[O:[a-z0-9_]+]] = prim.reshape %arg1 : tensor<4x1xf32> to tensor<4xf32>
// CHECK-NEXT: %[[Y:[a-z0-9_]+]] = prim.maximum %[[S]], %[[O]] {tc.detached} : tensor<4xf32>
// CHECK-NEXT: return %[[Y]]
func.func @amaxOfCat(%x: !s, %o: !o) -> tensor<4xf32> {
  %c = prim.cat %x, %o dim 1 : !s, !o
  %y = prim.amax %c [1] {tc.detached} : !j
  return %y : tensor<4xf32>
}

// Before derivatives, of what has none alone.
// DERIVED-LABEL: func.func @shiftOfCat(
// DERIVED: prim.maximum %{{.*}} {tc.detached}
// DERIVED: prim.amax %{{.*}} [1] : tensor<4x9xf32>
func.func @shiftOfCat(%x: !s, %o: !o, %p: !o) ->
    (tensor<4xf32>, tensor<4xf32>) {
  %c = prim.cat %x, %o dim 1 : !s, !o
  %y = prim.amax %c [1] {tc.detached} : !j
  %d = prim.cat %x, %p dim 1 : !s, !o
  %n = prim.amax %d [1] : !j
  return %y, %n : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @aminOfCat(
// CHECK: prim.amin %arg0 [1] : tensor<4x8xf32>
// CHECK: prim.minimum
func.func @aminOfCat(%x: !s, %o: !o) -> tensor<4xf32> {
  %c = prim.cat %o, %x dim 1 : !o, !s
  %y = prim.amin %c [1] : !j
  return %y : tensor<4xf32>
}

// A softmax beside a score of its own, which is cut off: nothing has 9 columns.
// CHECK-LABEL: func.func @apart(
// CHECK-NOT: x9x
// CHECK: return
func.func @apart(%x: !s, %o: tensor<4x1xf32>) -> !s {
  %c = prim.cat %x, %o dim 1 : !s, !o
  %m = prim.amax %c [1] {tc.detached} : !j
  %w = prim.broadcast_in_dim %m [0] : tensor<4xf32> to !j
  %d = prim.sub %c, %w : !j
  %e = prim.exp %d : !j
  %t = prim.sum %e [1] : !j
  %u = prim.broadcast_in_dim %t [0] : tensor<4xf32> to !j
  %p = prim.div %e, %u : !j
  %y = prim.slice %p <[0, 0]> step [1, 1] : !j to !s
  return %y : !s
}

// Not where a slice takes of both pieces, nor where another operand differs
// along the dimension.
// CHECK-LABEL: func.func @apartNot(
// CHECK: prim.exp %{{.*}} : tensor<4x9xf32>
// CHECK: prim.mul %{{.*}} : tensor<4x9xf32>
func.func @apartNot(%x: !s, %o: !o, %z: tensor<9xf32>) -> (!s, tensor<4xf32>) {
  %c = prim.cat %x, %o dim 1 : !s, !o
  %e = prim.exp %c : !j
  %y = prim.slice %e <[0, 1]> step [1, 1] : !j to !s
  %w = prim.broadcast_in_dim %z [1] : tensor<9xf32> to !j
  %p = prim.mul %c, %w : !j
  %t = prim.sum %p [1] : !j
  return %y, %t : !s, tensor<4xf32>
}

// In short time, however many ways lead to what is read.
// CHECK-LABEL: func.func @apartTwice(
// CHECK: prim.sum
func.func @apartTwice(%x: !s, %o: !o) -> tensor<4xf32> {
  %c = prim.cat %x, %o dim 1 : !s, !o
  %0 = prim.exp %c : !j
  %1 = prim.add %0, %0 : !j
  %2 = prim.add %1, %1 : !j
  %3 = prim.add %2, %2 : !j
  %4 = prim.add %3, %3 : !j
  %5 = prim.add %4, %4 : !j
  %6 = prim.add %5, %5 : !j
  %7 = prim.add %6, %6 : !j
  %8 = prim.add %7, %7 : !j
  %9 = prim.add %8, %8 : !j
  %10 = prim.add %9, %9 : !j
  %11 = prim.add %10, %10 : !j
  %12 = prim.add %11, %11 : !j
  %13 = prim.add %12, %12 : !j
  %14 = prim.add %13, %13 : !j
  %15 = prim.add %14, %14 : !j
  %16 = prim.add %15, %15 : !j
  %17 = prim.add %16, %16 : !j
  %18 = prim.add %17, %17 : !j
  %19 = prim.add %18, %18 : !j
  %20 = prim.add %19, %19 : !j
  %21 = prim.add %20, %20 : !j
  %22 = prim.add %21, %21 : !j
  %23 = prim.add %22, %22 : !j
  %24 = prim.add %23, %23 : !j
  %25 = prim.add %24, %24 : !j
  %26 = prim.add %25, %25 : !j
  %27 = prim.add %26, %26 : !j
  %28 = prim.add %27, %27 : !j
  %y = prim.sum %28 [1] : !j
  return %y : tensor<4xf32>
}

// Not where the whole is a result.
// CHECK-LABEL: func.func @apartReturned(
// CHECK: prim.exp %{{.*}} : tensor<4x9xf32>
func.func @apartReturned(%x: !s, %o: !o) -> !j {
  %c = prim.cat %x, %o dim 1 : !s, !o
  %e = prim.exp %c : !j
  return %e : !j
}

// Not where the maximum is of something else, or has a derivative.
// CHECK-LABEL: func.func @amaxOfShift(
// CHECK-NEXT: %[[M:[a-z0-9_]+]] = prim.amax %arg0 [1] : tensor<4x8xbf16>
// CHECK-NEXT: %[[C:[a-z0-9_]+]] = prim.maximum %[[M]], %arg1 : tensor<4xbf16>
// CHECK-NEXT: %[[D:[a-z0-9_]+]] = prim.sub %[[M]], %[[C]] : tensor<4xbf16>
// CHECK-NEXT: %[[Y:[a-z0-9_]+]] = prim.convert_element_type %[[D]] {tc.detached} : tensor<4xbf16> to tensor<4xf32>
// CHECK: prim.amax %{{.*}} [1] {tc.detached} : tensor<4x8xf32>
// CHECK: prim.amax %{{.*}} [1] : tensor<4x8xf32>
func.func @amaxOfShift(%x: tensor<4x8xbf16>, %o: tensor<4xbf16>,
                       %z: tensor<4x8xf32>) ->
    (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %m = prim.amax %x [1] : tensor<4x8xbf16>
  %c = prim.maximum %m, %o : tensor<4xbf16>
  %w = prim.broadcast_in_dim %c [0] : tensor<4xbf16> to tensor<4x8xbf16>
  %d = prim.sub %x, %w : tensor<4x8xbf16>
  %f = prim.convert_element_type %d : tensor<4x8xbf16> to tensor<4x8xf32>
  %y = prim.amax %f [1] {tc.detached} : tensor<4x8xf32>
  %v = prim.convert_element_type %m : tensor<4xbf16> to tensor<4xf32>
  %b = prim.broadcast_in_dim %v [0] : tensor<4xf32> to tensor<4x8xf32>
  %s = prim.sub %z, %b : tensor<4x8xf32>
  %n = prim.amax %s [1] {tc.detached} : tensor<4x8xf32>
  %k = prim.amax %z [1] : tensor<4x8xf32>
  %a = prim.broadcast_in_dim %k [0] : tensor<4xf32> to tensor<4x8xf32>
  %e = prim.sub %z, %a : tensor<4x8xf32>
  %q = prim.amax %e [1] : tensor<4x8xf32>
  return %y, %n, %q : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
