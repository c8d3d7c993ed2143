// Points around images that lie channels last: neighbours along the channels
// are outside together, so that a thread of a GPU has a vector of them. A read
// that is never outside needs no condition.
// RUN: tc-run %s --check --threads=2
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda | FileCheck %s
// RUN: tc-opt %s --tc-gpu --loop-to-gpu=target=cuda | FileCheck %s --check-prefix=CODE
// CHECK: loop.kernel @padded
// CHECK-SAME: {run = 0 : i64}], for = ["c"], to = "vector"
// CHECK: loop.kernel @spread
// CHECK-SAME: {run = 0 : i64}], for = ["c"], to = "vector"
// CODE: gpu.func @padded
// CODE: scf.if {{.*}} -> (vector<8xi16>)
// CODE: gpu.func @spread
// CODE-NOT: scf.if {{.*}} -> (vector
// CODE: gpu.return
module attributes {tc.version = "0.1"} {
  loop.kernel @padded(%x: tensor<4x32x64x64xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (tensor<32x4x66x67xbf16> {tc.layout = #tc.layout<order = [1, 2, 3, 0]>}) iters(c = 32, n = 4, y = 66, x = 67) {
    %0 = loop.map (c, n, y, x) reads(%a = %x[n, c, y - 1, x - 2] : tensor<4x32x64x64xbf16> else 1.500000e+00) -> tensor<32x4x66x67xbf16> {
      loop.yield %a : bf16
    }
    loop.yield %0 : tensor<32x4x66x67xbf16>
  }
  loop.kernel @spread(%x: tensor<4x32x33x33xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (tensor<4x32x66x66xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) iters(n = 4, c = 32, y = 66, x = 66) {
    %0 = loop.map (n, c, y, x) reads(%a = %x[n, c, floordiv(y, 2), floordiv(x, 2)] : tensor<4x32x33x33xbf16> else 0.000000e+00) -> tensor<4x32x66x66xbf16> {
      %1 = prim.add %a, %a : bf16
      loop.yield %1 : bf16
    }
    loop.yield %0 : tensor<4x32x66x66xbf16>
  }
  func.func @main(%x: tensor<4x32x64x64xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 7}}, %y: tensor<4x32x33x33xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 7}}) -> (tensor<32x4x66x67xbf16> {tc.layout = #tc.layout<order = [1, 2, 3, 0]>}, tensor<4x32x66x66xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) {
    %0 = loop.launch @padded(%x) : (tensor<4x32x64x64xbf16>) -> tensor<32x4x66x67xbf16>
    %1 = loop.launch @spread(%y) : (tensor<4x32x33x33xbf16>) -> tensor<4x32x66x66xbf16>
    return %0, %1 : tensor<32x4x66x67xbf16>, tensor<4x32x66x66xbf16>
  }
}
