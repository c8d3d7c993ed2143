// The chain keeps f32 between its products: each launch is within what
// docs/numerics.md says of values in a body, and --results holds the results
// alone to what is expected.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: tc-run %t.mlir --check --results --repeat=1 | FileCheck %s
// RUN: tc-run %t.mlir --check --repeat=1 | FileCheck %s
// CHECK: ok
module attributes {tc.version = "0.1"} {
  func.func @main(%x: tensor<64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %y: tensor<64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<64xbf16> {
    %0 = prim.mul %x, %y : tensor<64xbf16>
    %1 = prim.mul %0, %y : tensor<64xbf16>
    return %1 : tensor<64xbf16>
  }
}
