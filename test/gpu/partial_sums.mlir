// A thread's sum of floats has four accumulators that take turns, added up as a
// tree, also over several iterators: of channels, a batch norm's of 12 numbers.
// Two where a thread has four terms; one of an ordered sum, and of the index of the
// greatest, which prefers the first of equals.
// RUN: tc-opt %s --prim-to-loop --loop-fuse --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate,wave=64 --check --repeat=1
// CHECK-LABEL: gpu.func @k0_sum
// CHECK: scf.for {{.*}} -> (f32, f32, f32, f32)
// CHECK: scf.for {{.*}} iter_args(%[[A:[a-z0-9]+]] = {{[^,]*}}, %[[B:[a-z0-9]+]] = {{[^,]*}}, %[[C:[a-z0-9]+]] = {{[^,]*}}, %[[D:[a-z0-9]+]] = {{[^,]*}}) -> (f32, f32, f32, f32)
// CHECK: %[[SUM:.*]] = arith.addf %[[A]],
// CHECK: scf.yield %[[B]], %[[C]], %[[D]], %[[SUM]]
// CHECK-LABEL: gpu.func @k1_sum
// CHECK: scf.for {{.*}} -> (f32, f32)
// CHECK-LABEL: gpu.func @k2_sum
// CHECK: scf.for {{.*}} -> (f32)  : i64
// CHECK-LABEL: gpu.func @k4_sum
// CHECK: scf.for {{.*}} -> ({{f32, i64, f32|f32, f32, i64}})  : i64
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<2x40x6xf32> {tc.init = {kind = "uniform", mean = 100.0, std = 1.0, stream = 1 : i64}}, %y: tensor<4x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}, %z: tensor<2x40x6xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}, %u: tensor<12x40xf32> {tc.init = {kind = "randint", low = -3 : i64, high = 3 : i64, stream = 4 : i64}}) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xi64>, tensor<40xf32>) {
  %0 = prim.sum %x [0, 2] : tensor<2x40x6xf32>
  %1 = prim.sum %y [0] : tensor<4x40xf32>
  %2 = prim.sum %z [0, 2] {ordered} : tensor<2x40x6xf32>
  %3 = prim.argmax %u dim 0 : tensor<12x40xf32>
  %4 = prim.sum %u [0] : tensor<12x40xf32>
  return %0, %1, %2, %3, %4 : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xi64>, tensor<40xf32>
}
}
