// A product's body gathers from a map of its kernel (the weights of a row's
// group, rounded): the map stays in front of it.
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// CHECK: %[[W:.*]] = loop.map {{.*}} -> tensor<3x8x8xbf16>
// CHECK: loop.contract
// CHECK: loop.at %[[W]][
module attributes {tc.version = "0.1"} {
  fx.graph @main(%x: tensor<12x8xf32>, %w: tensor<3x8x8xf32>, %ends: tensor<3xi32>) -> tensor<12x8xbf16> {
    %0 = fx.call "aten._to_copy.default"(%x, dtype = bf16) : (tensor<12x8xf32>) -> tensor<12x8xbf16>
    %1 = fx.call "aten._to_copy.default"(%w, dtype = bf16) : (tensor<3x8x8xf32>) -> tensor<3x8x8xbf16>
    %2 = fx.call "aten._grouped_mm.default"(%0, %1, %ends) : (tensor<12x8xbf16>, tensor<3x8x8xbf16>, tensor<3xi32>) -> tensor<12x8xbf16>
    fx.output %2 : tensor<12x8xbf16>
  }
}
