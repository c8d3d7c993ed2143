// The elements of a range are its positions: what other tests read is its size alone.
// RUN: tc-opt %s --tc-to-prim | FileCheck %s
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: %[[R:.*]] = prim.range_to %arg0
// CHECK-NEXT: return %[[R]]
module attributes {tc.version = "0.1"} {
fx.graph @main(%n: tensor<i64>) -> (tensor<?xi64, #tc.dims<[u0]>>) {
  %y = fx.call "tc.range_to.default"(%n) : (tensor<i64>) -> tensor<?xi64, #tc.dims<[u0]>>
  fx.output %y : tensor<?xi64, #tc.dims<[u0]>>
}
}
