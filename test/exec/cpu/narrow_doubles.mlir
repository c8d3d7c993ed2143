// Products of f64 with three and two columns in registers of two lanes: the
// panels that are chosen for them are those that a schedule may have.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1 --target=x86-64-v2
// RUN: tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v2 | FileCheck %s
// CHECK-COUNT-2: product = {column = 
func.func @main(%x: tensor<1x33x64x3xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %m: tensor<1x33x50x64xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %y: tensor<1x33x64x2xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}})
    -> (tensor<1x33x50x3xf64>, tensor<1x33x50x2xf64>) {
  %0 = prim.dot_general %m, %x batch [0, 1], [0, 1] contract [3], [2] : tensor<1x33x50x64xf64>, tensor<1x33x64x3xf64>
  %1 = prim.dot_general %m, %y batch [0, 1], [0, 1] contract [3], [2] : tensor<1x33x50x64xf64>, tensor<1x33x64x2xf64>
  return %0, %1 : tensor<1x33x50x3xf64>, tensor<1x33x50x2xf64>
}
