// Scatters over the same positions are sorted by these once: the sum of ones,
// rows that are gathered, reshaped and scaled, elements along the rows of two indices.
// Not a scatter by itself, of few points, into few rows, or into another number
// of rows.
// RUN: tc-opt %s --prim-order-scatters=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %s --prim-order-scatters=target=x86-64-v4 | FileCheck %s --check-prefix=NONE
// NONE-NOT: prim.sort
// NONE-NOT: prim.ascending
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
// RUN: sed '/stream = 2}/s/low = 0, high = 400/low = -1, high = 400/' %s > %t.front.mlir
// RUN: not env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.front.mlir --target=emulate --repeat=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: sed '/stream = 2}/s/low = 0, high = 400/low = 0, high = 402/' %s > %t.behind.mlir
// RUN: not env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.behind.mlir --target=emulate --repeat=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: TC-1520
module attributes {tc.version = "0.1"} {
// CHECK-LABEL: func.func @main
// CHECK: %[[NARROW:.*]] = prim.convert_element_type %{{.*}} : tensor<3000xi64> to tensor<3000xi32>
// CHECK: %[[SORTED:.*]], %[[ORDER:.*]] = prim.sort %[[NARROW]] dim 0 : tensor<3000xi32>
// CHECK: %[[AT:.*]] = prim.convert_element_type %[[SORTED]] : tensor<3000xi32> to tensor<3000xi64>
// CHECK: prim.index_put %{{.*}}, %{{.*}}[%[[AT]]] [0] "add" {prim.ascending} : tensor<400xf32>
// CHECK: %[[FROM:.*]] = prim.index %arg2[%[[ORDER]]] [0] : tensor<3000xi64>
// CHECK: %[[ROWS:.*]] = prim.index %arg0[%[[FROM]]] [0] : tensor<400x8xf32>, tensor<3000xi64>
// CHECK: %[[PAIRS:.*]] = prim.reshape %[[ROWS]] : tensor<3000x8xf32> to tensor<3000x4x2xf32>
// CHECK: %[[SCALE:.*]] = prim.index %arg3[%[[ORDER]]] [0] : tensor<3000xf32>
// CHECK: %[[SCALES:.*]] = prim.broadcast_in_dim %[[SCALE]] [0] : tensor<3000xf32> to tensor<3000x4x2xf32>
// CHECK: %[[SCALED:.*]] = prim.mul %[[PAIRS]], %[[SCALES]] : tensor<3000x4x2xf32>
// CHECK: prim.index_put %{{.*}}, %[[SCALED]][%[[AT]]] [0] "add" {prim.ascending} : tensor<400x4x2xf32>
// CHECK: prim.index_put %{{.*}}, %{{.*}}[%[[AT]]] [0] "max" {prim.ascending} : tensor<400x4xf32>
// CHECK: prim.index_put %{{.*}} [0] "add" : tensor<401xf32>
// CHECK: prim.index_put %{{.*}} [0] "add" : tensor<400xf32>
// CHECK: prim.index_put %{{.*}} [0] "add" : tensor<400xf32>, tensor<100xf32>
// CHECK: prim.index_put %{{.*}} [0] "add" : tensor<400xf32>, tensor<100xf32>
// CHECK: prim.index_put %{{.*}} [0] "add" : tensor<100xf32>, tensor<3000xf32>
// CHECK: prim.index_put %{{.*}} [0] "max" : tensor<100xf32>, tensor<3000xf32>
func.func @main(%x: tensor<400x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %to: tensor<3000xi64> {tc.init = {kind = "randint", low = 0, high = 400, stream = 2}},
                %from: tensor<3000xi64> {tc.init = {kind = "randint", low = 0, high = 400, stream = 3}},
                %w: tensor<3000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %e: tensor<3000x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %few: tensor<100xi64> {tc.init = {kind = "randint", low = 0, high = 400, stream = 6}},
                %alone: tensor<3000xi64> {tc.init = {kind = "randint", low = 0, high = 400, stream = 7}},
                %cluster: tensor<3000xi64> {tc.init = {kind = "randint", low = 0, high = 100, stream = 8}})
    -> (tensor<400xf32>, tensor<400x4x2xf32>, tensor<400x4xf32>, tensor<401xf32>, tensor<400xf32>, tensor<400xf32>, tensor<400xf32>, tensor<100xf32>, tensor<100xf32>) {
  %zero = prim.constant dense<0.0> : tensor<f32>
  %one = prim.constant dense<1.0> : tensor<f32>
  %zeros = prim.broadcast_in_dim %zero [] : tensor<f32> to tensor<400xf32>
  %ones = prim.broadcast_in_dim %one [] : tensor<f32> to tensor<3000xf32>
  %0 = prim.index_put %zeros, %ones[%to] [0] "add" : tensor<400xf32>, tensor<3000xf32>, tensor<3000xi64>
  %rows = prim.index %x[%from] [0] : tensor<400x8xf32>, tensor<3000xi64>
  %pairs = prim.reshape %rows : tensor<3000x8xf32> to tensor<3000x4x2xf32>
  %scale = prim.broadcast_in_dim %w [0] : tensor<3000xf32> to tensor<3000x4x2xf32>
  %scaled = prim.mul %pairs, %scale : tensor<3000x4x2xf32>
  %own = prim.reshape %x : tensor<400x8xf32> to tensor<400x4x2xf32>
  %1 = prim.index_put %own, %scaled[%to] [0] "add" : tensor<400x4x2xf32>, tensor<3000x4x2xf32>, tensor<3000xi64>
  %row = prim.broadcast_in_dim %to [0] : tensor<3000xi64> to tensor<3000x4xi64>
  %line = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  %column = prim.broadcast_in_dim %line [1] : tensor<4xi64> to tensor<3000x4xi64>
  %heads = prim.broadcast_in_dim %zero [] : tensor<f32> to tensor<400x4xf32>
  %2 = prim.index_put %heads, %e[%row, %column] [0, 1] "max" : tensor<400x4xf32>, tensor<3000x4xf32>, tensor<3000x4xi64>, tensor<3000x4xi64>
  %more = prim.broadcast_in_dim %zero [] : tensor<f32> to tensor<401xf32>
  %3 = prim.index_put %more, %w[%to] [0] "add" : tensor<401xf32>, tensor<3000xf32>, tensor<3000xi64>
  %4 = prim.index_put %zeros, %w[%alone] [0] "add" : tensor<400xf32>, tensor<3000xf32>, tensor<3000xi64>
  %hundred = prim.broadcast_in_dim %one [] : tensor<f32> to tensor<100xf32>
  %5 = prim.index_put %zeros, %hundred[%few] [0] "add" : tensor<400xf32>, tensor<100xf32>, tensor<100xi64>
  %6 = prim.index_put %5, %hundred[%few] [0] "add" : tensor<400xf32>, tensor<100xf32>, tensor<100xi64>
  %clusters = prim.broadcast_in_dim %zero [] : tensor<f32> to tensor<100xf32>
  %7 = prim.index_put %clusters, %w[%cluster] [0] "add" : tensor<100xf32>, tensor<3000xf32>, tensor<3000xi64>
  %8 = prim.index_put %clusters, %w[%cluster] [0] "max" : tensor<100xf32>, tensor<3000xf32>, tensor<3000xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<400xf32>, tensor<400x4x2xf32>, tensor<400x4xf32>, tensor<401xf32>, tensor<400xf32>, tensor<400xf32>, tensor<400xf32>, tensor<100xf32>, tensor<100xf32>
}
}
