// Many single elements at positions that are data: what is chosen lists them by
// owners where there are many threads, and gives the same; a position that there
// is not is an error with any number. Rows of eight elements are combined whole,
// and few points, or as many tasks as a machine has cores, need no lists.
// RUN: tc-opt %s --tc-cpu --loop-schedule | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-run %t.mlir --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=16 --repeat=1
// RUN: tc-run %s --threads=1 --repeat=1 --out=%t.1
// RUN: tc-run %s --threads=16 --repeat=1 --out=%t.16
// RUN: cmp %t.1 %t.16
// One thread may be many, and no machine's.
// RUN: env TC_NUMBERS=cpu_list_near_threads=1 tc-opt %s --tc-cpu --loop-schedule | FileCheck %s --check-prefix=ALWAYS
// RUN: env TC_NUMBERS=cpu_list_near_threads=1 tc-run %t.mlir --check --guard --threads=1 --repeat=1
// RUN: env TC_NUMBERS=cpu_list_near_threads=1099511627776 tc-opt %s --tc-cpu --loop-schedule --loop-schedule | FileCheck %s --check-prefix=NEVER
// ALWAYS: owners
// ALWAYS-NOT: versions
// NEVER-NOT: owners
// RUN: sed 's/high = 500, stream = 1/high = 501, stream = 1/' %s > %t.out.mlir
// RUN: not tc-run %t.out.mlir --guard --threads=1 --repeat=1 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: not tc-run %t.out.mlir --guard --threads=16 --repeat=1 2>&1 | FileCheck %s --check-prefix=OUT
// OUT: TC-1520
module attributes {tc.version = "0.1"} {
// CHECK-LABEL: loop.kernel private @{{.*}}index_put{{.*}}tensor<500xf32>
// CHECK-SAME: owners = 64 : i64, split = "d0", split_parts = 64 : i64
// CHECK-SAME: when = [{least = 16 : i64, size = "threads"}]}
// CHECK-NOT: owners
// CHECK: func.func @main
func.func @main(%i: tensor<70000xi64> {tc.init = {kind = "randint", low = 0, high = 500, stream = 1}},
                %x: tensor<70000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %j: tensor<10000xi64> {tc.init = {kind = "randint", low = 0, high = 500, stream = 3}},
                %y: tensor<10000x8xi32> {tc.init = {kind = "randint", low = -9, high = 9, stream = 4}})
    -> (tensor<500xf32>, tensor<500x8xi32>, tensor<500xi32>) {
  %none = prim.constant dense<0.0> : tensor<f32>
  %zeros = prim.broadcast_in_dim %none [] : tensor<f32> to tensor<500xf32>
  %0 = prim.index_put %zeros, %x[%i] [0] "add" : tensor<500xf32>, tensor<70000xf32>, tensor<70000xi64>
  %noneInt = prim.constant dense<0> : tensor<i32>
  %rows = prim.broadcast_in_dim %noneInt [] : tensor<i32> to tensor<500x8xi32>
  %1 = prim.index_put %rows, %y[%j] [0] "add" : tensor<500x8xi32>, tensor<10000x8xi32>, tensor<10000xi64>
  %first = prim.slice %y <[0, 0]> step [1, 1] : tensor<10000x8xi32> to tensor<10000x1xi32>
  %few = prim.reshape %first : tensor<10000x1xi32> to tensor<10000xi32>
  %line = prim.broadcast_in_dim %noneInt [] : tensor<i32> to tensor<500xi32>
  %2 = prim.index_put %line, %few[%j] [0] "set" : tensor<500xi32>, tensor<10000xi32>, tensor<10000xi64>
  return %0, %1, %2 : tensor<500xf32>, tensor<500x8xi32>, tensor<500xi32>
}
}
