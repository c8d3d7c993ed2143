// What only tracing calls is its operand; positions come a dimension each.
// RUN: tc-opt %s --tc-to-prim | FileCheck %s
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: %[[P:.*]] = prim.nonzero %arg0
// CHECK-NEXT: %[[R:.*]] = prim.slice %[[P]] <[0, 0]>
// CHECK-NEXT: %[[I:.*]] = prim.reshape %[[R]]
// CHECK-NEXT: %[[C:.*]] = prim.slice %[[P]] <[0, 1]>
// CHECK-NEXT: %[[J:.*]] = prim.reshape %[[C]]
// CHECK-NEXT: return %arg0, %[[I]], %[[J]]
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<4x6xi64>) -> (tensor<4x6xi64>, tensor<?xi64, #tc.dims<[u0]>>, tensor<?xi64, #tc.dims<[u0]>>) {
  %y = fx.call "aten.lift_fresh.default"(%x) : (tensor<4x6xi64>) -> tensor<4x6xi64>
  %z:2 = fx.call "aten.nonzero_numpy.default"(%x) : (tensor<4x6xi64>) -> (tensor<?xi64, #tc.dims<[u0]>>, tensor<?xi64, #tc.dims<[u0]>>)
  fx.output %y, %z#0, %z#1 : tensor<4x6xi64>, tensor<?xi64, #tc.dims<[u0]>>, tensor<?xi64, #tc.dims<[u0]>>
}
}
