// Sizes that backward needs go with what it is given: a tensor that defines
// them, an argument of forward if there is one.
// RUN: tc-opt %s --split-input-file --prim-autodiff --canonicalize --cse --prim-partition --cse --tc-verify-prim | FileCheck %s

// The cotangent has floordiv(s, 2), of which s does not follow.
!a = tensor<?xf32, #tc.dims<[s]>>
!h = tensor<?xf32, #tc.dims<[floordiv(s, 2)]>>

// CHECK-LABEL: func.func @main.backward(
// CHECK-SAME: %arg0: tensor<?xf32, #tc.dims<[floordiv(s, 2)]>> {fx.name = "cotangent.0"
// CHECK-SAME: %arg1: tensor<?xf32, #tc.dims<[s]>> {fx.name = "argument.0", tc.argument = 0 : i64})
// CHECK: prim.pad
func.func @main(%x: !a) -> !h {
  %0 = prim.slice %x <[0]> step [1] : !a to !h
  return %0 : !h
}

// -----

// What is saved has b*s; its factors do not follow, so the argument that has
// them goes along.
!a = tensor<?x?xf32, #tc.dims<[b, s]>>
!f = tensor<?xf32, #tc.dims<[b*s]>>

// CHECK-LABEL: func.func @main.backward(
// CHECK-SAME: #tc.dims<[b*s]>> {fx.name = "saved.
// CHECK-SAME: #tc.dims<[b, s]>> {fx.name = "argument.0"
func.func @main(%x: !a) -> !f {
  %0 = prim.reshape %x : !a to !f
  %1 = prim.cumsum %0 dim 0 : !f
  %2 = prim.sin %1 : !f
  return %2 : !f
}

// -----

// A size that depends on data: what defines it is saved.
!k = tensor<?x1xi64, #tc.dims<[k, 1]>>

// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: -> (tensor<f32>, tensor<?x1xi64, #tc.dims<[k, 1]>>)
// CHECK-SAME: tc.saved_bytes = #tc.size<8*k>
// CHECK-LABEL: func.func @main.backward(
// CHECK-SAME: %arg0: tensor<?x1xi64, #tc.dims<[k, 1]>> {fx.name = "saved.1", tc.saved = 1 : i64})
func.func @main(%x: tensor<6xf32>, %p: tensor<6xi1>) -> tensor<f32> {
  %i = prim.nonzero %p : tensor<6xi1> to !k
  %j = prim.reshape %i : !k to tensor<?xi64, #tc.dims<[k]>>
  %y = prim.index %x[%j] [0] : tensor<6xf32>, tensor<?xi64, #tc.dims<[k]>>
  %s = prim.sum %y [0] : tensor<?xf32, #tc.dims<[k]>>
  return %s : tensor<f32>
}

// -----

// A size that only the strides of an argument have.
!a = tensor<4x8xf32>

// CHECK-LABEL: func.func @main.backward(
// CHECK-SAME: %arg0: tensor<4x8xf32> {fx.name = "argument.0", tc.argument = 0 : i64, tc.layout = #tc.layout<strides = [r, 1]>}
// CHECK-SAME: %arg2: tensor<?xi8, #tc.dims<[r]>> {fx.name = "argument.1", tc.argument = 1 : i64
func.func @main(%x: !a {tc.layout = #tc.layout<strides = [r, 1]>}, %r: tensor<?xi8, #tc.dims<[r]>> {tc.layout = #tc.layout<strides = [0]>}) -> !a {
  %0 = prim.sin %x : !a
  return %0 : !a
}
