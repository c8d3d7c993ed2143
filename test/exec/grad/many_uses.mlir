// A value that is used many times: its gradient is added up in bf16, and as
// exact as that allows.
// RUN: tc-run %s --grad | FileCheck %s
// CHECK: 1 gradients beside f64: at most 0.{{.*}} of what roundings of 0.0039 explain
func.func @main(%x: tensor<64xbf16> {tc.init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 1}}) -> tensor<64xbf16> {
  %0 = prim.mul %x, %x : tensor<64xbf16>
  %1 = prim.mul %0, %x : tensor<64xbf16>
  %2 = prim.mul %1, %x : tensor<64xbf16>
  %3 = prim.mul %2, %x : tensor<64xbf16>
  %4 = prim.add %3, %2 : tensor<64xbf16>
  %5 = prim.add %4, %1 : tensor<64xbf16>
  %6 = prim.add %5, %0 : tensor<64xbf16>
  return %6 : tensor<64xbf16>
}
