// Blocks of rows by group are filled up with zeros, of which a root has no
// derivative: nothing of that is in gradients, those of what is computed row by
// row between two products of the same groups among them.
// RUN: tc-run %s --grad --check --repeat=1
module attributes {tc.version = "0.1"} {
  fx.graph @main(%x: tensor<24x7xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 7}}, %w: tensor<3x7x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 7}}, %v: tensor<3x8x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 7}}, %f: tensor<24x8xf32> {tc.init = {kind = "uniform", mean = 3.0, std = 1.0, stream = 4, seed = 7}}, %size: tensor<3xi32> {tc.init = {kind = "randint", low = 8, high = 10, stream = 6, seed = 7}}) -> tensor<24x5xf32> {
    %o = fx.call "aten.cumsum.default"(%size, 0, dtype = i32) : (tensor<3xi32>) -> tensor<3xi32>
    %0 = fx.call "transformers.grouped_mm_fallback.default"(%x, %w, %o) : (tensor<24x7xf32>, tensor<3x7x8xf32>, tensor<3xi32>) -> tensor<24x8xf32>
    %1 = fx.call "aten.mul.Tensor"(%0, %0) : (tensor<24x8xf32>, tensor<24x8xf32>) -> tensor<24x8xf32>
    %2 = fx.call "aten.log.default"(%1) : (tensor<24x8xf32>) -> tensor<24x8xf32>
    %3 = fx.call "aten.mul.Tensor"(%2, %f) : (tensor<24x8xf32>, tensor<24x8xf32>) -> tensor<24x8xf32>
    %4 = fx.call "transformers.grouped_mm_fallback.default"(%3, %v, %o) : (tensor<24x8xf32>, tensor<3x8x5xf32>, tensor<3xi32>) -> tensor<24x5xf32>
    fx.output %4 : tensor<24x5xf32>
  }
}
