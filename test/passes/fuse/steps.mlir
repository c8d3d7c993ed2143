// Maps that others read as well go over memory with the map that reads them.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse | FileCheck %s

// What one step gives is a result, and the next one's operand in registers.
!x = tensor<64x32xf32>

// CHECK: loop.kernel private @[[K:.*]](%{{.*}}: tensor<64x32xf32>, %{{.*}}: tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>)
// CHECK: %[[M:.*]] = loop.map (d0, d1)
// CHECK: loop.map (d0, d1) reads({{.*}} = %[[M]][d0, d1] : tensor<64x32xf32>
// CHECK-LABEL: func.func @momentum(
// CHECK-NEXT: %[[R:.*]]:2 = loop.launch @[[K]](
// CHECK-NEXT: return %[[R]]#1, %[[R]]#0
func.func @momentum(%m: !x, %g: !x) -> (!x, !x) {
  %0 = prim.add %m, %g : !x
  %1 = prim.exp %0 : !x
  %2 = prim.tanh %0 : !x
  %3 = prim.mul %1, %2 : !x
  return %0, %3 : !x, !x
}

// -----

// What is done to the elements of a product makes cheap maps again that others
// read too: here it reads %x alone.
!x = tensor<64x32xf32>
!w = tensor<32x32xf32>

// CHECK-LABEL: func.func @remade(
// CHECK-NEXT: %[[N:.*]] = loop.launch @{{.*}}(%arg0)
// CHECK-NEXT: %[[P:.*]] = loop.launch @{{.*}}(%arg0, %arg1)
// CHECK-NEXT: return %[[P]], %[[N]]
func.func @remade(%x: !x, %w: !w) -> (!x, !x) {
  %0 = prim.neg %x : !x
  %1 = prim.dot_general %x, %w batch [], [] contract [1], [0] : !x, !w
  %2 = prim.mul %1, %0 : !x
  return %2, %0 : !x, !x
}

// -----

// A product stores what its gradient is computed from beside its activation.
!x = tensor<64x32xf32>
!w = tensor<32x32xf32>

// CHECK: loop.kernel private @[[K:.*]](%{{.*}}: tensor<64x32xf32>, %{{.*}}: tensor<32x32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>)
// CHECK: %[[P:.*]] = loop.contract
// CHECK: loop.map (d0, d1) reads({{.*}} = %[[P]][d0, d1] : tensor<64x32xf32>
// CHECK-LABEL: func.func @activation(
// CHECK-NEXT: %[[R:.*]]:2 = loop.launch @[[K]](
// CHECK-NEXT: return %[[R]]#1, %[[R]]#0
func.func @activation(%x: !x, %w: !w) -> (!x, !x) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : !x, !w
  %1 = prim.tanh %0 : !x
  return %0, %1 : !x, !x
}

// -----

// Not so where the map reads the product's transposed, too: it has an order of
// its own.
!x = tensor<32x32xf32>

// CHECK-LABEL: func.func @turned(
// CHECK-NEXT: %[[P:.*]] = loop.launch @{{.*}}(%arg0, %arg1)
// CHECK-NEXT: %[[R:.*]] = loop.launch @{{.*}}(%[[P]])
// CHECK-NEXT: return %[[P]], %[[R]]
func.func @turned(%x: !x, %w: !x) -> (!x, !x) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : !x, !x
  %t = prim.transpose %0 [1, 0] : !x
  %1 = prim.add %0, %t : !x
  return %0, %1 : !x, !x
}

// -----

// An epilogue computes what it alone reads, however much that costs: the slope
// of an activation.
!x = tensor<64x32xf32>
!w = tensor<32x32xf32>

// CHECK-LABEL: func.func @slope(
// CHECK-NEXT: %[[R:.*]] = loop.launch @{{.*}}(%arg
// CHECK-NEXT: return %[[R]]
func.func @slope(%x: !x, %w: !w, %h: !x) -> !x {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : !x, !w
  %1 = prim.tanh %h : !x
  %2 = prim.exp %1 : !x
  %3 = prim.sin %2 : !x
  %4 = prim.mul %0, %3 : !x
  return %4 : !x
}

// -----

// But not what others read, too.
!x = tensor<64x32xf32>
!w = tensor<32x32xf32>

// CHECK-LABEL: func.func @shared(
// CHECK-NEXT: loop.launch
// CHECK-NEXT: loop.launch
// CHECK-NEXT: return
func.func @shared(%x: !x, %w: !w, %h: !x) -> (!x, !x) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : !x, !w
  %1 = prim.tanh %h : !x
  %2 = prim.exp %1 : !x
  %3 = prim.sin %2 : !x
  %4 = prim.mul %0, %3 : !x
  return %4, %3 : !x, !x
}
