// Products of one row, with steps contiguous in both factors, read a matrix in
// memory in four streams; those of one column, or with a matrix that a cache
// keeps, are sums one after the other; with more rows they are blocks of sums. Steps left over, a batch, a sum in blocks.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --target=x86-64-v3 --repeat=1
// RUN: tc-opt %s --pass-pipeline="builtin.module(tc-cpu,loop-schedule{target=x86-64-v4})" | FileCheck %s
// What comes from memory, 2 MB or more, is prefetched; not the row, nor matrices that a cache keeps.
// RUN: tc-opt %s --tc-cpu --loop-to-cpu=target=x86-64-v3 | FileCheck %s --check-prefix=AHEAD
// AHEAD: func.func private @k1_exp
// AHEAD: llvm.intr.prefetch
// AHEAD: func.func private @k2_dot_general
// AHEAD: llvm.intr.prefetch
// AHEAD: func.func private @k3_dot_general
// AHEAD-NOT: llvm.intr.prefetch
// CHECK: @k1_exp
// CHECK-SAME: apart, columns = 4 : i64, {{.*}} tasks = [], vector = "d2"
// CHECK: @k2_dot_general
// CHECK-SAME: tasks = ["d1", "d2"], vector = "d0"
// CHECK: @k3_dot_general
// CHECK-SAME: tasks = ["d0", "d2", "d3"], vector = "d1"
// CHECK: @k4_dot_general
// CHECK-SAME: chunk = "d2", {{.*}} tasks = [], vector = "d0"
func.func @main(%x: tensor<1x301xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %w: tensor<1803x301xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %a: tensor<2x1x2070xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %b: tensor<2x17x2070xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %y: tensor<2x301xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
    -> (tensor<1x1803xf32>, tensor<1803x1xf32>, tensor<2x1x17xf64>, tensor<2x1803xf32>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<1x301xf32>, tensor<1803x301xf32>
  %1 = prim.exp %0 : tensor<1x1803xf32>
  %2 = prim.dot_general %w, %x batch [], [] contract [1], [1] : tensor<1803x301xf32>, tensor<1x301xf32>
  %3 = prim.dot_general %a, %b batch [0], [0] contract [2], [2] : tensor<2x1x2070xf64>, tensor<2x17x2070xf64>
  %4 = prim.dot_general %y, %w batch [], [] contract [1], [1] : tensor<2x301xf32>, tensor<1803x301xf32>
  return %1, %2, %3, %4 : tensor<1x1803xf32>, tensor<1803x1xf32>, tensor<2x1x17xf64>, tensor<2x1803xf32>
}
