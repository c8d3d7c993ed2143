// Rows that lanes of a wave sum up, several in a block: of 64 elements by eight
// lanes, of 24 by eight that have one each in three rounds, with the index of the
// greatest, a matrix times a vector, and rows that are gathered.
// RUN: tc-opt %s --prim-to-loop --loop-fuse --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate,wave=64 --check --repeat=1
// CHECK: @k0_sum(
// CHECK-SAME: step = 32 : i64, to = "grid"}], overlap = "dependent", threads = 256
// CHECK: @k1_argmax(
// CHECK-SAME: step = 1 : i64, to = "thread"}], for = ["d0"], step = {{[0-9]+}} : i64, to = "grid"
// CHECK: @k2_dot_general(
// CHECK-SAME: step = 8 : i64, to = "grid"}], overlap = "dependent", threads = 256
// CHECK: loop.kernel private @{{.*}}sum(
// CHECK-SAME: for = ["d0"], step = 1 : i64, to = "thread"}], for = ["d0"], step = 16 : i64, to = "grid"}], overlap = "dependent", threads = 256
// CHECK: loop.at
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<8192x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %y: tensor<8192x24xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}, %w: tensor<2048x512xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}, %v: tensor<512xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64}}, %t: tensor<50x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5 : i64}}, %i: tensor<8192xi64> {tc.init = {kind = "randint", low = 0, high = 50, stream = 6 : i64}}) -> (tensor<8192xbf16>, tensor<8192xi64>, tensor<2048xbf16>, tensor<8192xf32>) {
  %0 = prim.sum %x [1] : tensor<8192x64xbf16>
  %1 = prim.argmax %y dim 1 : tensor<8192x24xf32>
  %2 = prim.dot_general %w, %v batch [], [] contract [1], [0] : tensor<2048x512xbf16>, tensor<512xbf16>
  %g = prim.index %t[%i] [0] : tensor<50x64xf32>, tensor<8192xi64>
  %3 = prim.sum %g [1] : tensor<8192x64xf32>
  return %0, %1, %2, %3 : tensor<8192xbf16>, tensor<8192xi64>, tensor<2048xbf16>, tensor<8192xf32>
}
}
