// Scatters of one element a row into a number are choices by the position: none
// is left, whatever the combination, the element type, the dimension that is
// indexed and its neighbours (a gradient of a gather along it, of a
// cross-entropy). What pads positions does not ask whether those outside are any.
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// RUN: tc-opt %s --tc-gpu | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// CHECK-NOT: loop.scatter
// CHECK: loop.within
// CHECK-NOT: loop.scatter
!rows = tensor<?x133xf32, #tc.dims<[n, 133]>>
!row = tensor<?xi64, #tc.dims<[n]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 37}} {
func.func @main(%i: !row {tc.init = {kind = "randint", low = 0, high = 133, stream = 4}},
                %v: tensor<?xf32, #tc.dims<[n]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %x: !rows {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %w: tensor<2x6xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %k: tensor<2x6xi64> {tc.init = {kind = "randint", low = 0, high = 9, stream = 3}},
                %b: tensor<5x1xi1> {tc.init = {kind = "randint", low = 0, high = 2, stream = 6}},
                %j: tensor<5x1xi64> {tc.init = {kind = "randint", low = 0, high = 7, stream = 7}},
                %s: tensor<i32> {tc.init = {kind = "randint", low = -9, high = 9, stream = 8}},
                %at: tensor<i64> {tc.init = {kind = "randint", low = 0, high = 70, stream = 9}},
                %h: tensor<37xi64> {tc.init = {kind = "randint", low = 5, high = 138, stream = 10}})
    -> (!rows, tensor<?xf32, #tc.dims<[n]>>, tensor<2x9x6xbf16>, tensor<5x7xi1>, tensor<70xi32>, tensor<40xi64>) {
  %none = prim.constant dense<0.0> : tensor<f32>
  %zeros = prim.broadcast_in_dim %none [] : tensor<f32> to !rows
  %n = prim.iota 0 : i64, 1 : i64 : !row
  %0 = prim.index_put %zeros, %v[%n, %i] [0, 1] "add" : !rows, tensor<?xf32, #tc.dims<[n]>>, !row, !row
  %sums = prim.sum %0 [1] : !rows
  %e = prim.exp %x : !rows
  %1 = prim.sub %0, %e : !rows
  %two = prim.constant dense<2.0> : tensor<2x9x6xbf16>
  %a = prim.iota 0 : i64, 1 : i64 : tensor<2xi64>
  %a2 = prim.broadcast_in_dim %a [0] : tensor<2xi64> to tensor<2x6xi64>
  %c = prim.iota 0 : i64, 1 : i64 : tensor<6xi64>
  %c2 = prim.broadcast_in_dim %c [1] : tensor<6xi64> to tensor<2x6xi64>
  %2 = prim.index_put %two, %w[%a2, %k, %c2] [0, 1, 2] "add" : tensor<2x9x6xbf16>, tensor<2x6xbf16>, tensor<2x6xi64>, tensor<2x6xi64>, tensor<2x6xi64>
  %true = prim.constant dense<true> : tensor<5x7xi1>
  %five = prim.iota 0 : i64, 1 : i64 : tensor<5xi64>
  %five2 = prim.broadcast_in_dim %five [0] : tensor<5xi64> to tensor<5x1xi64>
  %3 = prim.index_put %true, %b[%five2, %j] [0, 1] "set" : tensor<5x7xi1>, tensor<5x1xi1>, tensor<5x1xi64>, tensor<5x1xi64>
  %nines = prim.constant dense<9> : tensor<70xi32>
  %4 = prim.index_put %nines, %s[%at] [0] "set" : tensor<70xi32>, tensor<i32>, tensor<i64>
  %less = prim.constant dense<-5> : tensor<i64>
  %fives = prim.broadcast_in_dim %less [] : tensor<i64> to tensor<37xi64>
  %nearer = prim.add %h, %fives : tensor<37xi64>
  %positions = prim.iota 0 : i64, 1 : i64 : tensor<133xi64>
  %within = prim.index %positions[%nearer] [0] : tensor<133xi64>, tensor<37xi64>
  %least = prim.constant dense<-1> : tensor<i64>
  %5 = prim.pad %within, %least low <[2]> high <[1]> interior [0] : tensor<37xi64>, tensor<i64> to tensor<40xi64>
  return %1, %sums, %2, %3, %4, %5 : !rows, tensor<?xf32, #tc.dims<[n]>>, tensor<2x9x6xbf16>, tensor<5x7xi1>, tensor<70xi32>, tensor<40xi64>
}
}
