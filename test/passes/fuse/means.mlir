// The mean that an epilogue takes from each column is computed once, in front:
// a map of as many elements as it reads, in a kernel with a product, would be a
// stage of its own, and the product on no matrix unit.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK-DAG: prim.div
// CHECK-DAG: unit = "
// CHECK: return
module attributes {tc.target = "cuda,tune=sm_90a", tc.version = "0.1"} {
  func.func @main(%x: tensor<128x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %w: tensor<64x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %s: tensor<96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> tensor<128x96xbf16> {
    %n = prim.constant dense<128.0> : tensor<f32>
    %0 = prim.broadcast_in_dim %n [] : tensor<f32> to tensor<96xf32>
    %1 = prim.div %s, %0 : tensor<96xf32>
    %2 = prim.broadcast_in_dim %1 [1] : tensor<96xf32> to tensor<128x96xf32>
    %3 = prim.dot_general %x, %w batch [], [] contract [1], [0] {out = f32} : tensor<128x64xbf16>, tensor<64x96xbf16>
    %4 = prim.sub %3, %2 : tensor<128x96xf32>
    %5 = prim.convert_element_type %4 : tensor<128x96xf32> to tensor<128x96xbf16>
    return %5 : tensor<128x96xbf16>
  }
}
