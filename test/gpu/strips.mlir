// Elements gathered along the columns of a table that the second cache does not
// keep (here: of 600 kB): blocks go down a strip of columns before the next one,
// a row each, of one point a thread or four. Rows are gathered as they lie, and
// so are elements of a small table.
// RUN: env TC_NUMBERS=gpu_strip_bytes=600000,gpu_many_points=1000 tc-opt %s --prim-to-loop --loop-fuse --loop-schedule=target=cuda,tune=sm_90a -o %t.mlir && FileCheck %s <%t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env TC_NUMBERS=gpu_strip_bytes=600000 tc-opt %s --prim-to-loop --loop-fuse --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=ONE
// RUN: tc-opt %s --prim-to-loop --loop-fuse --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=SMALL
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_strip_bytes=600000 tc-run %s --target=emulate --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_strip_bytes=600000,gpu_many_points=1000 tc-run %s --target=emulate --check --guard --repeat=1
// CHECK: for = ["d0"], step = 1 : i64, to = "grid"}], for = ["d1"], step = 1024 : i64, to = "grid"
// CHECK-NOT: for = ["d0"], step = 1 : i64, to = "grid"}], for =
// ONE: for = ["d0"], step = 1 : i64, to = "grid"}], for = ["d1"], step = 256 : i64, to = "grid"
// ONE-NOT: for = ["d0"], step = 1 : i64, to = "grid"}], for =
// SMALL-NOT: for = ["d0"], step = 1 : i64, to = "grid"}], for =
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<40x4080xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}) -> (tensor<33x4080xf32>, tensor<33x4080xf32>) {
  %n = prim.iota 0 : i64, 1 : i64 : tensor<134640xi64>
  %k = prim.constant dense<7919> : tensor<134640xi64>
  %m = prim.constant dense<40> : tensor<134640xi64>
  %p = prim.mul %n, %k : tensor<134640xi64>
  %q = prim.remainder %p, %m : tensor<134640xi64>
  %i = prim.reshape %q : tensor<134640xi64> to tensor<33x4080xi64>
  %j = prim.iota 0 : i64, 1 : i64 : tensor<4080xi64>
  %c = prim.broadcast_in_dim %j [1] : tensor<4080xi64> to tensor<33x4080xi64>
  %0 = prim.index %x[%i, %c] [0, 1] : tensor<40x4080xf32>, tensor<33x4080xi64>, tensor<33x4080xi64>
  %r = prim.slice %q <[0]> step [1] : tensor<134640xi64> to tensor<33xi64>
  %1 = prim.index %x[%r] [0] : tensor<40x4080xf32>, tensor<33xi64>
  return %0, %1 : tensor<33x4080xf32>, tensor<33x4080xf32>
}
}
