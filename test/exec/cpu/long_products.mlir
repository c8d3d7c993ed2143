// Products of integers of 64 bits are tiles like others, modulo 2^64.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v3 --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v3 | FileCheck %s
// CHECK-COUNT-2: product = {
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<45x70xi64> {tc.init = {kind = "randint", low = -2000000000, high = 2000000000, stream = 1}},
                %w: tensor<70x53xi64> {tc.init = {kind = "randint", low = -1000, high = 1000, stream = 2}},
                %v: tensor<53x70xi64> {tc.init = {kind = "randint", low = -1000, high = 1000, stream = 3}})
    -> (tensor<45x53xi64>, tensor<45x53xi64>) {
  %y = prim.mul %x, %x : tensor<45x70xi64>
  %0 = prim.dot_general %y, %w batch [], [] contract [1], [0] : tensor<45x70xi64>, tensor<70x53xi64>
  %1 = prim.dot_general %y, %v batch [], [] contract [1], [1] : tensor<45x70xi64>, tensor<53x70xi64>
  return %0, %1 : tensor<45x53xi64>, tensor<45x53xi64>
}
}
