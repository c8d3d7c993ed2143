// The machine's peak is measured for calls that are timed; for the first one alone,
// or one call behind it, as in a check of many programs, it would take most of the
// time.
// RUN: tc-run %s --repeat=0 --json | FileCheck %s --check-prefix=FIRST
// RUN: tc-run %s --repeat=1 --json | FileCheck %s --check-prefix=FIRST
// RUN: tc-run %s --repeat=2 --json | FileCheck %s --check-prefix=TIMED
// FIRST: "peak_gflops": 0.00,
// TIMED: "peak_gflops": {{[1-9]}}
module attributes {tc.version = "0.1"} {
  func.func @main(%x: tensor<32x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> tensor<32x32xf32> {
    %0 = prim.dot_general %x, %x batch [], [] contract [1], [0] : tensor<32x32xf32>, tensor<32x32xf32>
    return %0 : tensor<32x32xf32>
  }
}
