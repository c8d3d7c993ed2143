// Products in tile registers of rows whose steps are no whole pairs, or so many
// that no panel of all steps stays in the second cache: tasks pack rows and
// panels in blocks of steps, with zeros behind the last one. The other factor
// lies along columns, along steps, and along neither; rows and columns that
// are no whole tiles; a batch; maps behind. Weights are packed by tasks, too.
// (amx_emulated.test runs it.) So are they for vectors of pairs, where the
// second cache keeps no panel of all steps.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=host,l2=16384 -o %t.small.so
// RUN: tc-run %t.small.so --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=host,l2=4096,cores=3 -o %t.smaller.so
// RUN: tc-run %t.smaller.so --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=avx512bf16,l2=16384,cores=2 | FileCheck %s --check-prefix=PAIRS
// PAIRS: loop.kernel {{.*}}64x331xbf16{{.*}}rows_from = "blocks",{{.*}}unit = "dot.bf16"
// PAIRS: loop.kernel {{.*}}45x5000xbf16{{.*}}parts = 2 : i64, {{.*}}rows_from = "blocks",{{.*}}unit = "dot.bf16"
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=amx-tile+amx-bf16 | FileCheck %s
// CHECK: loop.kernel {{.*}}64x331xbf16
// CHECK-SAME: unit = "amx.bf16"
// CHECK: loop.kernel {{.*}}70x95xbf16
// CHECK-SAME: unit = "amx.bf16"
// CHECK: loop.kernel {{.*}}3x40x33xbf16
// CHECK-SAME: unit = "amx.bf16"
// CHECK: loop.kernel {{.*}}45x5000xbf16
// CHECK-SAME: unit = "amx.bf16"
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<64x331xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<331x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %c: tensor<70x95xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %d: tensor<75x95xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %e: tensor<3x40x33xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                  %f: tensor<33x3x50xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                  %g: tensor<45x5000xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
                  %h: tensor<5000x72xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}})
      -> (tensor<64x96xbf16>, tensor<70x75xbf16>, tensor<3x40x50xbf16>, tensor<45x72xf32>) {
    %0 = prim.dot_general %a, %b batch [], [] contract [1], [0] : tensor<64x331xbf16>, tensor<331x96xbf16>
    %1 = prim.dot_general %c, %d batch [], [] contract [1], [1] : tensor<70x95xbf16>, tensor<75x95xbf16>
    %2 = prim.neg %1 : tensor<70x75xbf16>
    %3 = prim.dot_general %e, %f batch [0], [1] contract [2], [0] : tensor<3x40x33xbf16>, tensor<33x3x50xbf16>
    %4 = prim.dot_general %g, %h batch [], [] contract [1], [0] : tensor<45x5000xbf16>, tensor<5000x72xbf16>
    %5 = prim.convert_element_type %4 : tensor<45x72xbf16> to tensor<45x72xf32>
    return %0, %2, %3, %5 : tensor<64x96xbf16>, tensor<70x75xbf16>, tensor<3x40x50xbf16>, tensor<45x72xf32>
  }
}
