// Rows whose steps are apart are packed where a line for each step of a tile's
// rows and the panel of all steps are more than the first cache: 256 steps of
// 64 + 64 bytes, of 32 KiB, not of 48 KiB.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-to-cpu=target=x86-64-v3,l1=32768 | FileCheck %s
// RUN: tc-opt %s --tc-cpu --loop-to-cpu=target=x86-64-v3,l1=49152 | FileCheck %s --check-prefix=PLACE
// Prefetches of rows, 32 steps ahead: of 100.
// CHECK: arith.constant 3200 : i64
// PLACE-NOT: arith.constant 3200 : i64
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<256x100xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<256x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}})
      -> tensor<100x96xf32> {
    %0 = prim.dot_general %a, %b batch [], [] contract [0], [0] : tensor<256x100xf32>, tensor<256x96xf32>
    return %0 : tensor<100x96xf32>
  }
}
