// What forward saves lies as the compiler chooses (any-order), and backward is
// told how; what has sizes of symbols lies as its type says.
// RUN: tc-opt %s --split-input-file --prim-autodiff --cse --prim-partition=any-order=true | FileCheck %s
// RUN: tc-opt %s --split-input-file --prim-autodiff --cse --prim-partition=any-order=true --prim-order-saved='entry=main.backward orders=1:1.0' | FileCheck %s --check-prefix=TOLD

!a = tensor<4x8xf32>
!h = tensor<4x16xf32>

// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: -> (tensor<f32>, tensor<4x16xf32> {tc.any_order})
// TOLD-LABEL: func.func @main.backward(
// TOLD-SAME: %arg1: tensor<4x16xf32> {fx.name = "saved.1", tc.layout = #tc.layout<order = [1, 0]>, tc.saved = 1 : i64}
prim.weight @w : tensor<8x16xf32>
func.func @main(%x: !a) -> tensor<f32> {
  %w = prim.get_weight @w : tensor<8x16xf32>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : !a, tensor<8x16xf32>
  %1 = prim.tanh %0 : !h
  %2 = prim.mul %1, %1 : !h
  %y = prim.sum %2 [0, 1] : !h
  return %y : tensor<f32>
}

// -----

!a = tensor<?x8xf32, #tc.dims<[n, 8]>>
!h = tensor<?x16xf32, #tc.dims<[n, 16]>>

// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: -> (tensor<f32>, tensor<?x16xf32, #tc.dims<[n, 16]>>)
prim.weight @w : tensor<8x16xf32>
func.func @main(%x: !a) -> tensor<f32> {
  %w = prim.get_weight @w : tensor<8x16xf32>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : !a, tensor<8x16xf32>
  %1 = prim.tanh %0 : !h
  %2 = prim.mul %1, %1 : !h
  %y = prim.sum %2 [0, 1] : !h
  return %y : tensor<f32>
}
