// A weight's gradient whose operands threads copy along their points, 196 of them by 8 bytes: tiles that read least.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// CHECK: parts = 32 : i64
// CHECK-SAME: bytes = 16 : i64, copy = [2, 0], engine = "cp.async"
// CHECK-SAME: bytes = 8 : i64, copy = [2, 1], engine = "cp.async"
// CHECK-SAME: for = ["d2"], step = 256 : i64, to = "grid"
// CHECK-SAME: for = ["d1"], step = 128 : i64, to = "grid"
func.func @main(%a: tensor<49152x384xbf16>, %b: tensor<49152x196xbf16>) -> tensor<384x196xbf16> {
  %0 = prim.dot_general %a, %b batch [], [] contract [0], [0] : tensor<49152x384xbf16>, tensor<49152x196xbf16>
  return %0 : tensor<384x196xbf16>
}
