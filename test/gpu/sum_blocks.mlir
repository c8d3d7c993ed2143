// A thread's terms of a long sum are a known number where all threads have as many, so that loops are unrolled and loads
// under way together; of longer ones those of a block.
// RUN: tc-opt %s --tc-gpu --loop-to-gpu=target=cuda,tune=sm_90a | grep scf.for | FileCheck %s
// RUN: sed 's/2048x/8192x/;s/x2048/x8192/g;s/<2048/<8192/g' %s | tc-opt --tc-gpu --loop-to-gpu=target=cuda,tune=sm_90a | grep scf.for | FileCheck %s --check-prefix=BLOCKS
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: scf.for %{{.*}} = %c0_i64{{.*}} to %c1024_i64{{.*}} step %c32_i64
// BLOCKS: scf.for %{{.*}} = %{{[0-9]+}} to %c4096_i64{{.*}} step %c2048_i64
// BLOCKS-NEXT: scf.for %{{.*}} = %c0_i64{{.*}} to %c2048_i64{{.*}} step %c32_i64
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<16384x2048xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}) -> tensor<2048xf32> {
  %0 = prim.convert_element_type %x : tensor<16384x2048xbf16> to tensor<16384x2048xf32>
  %1 = prim.sum %0 [0] : tensor<16384x2048xf32>
  return %1 : tensor<2048xf32>
}
}
