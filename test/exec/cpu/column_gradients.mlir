// The gradient of a norm over tall columns: two reductions, the second behind a
// map of the first's, share a phase that walks rows, before that map.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-run %t.mlir --check --threads=1 --repeat=1
// RUN: tc-run %t.mlir --check --threads=3 --repeat=1
// RUN: tc-run %t.mlir --check --threads=2 --repeat=1 --target=x86-64-v3
// RUN: tc-opt %s '--pass-pipeline=builtin.module(loop-schedule{target=x86-64-v4})' | FileCheck %s
// CHECK-LABEL: @gradient
// CHECK-SAME: phases = [{{{.*}}split = "i"{{.*}}stages = [0, 2]{{.*}}}, {{{.*}}stages = [1, 3]{{.*}}}, {{{.*}}stages = [4]
module attributes {tc.version = "0.1"} {
loop.kernel private @gradient(%r: tensor<133xf32>, %g: tensor<3001x133xf32>, %x: tensor<3001x133xf32>, %m: tensor<133xf32>) -> tensor<3001x133xf32> iters(i = 3001, j = 133) {
  %0 = loop.reduce (j) over (i) [add] reads(%a = %g[i, j] : tensor<3001x133xf32>, %b = %r[j] : tensor<133xf32>, %c = %x[i, j] : tensor<3001x133xf32>, %d = %m[j] : tensor<133xf32>) -> tensor<133xf32> {
    %5 = prim.sub %c, %d : f32
    %6 = prim.mul %5, %b : f32
    %7 = prim.mul %a, %6 : f32
    loop.yield %7 : f32
  }
  %1 = loop.map (j) reads(%a = %0[j] : tensor<133xf32>) -> tensor<133xf32> {
    %n = prim.constant 3001.0 : f32
    %5 = prim.div %a, %n : f32
    loop.yield %5 : f32
  }
  %2 = loop.reduce (j) over (i) [add] reads(%a = %g[i, j] : tensor<3001x133xf32>) -> tensor<133xf32> {
    loop.yield %a : f32
  }
  %3 = loop.map (j) reads(%a = %2[j] : tensor<133xf32>) -> tensor<133xf32> {
    %n = prim.constant 3001.0 : f32
    %5 = prim.div %a, %n : f32
    loop.yield %5 : f32
  }
  %4 = loop.map (i, j) reads(%a = %r[j] : tensor<133xf32>, %b = %g[i, j] : tensor<3001x133xf32>, %c = %3[j] : tensor<133xf32>, %d = %1[j] : tensor<133xf32>, %e = %x[i, j] : tensor<3001x133xf32>, %f = %m[j] : tensor<133xf32>) -> tensor<3001x133xf32> {
    %5 = prim.sub %e, %f : f32
    %6 = prim.mul %5, %a : f32
    %7 = prim.mul %6, %d : f32
    %8 = prim.sub %b, %c : f32
    %9 = prim.sub %8, %7 : f32
    %10 = prim.mul %9, %a : f32
    loop.yield %10 : f32
  }
  loop.yield %4 : tensor<3001x133xf32>
}
func.func @main(%r: tensor<133xf32> {tc.init = {kind = "uniform", mean = 0.5, std = 2.0, stream = 1}},
                %g: tensor<3001x133xf32> {tc.init = {kind = "uniform", mean = 0.5, std = 2.0, stream = 2}},
                %x: tensor<3001x133xf32> {tc.init = {kind = "uniform", mean = 0.5, std = 2.0, stream = 3}},
                %m: tensor<133xf32> {tc.init = {kind = "uniform", mean = 0.5, std = 2.0, stream = 4}}) -> tensor<3001x133xf32> {
  %0 = loop.launch @gradient(%r, %g, %x, %m) : (tensor<133xf32>, tensor<3001x133xf32>, tensor<3001x133xf32>, tensor<133xf32>) -> tensor<3001x133xf32>
  return %0 : tensor<3001x133xf32>
}
}
