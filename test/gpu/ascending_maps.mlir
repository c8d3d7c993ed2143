// Maps behind scatters of runs of points are computed by the threads that have
// the elements, in registers: what the scatter makes needs no memory. Of
// vectors, halves that become f32, single elements, a second dimension; of runs
// that all threads of a block share; of as many points as rows.
// RUN: tc-opt %s --tc-gpu -o %t.1 && tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && tc-opt %t.2 --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.2
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// CHECK-DAG: loop.schedule = {launches = [{body = [{body = [{body = [{body = [{combine = "run", run = 1 : i64}, {run = 0 : i64}, {run = 2 : i64}], for = ["{{.*}}"], to = "vector"}], for = ["{{.*}}"], step = 4 : i64, to = "thread"}], for = ["{{.*}}"], step = 1024 : i64, to = "grid"}], overlap = "dependent", threads = 256 : i64}]}
// CHECK-DAG: loop.schedule = {launches = [{body = [{body = [{body = [{combine = "run", run = 1 : i64}, {run = 0 : i64}, {run = 2 : i64}], for = ["{{.*}}"], step = 1 : i64, to = "thread"}], for = ["{{.*}}"], step = 256 : i64, to = "grid"}], overlap = "dependent", threads = 256 : i64}]}
module attributes {tc.version = "0.1"} {
func.func @main(%b: tensor<37x12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %u: tensor<500x12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %h: tensor<500x24xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %f: tensor<37xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %c: tensor<24xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %s: tensor<500xi64> {tc.init = {kind = "randint", low = 3, high = 37, stream = 6}},
                %w: tensor<12x12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
                %t: tensor<12xi64> {tc.init = {kind = "randint", low = 0, high = 12, stream = 8}})
    -> (tensor<37x12xf32>, tensor<37x24xf32>, tensor<37xf32>, tensor<12x37xf32>, tensor<37x12xf32>, tensor<12x12xf32>, tensor<37x12xf32>, tensor<37x12xf32>, tensor<37x12xf32>) {
  %p, %o = prim.sort %s dim 0 : tensor<500xi64>
  %zero = prim.constant dense<0.0> : tensor<f32>
  // Each row times its number.
  %rows = prim.broadcast_in_dim %f [0] : tensor<37xf32> to tensor<37x12xf32>
  %0 = prim.index_put %b, %u[%p] [0] "add" {prim.ascending} : tensor<37x12xf32>, tensor<500x12xf32>, tensor<500xi64>
  %1 = prim.mul %0, %rows : tensor<37x12xf32>
  %2 = prim.exp %1 : tensor<37x12xf32>
  // Sums of halves are rounded, then widened.
  %half = prim.constant dense<0.0> : tensor<bf16>
  %halves = prim.broadcast_in_dim %half [] : tensor<bf16> to tensor<37x24xbf16>
  %3 = prim.index_put %halves, %h[%p] [0] "add" {prim.ascending} : tensor<37x24xbf16>, tensor<500x24xbf16>, tensor<500xi64>
  %columns = prim.broadcast_in_dim %c [1] : tensor<24xbf16> to tensor<37x24xbf16>
  %4 = prim.mul %3, %columns : tensor<37x24xbf16>
  %5 = prim.convert_element_type %4 : tensor<37x24xbf16> to tensor<37x24xf32>
  // Counts.
  %none = prim.broadcast_in_dim %zero [] : tensor<f32> to tensor<37xf32>
  %one = prim.constant dense<1.0> : tensor<f32>
  %ones = prim.broadcast_in_dim %one [] : tensor<f32> to tensor<500xf32>
  %6 = prim.index_put %none, %ones[%p] [0] "add" {prim.ascending} : tensor<37xf32>, tensor<500xf32>, tensor<500xi64>
  %each = prim.broadcast_in_dim %one [] : tensor<f32> to tensor<37xf32>
  %7 = prim.add %6, %each : tensor<37xf32>
  %8 = prim.rsqrt %7 : tensor<37xf32>
  // Positions along the second dimension.
  %wide = prim.broadcast_in_dim %zero [] : tensor<f32> to tensor<12x37xf32>
  %9 = prim.index_put %wide, %u[%p] [1] "add" {prim.ascending} : tensor<12x37xf32>, tensor<500x12xf32>, tensor<500xi64>
  %f2 = prim.broadcast_in_dim %f [1] : tensor<37xf32> to tensor<12x37xf32>
  %10 = prim.sub %9, %f2 : tensor<12x37xf32>
  // One row has most of the points.
  %five = prim.constant dense<5> : tensor<i64>
  %fives = prim.broadcast_in_dim %five [] : tensor<i64> to tensor<500xi64>
  %q = prim.minimum %p, %fives : tensor<500xi64>
  %11 = prim.index_put %b, %u[%q] [0] "max" {prim.ascending} : tensor<37x12xf32>, tensor<500x12xf32>, tensor<500xi64>
  %12 = prim.sub %11, %b : tensor<37x12xf32>
  // As many points as rows, and as columns.
  %r, %x = prim.sort %t dim 0 : tensor<12xi64>
  %13 = prim.index_put %w, %w[%r] [0] "add" {prim.ascending} : tensor<12x12xf32>, tensor<12x12xf32>, tensor<12xi64>
  %14 = prim.mul %13, %w : tensor<12x12xf32>
  // What is set; what others read, too.
  %15 = prim.index_put %b, %u[%p] [0] "set" {prim.ascending} : tensor<37x12xf32>, tensor<500x12xf32>, tensor<500xi64>
  %16 = prim.mul %15, %b : tensor<37x12xf32>
  %17 = prim.index_put %b, %u[%p] [0] "min" {prim.ascending} : tensor<37x12xf32>, tensor<500x12xf32>, tensor<500xi64>
  %18 = prim.mul %17, %b : tensor<37x12xf32>
  return %2, %5, %8, %10, %12, %14, %16, %17, %18 : tensor<37x12xf32>, tensor<37x24xf32>, tensor<37xf32>, tensor<12x37xf32>, tensor<37x12xf32>, tensor<12x12xf32>, tensor<37x12xf32>, tensor<37x12xf32>, tensor<37x12xf32>
}
}
