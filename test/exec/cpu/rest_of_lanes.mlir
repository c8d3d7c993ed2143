// Products whose vectors run along the reduction: the steps that are fewer than
// the lanes of a vector are one masked vector whose lanes outside add nothing.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v3 --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-to-cpu=target=x86-64-v3 | FileCheck %s
// CHECK-LABEL: func.func private @k{{[0-9]+}}_dot_general(
// CHECK: llvm.intr.masked.load {{.*}} vector<8xf32>
func.func @main(%x: tensor<4x5x28xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: tensor<4x7x28xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %u: tensor<3x4x3x5xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %v: tensor<3x6x3x5xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
    -> (tensor<4x5x7xf32>, tensor<3x4x6xf64>) {
  %0 = prim.dot_general %x, %y batch [0], [0] contract [2], [2] : tensor<4x5x28xf32>, tensor<4x7x28xf32>
  %1 = prim.dot_general %u, %v batch [0], [0] contract [2, 3], [2, 3] : tensor<3x4x3x5xf64>, tensor<3x6x3x5xf64>
  return %0, %1 : tensor<4x5x7xf32>, tensor<3x4x6xf64>
}
