// Symbols that prim.cast_sizes names first are the sizes they stand for, in
// types, attributes and the function's type; those that something defines stay.
// RUN: tc-opt %s --prim-resolve-sizes | FileCheck %s
// RUN: tc-opt %s --tc-cpu | FileCheck %s --check-prefix=CPU

// CPU: func.func @main(
// CPU-NOT: cast_sizes
// CPU: return
!s = tensor<?xf32, #tc.dims<[s]>>
!t = tensor<?xf32, #tc.dims<[t]>>
!u = tensor<?x?xf32, #tc.dims<[u, t]>>
!p = tensor<?xf32, #tc.dims<[t + 1]>>

// CHECK-LABEL: func.func @main(
// CHECK-SAME: -> (tensor<?x?xf32, #tc.dims<[s, s]>>, tensor<?xf32, #tc.dims<[s + 1]>>)
// CHECK-NEXT: %[[E:.*]] = prim.exp %arg0 : tensor<?xf32, #tc.dims<[s]>>
// CHECK-NEXT: %[[B:.*]] = prim.broadcast_in_dim %[[E]] [1] : tensor<?xf32, #tc.dims<[s]>> to tensor<?x?xf32, #tc.dims<[s, s]>>
// CHECK: %[[P:.*]] = prim.pad
// CHECK-SAME: to tensor<?xf32, #tc.dims<[s + 1]>>
// CHECK-NEXT: return %[[B]], %[[P]]
func.func @main(%x: !s) -> (!u, !p) {
  %e = prim.exp %x : !s
  %c = prim.cast_sizes %e : !s to !t
  %b = prim.broadcast_in_dim %c [1] : !t to tensor<?x?xf32, #tc.dims<[s, t]>>
  %d = prim.cast_sizes %b : tensor<?x?xf32, #tc.dims<[s, t]>> to !u
  %zero = prim.constant dense<0.0> : tensor<f32>
  %p = prim.pad %c, %zero low <[0]> high <[1]> interior [0]
    : !t, tensor<f32> to !p
  return %d, %p : !u, !p
}

// An assertion: both are arguments'.
// CHECK-LABEL: func.func @asserted(
// CHECK-NEXT: prim.cast_sizes %arg0 : tensor<?xf32, #tc.dims<[s]>> to tensor<?xf32, #tc.dims<[t]>>
func.func @asserted(%x: !s, %y: !t) -> !t {
  %c = prim.cast_sizes %x : !s to !t
  %z = prim.add %c, %y : !t
  return %z : !t
}

// What the body of a scan asserts of sizes from outside is asserted before it,
// also of a value that the body captures; results have the sizes that they had.
!carry = tensor<?xf32, #tc.dims<[a]>>
!rows = tensor<?x?xf32, #tc.dims<[m, b]>>
!row = tensor<?xf32, #tc.dims<[b]>>
!more = tensor<?xf32, #tc.dims<[c]>>
// CHECK-LABEL: func.func @scan(
// CHECK-SAME: %[[H:.*]]: tensor<?xf32, #tc.dims<[a]>>, %[[X:.*]]: tensor<?x?xf32, #tc.dims<[m, b]>>, %[[W:.*]]: tensor<?xf32, #tc.dims<[c]>>
// CHECK-NEXT: %[[G:.*]] = prim.cast_sizes %[[H]] : tensor<?xf32, #tc.dims<[a]>> to tensor<?xf32, #tc.dims<[b]>>
// CHECK-NEXT: %[[V:.*]] = prim.cast_sizes %[[W]] : tensor<?xf32, #tc.dims<[c]>> to tensor<?xf32, #tc.dims<[b]>>
// CHECK-NEXT: %[[S:.*]] = prim.scan(%[[G]]) over(%[[X]])
// CHECK-NEXT: ^bb0
// CHECK-NEXT: prim.mul
// CHECK-NEXT: %[[N:.*]] = prim.add %{{.*}}, %[[V]]
// CHECK-NEXT: prim.yield %[[N]]
// CHECK: %[[R:.*]] = prim.cast_sizes %[[S]] : tensor<?xf32, #tc.dims<[b]>> to tensor<?xf32, #tc.dims<[a]>>
// CHECK-NEXT: return %[[R]]
func.func @scan(%h: !carry, %xs: !rows, %w: !more) -> !carry {
  %0 = prim.scan (%h) over (%xs) : (!carry, !rows) -> !carry {
  ^bb0(%c: !carry, %x: !row):
    %k = prim.cast_sizes %c : !carry to !row
    %m = prim.mul %k, %x : !row
    %v = prim.cast_sizes %w : !more to !row
    %n = prim.add %m, %v : !row
    %y = prim.cast_sizes %n : !row to !carry
    prim.yield %y : !carry
  }
  return %0 : !carry
}
