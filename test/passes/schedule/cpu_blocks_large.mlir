// Groups of tiles and panels of a product with millions of both are chosen at
// once: of the numbers of groups only those in which each has fewer count.
// RUN: timeout 20 tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s
// RUN: timeout 20 tc-opt %s --loop-schedule=target=x86-64-v4 | FileCheck %s
// CHECK: product = {blocks = {{[0-9]+}} : i64
// CHECK-SAME: panels = {{[0-9]+}} : i64
// CHECK-SAME: tiles = {{[0-9]+}} : i64
loop.kernel @product(%x: tensor<1048576x8192xf32>, %w: tensor<8192x1048576xf32>) -> tensor<1048576x1048576xf32> iters(i = 1048576, j = 1048576, k = 8192) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<1048576x8192xf32>, %b = %w[k, j] : tensor<8192x1048576xf32>) -> tensor<1048576x1048576xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<1048576x1048576xf32>
}
