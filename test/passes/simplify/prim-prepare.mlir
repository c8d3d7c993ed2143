// What depends on weights alone moves to @prepare, under names of its own.
// RUN: tc-opt %s --prim-prepare --split-input-file | FileCheck %s

!w = tensor<8x4xf32>
!x = tensor<?x4xf32, #tc.dims<[n, 4]>>
!y = tensor<?x8xf32, #tc.dims<[n, 8]>>

// CHECK: prim.weight @prep.0 : tensor<8x4xf32>
// CHECK-LABEL: func.func @prepare() -> (tensor<8x4xf32> {tc.ties = @prep.0}) {
// CHECK-NEXT: %[[W:.*]] = prim.get_weight @w
// CHECK-NEXT: %[[E:.*]] = prim.exp %[[W]]
// CHECK-NEXT: return %[[E]]
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: %[[P:.*]] = prim.get_weight @prep.0 : tensor<8x4xf32>
// CHECK-NEXT: %[[Y:.*]] = prim.dot_general %arg0, %[[P]]
// CHECK-NEXT: return %[[Y]]
prim.weight @w : !w
func.func @main(%x: !x) -> !y {
  %w = prim.get_weight @w : !w
  %e = prim.exp %w : !w
  %y = prim.dot_general %x, %e batch [], [] contract [1], [1] : !x, !w
  return %y : !y
}

// -----

!w = tensor<8x4xf32>
!b = tensor<2x8x4xf32>

// What is free, and would be larger after than before, stays.
// CHECK-LABEL: func.func @prepare(
// CHECK-NEXT: prim.get_weight @w
// CHECK-NEXT: %[[E:.*]] = prim.exp
// CHECK-NEXT: return %[[E]] : tensor<8x4xf32>
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: %[[P:.*]] = prim.get_weight @prep.0 : tensor<8x4xf32>
// CHECK-NEXT: %[[B:.*]] = prim.broadcast_in_dim %[[P]]
// CHECK-NEXT: prim.add %arg0, %[[B]]
prim.weight @w : !w
func.func @main(%x: !b) -> !b {
  %w = prim.get_weight @w : !w
  %e = prim.exp %w : !w
  %r = prim.broadcast_in_dim %e [1, 2] : !w to !b
  %y = prim.add %x, %r : !b
  return %y : !b
}

// -----

!w = tensor<8x4xf32>

// Weights that the program writes, and work on numbers alone that is worth
// nothing.
// CHECK-NOT: @prepare
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: prim.get_weight @w
// CHECK-NEXT: prim.exp
prim.weight @w : !w {mutated}
func.func @main(%x: !w) -> (!w, !w) {
  %w = prim.get_weight @w : !w
  %e = prim.exp %w : !w
  %y = prim.add %x, %e : !w
  %c = prim.constant dense<2.0> : !w
  %l = prim.log %c : !w
  %z = prim.mul %x, %l : !w
  return %y, %z : !w, !w
}

// -----

!i = tensor<4x4xi64>

// A table without weights moves if it costs something.
// CHECK-LABEL: func.func @prepare(
// CHECK-NEXT: prim.iota
// CHECK: prim.cumsum
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: prim.get_weight @prep.0
// CHECK-NEXT: prim.add
func.func @main(%x: !i) -> !i {
  %i = prim.iota 0, 1 : i64 : tensor<4xi64>
  %r = prim.broadcast_in_dim %i [0] : tensor<4xi64> to !i
  %s = prim.cumsum %r dim 0 : !i
  %y = prim.add %x, %s : !i
  return %y : !i
}
