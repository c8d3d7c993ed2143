// On GPUs vectors that read nothing of each other are made in one launch, also
// where they have dimensions of size 1: the two rows of positions of a graph's
// edges, of which negative ones count from the end.
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise=cuda})' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true})' | FileCheck %s --check-prefix=CPU
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// CHECK: %{{.*}}:2 = loop.launch @{{.*}}(%arg0) : (tensor<2x9000xi64>) -> (tensor<1x9000xi64>, tensor<1x9000xi64>)
// CPU-NOT: -> (tensor<1x9000xi64>, tensor<1x9000xi64>)
module attributes {tc.version = "0.1"} {
func.func @main(%edges: tensor<2x9000xi64> {tc.init = {kind = "randint", low = -50, high = 50, stream = 1}}, %x: tensor<50x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> (tensor<9000x8xf32>, tensor<9000x8xf32>) {
  %zero = prim.constant dense<0> : tensor<1x9000xi64>
  %rows = prim.constant dense<50> : tensor<1x9000xi64>
  %0 = prim.slice %edges <[0, 0]> step [1, 1] : tensor<2x9000xi64> to tensor<1x9000xi64>
  %1 = prim.add %0, %rows : tensor<1x9000xi64>
  %2 = prim.lt %0, %zero : tensor<1x9000xi64>
  %3 = prim.where %2, %1, %0 : tensor<1x9000xi1>, tensor<1x9000xi64>
  %4 = prim.reshape %3 : tensor<1x9000xi64> to tensor<9000xi64>
  %5 = prim.slice %edges <[1, 0]> step [1, 1] : tensor<2x9000xi64> to tensor<1x9000xi64>
  %6 = prim.add %5, %rows : tensor<1x9000xi64>
  %7 = prim.lt %5, %zero : tensor<1x9000xi64>
  %8 = prim.where %7, %6, %5 : tensor<1x9000xi1>, tensor<1x9000xi64>
  %9 = prim.reshape %8 : tensor<1x9000xi64> to tensor<9000xi64>
  %10 = prim.index %x[%4] [0] : tensor<50x8xf32>, tensor<9000xi64>
  %11 = prim.index %x[%9] [0] : tensor<50x8xf32>, tensor<9000xi64>
  %12 = prim.exp %x : tensor<50x8xf32>
  %13 = prim.sum %12 [1] : tensor<50x8xf32>
  %14 = prim.index %13[%4] [0] : tensor<50xf32>, tensor<9000xi64>
  %15 = prim.index %13[%9] [0] : tensor<50xf32>, tensor<9000xi64>
  %16 = prim.broadcast_in_dim %14 [0] : tensor<9000xf32> to tensor<9000x8xf32>
  %17 = prim.broadcast_in_dim %15 [0] : tensor<9000xf32> to tensor<9000x8xf32>
  %18 = prim.mul %10, %17 : tensor<9000x8xf32>
  %19 = prim.mul %11, %16 : tensor<9000x8xf32>
  return %18, %19 : tensor<9000x8xf32>, tensor<9000x8xf32>
}
}
