// The rest behind whole vectors is loaded under a mask, also where arithmetic and
// the store have that mask, too: with AVX-512 LLVM made plain loads of such
// loads, which read memory past the array.
// RUN: tc-run %s --check --guard --threads=1 --repeat=1
// RUN: tc-compile %s --pipeline=loop-plan-memory --target=x86-64-v4 --emit=asm -o - | FileCheck %s
// CHECK-COUNT-4: vmovups{{.*}}(%r{{.*}}), %zmm{{[0-9]+}} {%k{{[0-9]}}} {z}
module attributes {tc.version = "0.1"} {
  loop.kernel private @k(%arg0: tensor<6x1x5x5xf32>, %arg1: tensor<1x1x1x1xf32>) -> tensor<6x1x5x5xf32> iters(d0 = 6, d1 = 1, d2 = 5, d3 = 5, d4 = 1, d5 = 1, d6 = 1) attributes {loop.schedule = {phases = [{chunk = "d3", chunk_size = 16 : i64, grain = 91 : i64, lanes = 64 : i64, stages = [0], tasks = ["d0", "d1", "d2"], vector = "d3"}]}} {
    %0 = loop.contract (d0, d1, d2, d3) over (d4, d5, d6) reads(%arg2 = %arg0[d0, d4, d2 + d5, d3 + d6] : tensor<6x1x5x5xf32>, %arg3 = %arg1[d1, d4, d5, d6] : tensor<1x1x1x1xf32>) -> tensor<6x1x5x5xf32> {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<6x1x5x5xf32>
  }
  func.func @main(%a: tensor<6x1x5x5xf32> {tc.init = {kind = "uniform", mean = 2.0, std = 1.0, stream = 1}}, %c: tensor<1x1x1x1xf32> {tc.init = {kind = "uniform", mean = 2.0, std = 1.0, stream = 3}}) -> tensor<6x1x5x5xf32> {
    %0 = loop.launch @k(%a, %c) : (tensor<6x1x5x5xf32>, tensor<1x1x1x1xf32>) -> tensor<6x1x5x5xf32>
    return %0 : tensor<6x1x5x5xf32>
  }
}
