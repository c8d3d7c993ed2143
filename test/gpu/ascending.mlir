// Scatters whose points lie in the order of their positions: a thread has a
// vector of the result, and combines its row's points. Rows that are gathered;
// halves; single elements, of which a block has many rows; rows of more vectors
// than a block has threads; positions along the second dimension; what is set,
// the last point of each row; rows without a point, and one with most, which all
// threads of a block share.
// RUN: tc-opt %s --tc-gpu -o %t.1 && tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && tc-opt %t.2 --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.2
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// Positions outside are the same error, in front and behind.
// RUN: sed 's/low = 3, high = 37/low = -1, high = 5/' %s > %t.front.mlir
// RUN: not env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.front.mlir --target=emulate --repeat=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: sed 's/low = 3, high = 37/low = 3, high = 38/' %s > %t.behind.mlir
// RUN: not env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.behind.mlir --target=emulate --repeat=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: TC-1520
module attributes {tc.version = "0.1"} {
// CHECK: loop.kernel private @{{.*}}index_put{{.*}} attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{combine = "run", run = 1 : i64}, {run = 0 : i64}], for = ["copy.3"], to = "vector"}], for = ["copy.2", "copy.3"], step = 4 : i64, to = "thread"}], for = ["copy.2", "copy.3"], step = 1024 : i64, to = "grid"}], overlap = "dependent", threads = 256 : i64}]}}
// CHECK: loop.scatter {{.*}} [add] reads({{.*}}) attributes {loop.ascending} {
// Few rows of many points are combined in shared memory.
// CHECK: loop.kernel private @{{.*}}index_put{{.*}} -> tensor<3xf32> iters
// CHECK-NOT: combine = "run"
// CHECK: loop.scatter
func.func @main(%b: tensor<37x12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %u: tensor<500x12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %h: tensor<50x24xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %w: tensor<500x1100xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %l: tensor<500xi64> {tc.init = {kind = "randint", low = -9, high = 9, stream = 5}},
                %s: tensor<500xi64> {tc.init = {kind = "randint", low = 3, high = 37, stream = 6}})
    -> (tensor<37x12xf32>, tensor<37x24xbf16>, tensor<37xi64>, tensor<37x1100xf32>, tensor<12x37xf32>, tensor<37x12xf32>, tensor<37x12xf32>, tensor<37x24xbf16>, tensor<37xi64>, tensor<37x12xf32>, tensor<3xf32>) {
  %p, %o = prim.sort %s dim 0 : tensor<500xi64>
  %0 = prim.index_put %b, %u[%p] [0] "add" {prim.ascending} : tensor<37x12xf32>, tensor<500x12xf32>, tensor<500xi64>
  %fifty = prim.constant dense<50> : tensor<i64>
  %all = prim.broadcast_in_dim %fifty [] : tensor<i64> to tensor<500xi64>
  %from = prim.remainder %o, %all : tensor<500xi64>
  %g = prim.index %h[%from] [0] : tensor<50x24xbf16>, tensor<500xi64>
  %zero = prim.constant dense<0.0> : tensor<bf16>
  %zeros = prim.broadcast_in_dim %zero [] : tensor<bf16> to tensor<37x24xbf16>
  %1 = prim.index_put %zeros, %g[%p] [0] "add" {prim.ascending} : tensor<37x24xbf16>, tensor<500x24xbf16>, tensor<500xi64>
  %most = prim.constant dense<-4> : tensor<i64>
  %least = prim.broadcast_in_dim %most [] : tensor<i64> to tensor<37xi64>
  %2 = prim.index_put %least, %l[%p] [0] "max" {prim.ascending} : tensor<37xi64>, tensor<500xi64>, tensor<500xi64>
  %none = prim.constant dense<0.0> : tensor<f32>
  %wide = prim.broadcast_in_dim %none [] : tensor<f32> to tensor<37x1100xf32>
  %3 = prim.index_put %wide, %w[%p] [0] "add" {prim.ascending} : tensor<37x1100xf32>, tensor<500x1100xf32>, tensor<500xi64>
  %columns = prim.broadcast_in_dim %none [] : tensor<f32> to tensor<12x37xf32>
  %4 = prim.index_put %columns, %u[%p] [1] "add" {prim.ascending} : tensor<12x37xf32>, tensor<500x12xf32>, tensor<500xi64>
  %5 = prim.index_put %b, %u[%p] [0] "set" {prim.ascending} : tensor<37x12xf32>, tensor<500x12xf32>, tensor<500xi64>
  %five = prim.constant dense<5> : tensor<i64>
  %fives = prim.broadcast_in_dim %five [] : tensor<i64> to tensor<500xi64>
  %q = prim.minimum %p, %fives : tensor<500xi64>
  %6 = prim.index_put %b, %u[%q] [0] "add" {prim.ascending} : tensor<37x12xf32>, tensor<500x12xf32>, tensor<500xi64>
  %7 = prim.index_put %zeros, %g[%q] [0] "add" {prim.ascending} : tensor<37x24xbf16>, tensor<500x24xbf16>, tensor<500xi64>
  %8 = prim.index_put %least, %l[%q] [0] "min" {prim.ascending} : tensor<37xi64>, tensor<500xi64>, tensor<500xi64>
  %9 = prim.index_put %b, %u[%q] [0] "set" {prim.ascending} : tensor<37x12xf32>, tensor<500x12xf32>, tensor<500xi64>
  %two = prim.constant dense<2> : tensor<i64>
  %twos = prim.broadcast_in_dim %two [] : tensor<i64> to tensor<500xi64>
  %few = prim.minimum %p, %twos : tensor<500xi64>
  %three = prim.broadcast_in_dim %none [] : tensor<f32> to tensor<3xf32>
  %last = prim.slice %u <[0, 3]> step [1, 1] : tensor<500x12xf32> to tensor<500x1xf32>
  %column = prim.reshape %last : tensor<500x1xf32> to tensor<500xf32>
  %10 = prim.index_put %three, %column[%few] [0] "add" {prim.ascending} : tensor<3xf32>, tensor<500xf32>, tensor<500xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<37x12xf32>, tensor<37x24xbf16>, tensor<37xi64>, tensor<37x1100xf32>, tensor<12x37xf32>, tensor<37x12xf32>, tensor<37x12xf32>, tensor<37x24xbf16>, tensor<37xi64>, tensor<37x12xf32>, tensor<3xf32>
}
}
