// Products of subnormal numbers, and such that are subnormal: units of matrices
// may take them for 0, and what they give is then right.
// RUN: tc-run %s --check --repeat=1 | FileCheck %s
// RUN: sed 's/mean = 1.0e-39, std = 1.0e-40/mean = 1.0e-20, std = 1.0e-20/; s/mean = 1.0, std = 0.3/mean = 0.0, std = 1.0e-18/' %s >%t.products.mlir
// RUN: tc-run %t.products.mlir --check --repeat=1 | FileCheck %s
// RUN: sed 's/x64xbf16>/x512xbf16>/g; s/tensor<64x/tensor<512x/g; s/mean = 1.0, std = 0.3/mean = 0.0, std = 100.0/' %s >%t.long.mlir
// RUN: tc-run %t.long.mlir --check --repeat=1 | FileCheck %s
// CHECK: ok
module attributes {tc.version = "0.1"} {
  func.func @main(%x: tensor<32x64xbf16> {tc.init = {kind = "uniform", mean = 1.0e-39, std = 1.0e-40, stream = 1}}, %w: tensor<64x48xbf16> {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 2}}) -> tensor<32x48xbf16> {
    %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<32x64xbf16>, tensor<64x48xbf16>
    return %0 : tensor<32x48xbf16>
  }
}
