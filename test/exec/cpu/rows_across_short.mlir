// Products of few steps whose rows are neighbours in memory, their steps apart:
// tile registers read no rows in place that lie so, and are used where there is
// a register of steps, however large the first cache is; 24 steps are too few.
// Nor do vectors of pairs, for which each number of whole pairs is enough.
// (amx_emulated.test runs it.)
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,l1=49152,features=amx-tile+amx-bf16 | FileCheck %s
// CHECK: loop.kernel private @[[K:[a-z0-9_]+]]({{.*}}256x64
// CHECK-SAME: unit = "amx.bf16"
// CHECK: loop.kernel {{.*}}70x99
// CHECK-SAME: unit = "amx.bf16"
// CHECK: loop.kernel {{.*}}24x96
// CHECK-NOT: unit = "amx.bf16"
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,l1=49152,features=avx512bf16 | FileCheck %s --check-prefix=PAIRS
// PAIRS-COUNT-3: unit = "dot.bf16"
// Where pairs are slower than widened halves they are not.
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,l1=49152,features=avx512bf16,bf16-dot-rate=0.5 | FileCheck %s --check-prefix=SLOW
// SLOW-NOT: unit =
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<256x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<256x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %c: tensor<70x99xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %d: tensor<70x150xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %e: tensor<24x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                  %f: tensor<24x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
      -> (tensor<64x96xbf16>, tensor<99x150xbf16>, tensor<96x64xbf16>) {
    %0 = prim.dot_general %a, %b batch [], [] contract [0], [0] : tensor<256x64xbf16>, tensor<256x96xbf16>
    %1 = prim.dot_general %c, %d batch [], [] contract [0], [0] : tensor<70x99xbf16>, tensor<70x150xbf16>
    %2 = prim.dot_general %e, %f batch [], [] contract [0], [0] : tensor<24x96xbf16>, tensor<24x64xbf16>
    return %0, %1, %2 : tensor<64x96xbf16>, tensor<99x150xbf16>, tensor<96x64xbf16>
  }
}
