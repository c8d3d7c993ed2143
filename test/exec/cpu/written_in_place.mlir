// Arguments of which some elements are written, in their own memory: rows that
// data number, once and twice; a block that reads what it replaces; one that
// reads others, for which the argument is copied; of one element, of none.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// CHECK-LABEL: func.func @main(
// CHECK-COUNT-1: @main_copy
// CHECK-NOT: @main_copy
!x = tensor<5x7x19xf32>
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %y: tensor<9x33xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %z: tensor<9x33xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %w: tensor<9x33xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %n: tensor<3x0xf32> {tc.init = {kind = "constant", value = 0.0}},
                %u: tensor<2x5x19xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %v: tensor<3x33xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %e: tensor<1x0xf32> {tc.init = {kind = "constant", value = 0.0}},
                %i: tensor<2xi64> {tc.init = {kind = "iota", start = 2, step = 3}},
                %j: tensor<3xi64> {tc.init = {kind = "randint", low = 0, high = 9, stream = 6}})
    -> (!x {tc.ties = 0}, tensor<9x33xbf16> {tc.ties = 1}, tensor<9x33xf32> {tc.ties = 2}, tensor<9x33xf32> {tc.ties = 3},
        tensor<3x0xf32> {tc.ties = 4}, tensor<5x19xf32>) {
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %0 = prim.index_put %x, %u[%i] [1] "set" : !x, tensor<2x5x19xf32>, tensor<2xi64>
  %s = prim.sum %0 [1] : tensor<5x7x19xf32>
  %1 = prim.index_put %y, %v[%j] [0] "set" : tensor<9x33xbf16>, tensor<3x33xbf16>, tensor<3xi64>
  %2 = prim.index_put %1, %v[%j] [0] "max" : tensor<9x33xbf16>, tensor<3x33xbf16>, tensor<3xi64>
  %3 = prim.slice %z <[2, 1]> step [1, 1] : tensor<9x33xf32> to tensor<4x31xf32>
  %4 = prim.tanh %3 : tensor<4x31xf32>
  %5 = prim.dynamic_update_slice %z, %4[%two, %one] : tensor<9x33xf32>, tensor<4x31xf32>, tensor<i64>, tensor<i64>
  %6 = prim.slice %w <[1, 1]> step [1, 1] : tensor<9x33xf32> to tensor<4x31xf32>
  %7 = prim.tanh %6 : tensor<4x31xf32>
  %8 = prim.dynamic_update_slice %w, %7[%two, %one] : tensor<9x33xf32>, tensor<4x31xf32>, tensor<i64>, tensor<i64>
  %9 = prim.dynamic_update_slice %n, %e[%two, %one] : tensor<3x0xf32>, tensor<1x0xf32>, tensor<i64>, tensor<i64>
  return %0, %2, %5, %8, %9, %s : !x, tensor<9x33xbf16>, tensor<9x33xf32>, tensor<9x33xf32>, tensor<3x0xf32>, tensor<5x19xf32>
}
