// Tiles of a side that is longer than the data: threads have the vectors of 20
// channels (64 rows of 5 to read, 20 of 16 to write), not those of 64.
// RUN: tc-opt %s --prim-to-loop --loop-fuse --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --guard --repeat=1
// CHECK: llvm.mlir.addressof @shared_memory
// CHECK: %[[READ:.*]] = arith.constant 320 : i64
// CHECK: scf.for {{.*}} to %[[READ]] step
// CHECK: gpu.barrier
// CHECK: %[[WRITTEN:.*]] = arith.constant 320 : i64
// CHECK: scf.for {{.*}} to %[[WRITTEN]] step
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<80x500x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}) -> tensor<80x20x500xf32> {
  %0 = prim.transpose %x [0, 2, 1] : tensor<80x500x20xf32>
  return %0 : tensor<80x20x500xf32>
}
}
