// A scatter of runs whose base stands beside maps of other points, numbers that
// are gathered: the launch of these is chosen without the base.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.1
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<3000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %at: tensor<3000xi64> {tc.init = {kind = "randint", low = 0, high = 400, stream = 2}}) -> (tensor<400xf32>, tensor<400xf32>) {
  %none = prim.constant dense<0> : tensor<i64>
  %all = prim.constant dense<400> : tensor<i64>
  %zero = prim.constant dense<0.0> : tensor<f32>
  %zeros = prim.broadcast_in_dim %zero [] : tensor<f32> to tensor<400xf32>
  %firsts = prim.broadcast_in_dim %none [] : tensor<i64> to tensor<1x3000xi64>
  %ends = prim.broadcast_in_dim %all [] : tensor<i64> to tensor<1x3000xi64>
  %p, %o = prim.sort %at dim 0 : tensor<3000xi64>
  %u = prim.index %x[%o] [0] : tensor<3000xf32>, tensor<3000xi64>
  %0 = prim.index_put %zeros, %u[%p] [0] "max" {prim.ascending} : tensor<400xf32>, tensor<3000xf32>, tensor<3000xi64>
  %first = prim.reshape %firsts : tensor<1x3000xi64> to tensor<3000xi64>
  %least = prim.index %first[%o] [0] : tensor<3000xi64>, tensor<3000xi64>
  %end = prim.reshape %ends : tensor<1x3000xi64> to tensor<3000xi64>
  %more = prim.index %end[%o] [0] : tensor<3000xi64>, tensor<3000xi64>
  %is = prim.lt %p, %least : tensor<3000xi64>
  %back = prim.add %p, %more : tensor<3000xi64>
  %own = prim.where %is, %back, %p : tensor<3000xi1>, tensor<3000xi64>
  %most = prim.index %0[%own] [0] : tensor<400xf32>, tensor<3000xi64>
  %less = prim.sub %u, %most : tensor<3000xf32>
  %e = prim.exp %less : tensor<3000xf32>
  %1 = prim.index_put %zeros, %e[%p] [0] "add" {prim.ascending} : tensor<400xf32>, tensor<3000xf32>, tensor<3000xi64>
  return %0, %1 : tensor<400xf32>, tensor<400xf32>
}
}
