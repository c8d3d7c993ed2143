// Owners make the base of rows that have a dimension of one element, too: its only
// position is the same in every loop. Compared with the interpreter on emulated
// threads.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// CHECK: adds = [{as = "owners"
// CHECK-SAME: for = ["owner.
func.func @main(%x: tensor<3x1x16x2xf32> {tc.init = {kind = "uniform", stream = 2, mean = 0.0, std = 1.0}}, %i: tensor<16xi64> {tc.init = {kind = "randint", low = 0, high = 3, stream = 1}},
                %v: tensor<16x1x16x2xf32> {tc.init = {kind = "uniform", stream = 3, mean = 0.0, std = 1.0}}) -> tensor<3x1x16x2xf32> {
  %y = prim.index_put %x, %v[%i] [0] "add" : tensor<3x1x16x2xf32>, tensor<16x1x16x2xf32>, tensor<16xi64>
  return %y : tensor<3x1x16x2xf32>
}
