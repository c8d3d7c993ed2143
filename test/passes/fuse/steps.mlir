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
