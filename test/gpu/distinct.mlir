// Scatters whose points meet nowhere: each is a thread's, and what sets all
// elements needs no base. Back to where a sort has taken elements from; part of
// an order, added to what is there; rows; a symbolic size; columns.
// RUN: tc-opt %s --tc-gpu -o %t.1 && tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && tc-opt %t.2 --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.2
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// RUN: sed 's/n = 700 : i64/n = 0 : i64/' %s > %t.none.mlir && tc-interpret %t.none.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
module attributes {tc.version = "0.1", tc.sizes = {n = 700 : i64}} {
// One launch, which stores each element once.
// CHECK-LABEL: loop.kernel private @{{.*}}index_put
// CHECK-SAME: iters(d0 = 3, d1 = 2000) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0 : i64}], for = ["d0", "d1"], step = 1 : i64, to = "thread"}], for = ["d0", "d1"], step = 256 : i64, to = "grid"}], overlap = "dependent", threads = 256 : i64}]}}
// CHECK: loop.scatter {{.*}} [set] reads({{.*}}) attributes {loop.distinct} {
func.func @main(%x: tensor<3x2000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %t: tensor<3x2000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %v: tensor<3x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %w: tensor<?xf32, #tc.dims<[n]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %r: tensor<?x33xbf16, #tc.dims<[n, 33]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %c: tensor<900x7xi64> {tc.init = {kind = "randint", low = -9, high = 9, stream = 6}})
    -> (tensor<3x2000xf32>, tensor<3x2000xf32>, tensor<3x2000xf32>, tensor<?x33xbf16, #tc.dims<[n, 33]>>, tensor<900x7xi64>) {
  %s, %i = prim.sort %x dim 1 descending : tensor<3x2000xf32>
  %e = prim.exp %s : tensor<3x2000xf32>
  %none = prim.constant dense<0xFF800000> : tensor<f32>
  %base = prim.broadcast_in_dim %none [] : tensor<f32> to tensor<3x2000xf32>
  %line = prim.iota 0 : i64, 1 : i64 : tensor<3xi64>
  %row = prim.broadcast_in_dim %line [0] : tensor<3xi64> to tensor<3x2000xi64>
  %0 = prim.index_put %base, %e[%row, %i] [0, 1] "set" : tensor<3x2000xf32>, tensor<3x2000xf32>, tensor<3x2000xi64>, tensor<3x2000xi64>
  %g, %k = prim.topk %x, <40> dim 1 : tensor<3x2000xf32>
  %few = prim.broadcast_in_dim %line [0] : tensor<3xi64> to tensor<3x40xi64>
  %1 = prim.index_put %t, %v[%few, %k] [0, 1] "add" : tensor<3x2000xf32>, tensor<3x40xf32>, tensor<3x40xi64>, tensor<3x40xi64>
  %2 = prim.index_put %base, %v[%few, %k] [0, 1] "add" : tensor<3x2000xf32>, tensor<3x40xf32>, tensor<3x40xi64>, tensor<3x40xi64>
  %o, %p = prim.sort %w dim 0 : tensor<?xf32, #tc.dims<[n]>>
  %half = prim.constant dense<2.0> : tensor<bf16>
  %halves = prim.broadcast_in_dim %half [] : tensor<bf16> to tensor<?x33xbf16, #tc.dims<[n, 33]>>
  %3 = prim.index_put %halves, %r[%p] [0] "set" : tensor<?x33xbf16, #tc.dims<[n, 33]>>, tensor<?x33xbf16, #tc.dims<[n, 33]>>, tensor<?xi64, #tc.dims<[n]>>
  %d, %q = prim.sort %c dim 0 : tensor<900x7xi64>
  %one = prim.iota 0 : i64, 1 : i64 : tensor<7xi64>
  %column = prim.broadcast_in_dim %one [1] : tensor<7xi64> to tensor<900x7xi64>
  %4 = prim.index_put %c, %d[%q, %column] [0, 1] "max" : tensor<900x7xi64>, tensor<900x7xi64>, tensor<900x7xi64>, tensor<900x7xi64>
  return %0, %1, %2, %3, %4 : tensor<3x2000xf32>, tensor<3x2000xf32>, tensor<3x2000xf32>, tensor<?x33xbf16, #tc.dims<[n, 33]>>, tensor<900x7xi64>
}
}
