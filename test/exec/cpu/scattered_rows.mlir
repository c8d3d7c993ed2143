// Rows read at, and combined into, positions that are data: vectors along the
// row, sums made where the zeros were written. Rows of no multiple of a vector,
// matrices of rows, several element types, indices that occur often.
// RUN: tc-opt %s --tc-cpu --loop-schedule | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-run %t.mlir --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// A row in chunks is not kept whole.
// RUN: env TC_NUMBERS=cpu_max_chunk=32 tc-run %t.mlir --check --guard --threads=3 --repeat=1
// RUN: sed 's/high = 40, stream = 4/high = 42, stream = 4/' %s > %t.out.mlir
// RUN: not tc-run %t.out.mlir --guard --repeat=1 2>&1 | FileCheck %s --check-prefix=OUT
// OUT: TC-1520
module attributes {tc.version = "0.1"} {
// CHECK-LABEL: loop.kernel private @{{.*}}index_put{{.*}} stages = [0]{{.*}} stages = [1]{{.*}} vector = "d1"}]
// CHECK-NOT: stages = [2]
// CHECK: loop.map
func.func @main(%i: tensor<300xi64> {tc.init = {kind = "randint", low = 0, high = 40, stream = 4}},
                %x: tensor<300x133xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: tensor<300x3x70xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %z: tensor<300x64xi64> {tc.init = {kind = "randint", low = -9, high = 9, stream = 3}},
                %t: tensor<40x133xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %c: tensor<300x33xcomplex<f32>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
    -> (tensor<40x133xf32>, tensor<40x3x70xbf16>, tensor<40x64xi64>, tensor<40x133xf32>, tensor<300x133xf32>, tensor<40x33xcomplex<f32>>, tensor<40x133xf32>) {
  %none = prim.constant dense<0.0> : tensor<f32>
  %zeros = prim.broadcast_in_dim %none [] : tensor<f32> to tensor<40x133xf32>
  %0 = prim.index_put %zeros, %x[%i] [0] "add" : tensor<40x133xf32>, tensor<300x133xf32>, tensor<300xi64>
  %noneHalf = prim.constant dense<0.0> : tensor<bf16>
  %zerosHalf = prim.broadcast_in_dim %noneHalf [] : tensor<bf16> to tensor<40x3x70xbf16>
  %1 = prim.index_put %zerosHalf, %y[%i] [0] "set" : tensor<40x3x70xbf16>, tensor<300x3x70xbf16>, tensor<300xi64>
  %noneInt = prim.constant dense<-3> : tensor<i64>
  %base = prim.broadcast_in_dim %noneInt [] : tensor<i64> to tensor<40x64xi64>
  %2 = prim.index_put %base, %z[%i] [0] "max" : tensor<40x64xi64>, tensor<300x64xi64>, tensor<300xi64>
  %3 = prim.index_put %t, %x[%i] [0] "add" : tensor<40x133xf32>, tensor<300x133xf32>, tensor<300xi64>
  %4 = prim.index %t[%i] [0] : tensor<40x133xf32>, tensor<300xi64>
  %noneComplex = prim.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %zerosComplex = prim.broadcast_in_dim %noneComplex [] : tensor<complex<f32>> to tensor<40x33xcomplex<f32>>
  %5 = prim.index_put %zerosComplex, %c[%i] [0] "add" : tensor<40x33xcomplex<f32>>, tensor<300x33xcomplex<f32>>, tensor<300xi64>
  %more = prim.add %t, %t : tensor<40x133xf32>
  %6 = prim.index_put %more, %x[%i] [0] "add" : tensor<40x133xf32>, tensor<300x133xf32>, tensor<300xi64>
  %7 = prim.add %6, %more : tensor<40x133xf32>
  return %0, %1, %2, %3, %4, %5, %7 : tensor<40x133xf32>, tensor<40x3x70xbf16>, tensor<40x64xi64>, tensor<40x133xf32>, tensor<300x133xf32>, tensor<40x33xcomplex<f32>>, tensor<40x133xf32>
}
}
