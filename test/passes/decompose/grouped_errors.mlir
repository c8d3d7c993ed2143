// Offsets of grouped products that are none for each matrix.
// RUN: not tc-opt %s --split-input-file --fx-to-prim 2>&1 | FileCheck %s

// CHECK: [TC-1103] transformers.grouped_mm_fallback.default: there are more or fewer offsets than matrices
fx.graph @few(%x: tensor<11x6xf32>, %w: tensor<4x6x5xf32>, %o: tensor<3xi64>) -> (tensor<11x5xf32>) {
  %0 = fx.call "transformers.grouped_mm_fallback.default"(%x, %w, %o) : (tensor<11x6xf32>, tensor<4x6x5xf32>, tensor<3xi64>) -> tensor<11x5xf32>
  fx.output %0 : tensor<11x5xf32>
}

// -----

// CHECK: [TC-1102] transformers.grouped_mm_fallback.default: argument 'offs' must be integers of one dimension
fx.graph @rank(%x: tensor<11x6xf32>, %w: tensor<4x6x5xf32>, %o: tensor<2x2xi64>) -> (tensor<11x5xf32>) {
  %0 = fx.call "transformers.grouped_mm_fallback.default"(%x, %w, %o) : (tensor<11x6xf32>, tensor<4x6x5xf32>, tensor<2x2xi64>) -> tensor<11x5xf32>
  fx.output %0 : tensor<11x5xf32>
}

// -----

// CHECK: [TC-1102] transformers.grouped_mm_fallback.default: argument 'offs' must be integers of one dimension
fx.graph @type(%x: tensor<11x6xf32>, %w: tensor<4x6x5xf32>, %o: tensor<4xf32>) -> (tensor<11x5xf32>) {
  %0 = fx.call "transformers.grouped_mm_fallback.default"(%x, %w, %o) : (tensor<11x6xf32>, tensor<4x6x5xf32>, tensor<4xf32>) -> tensor<11x5xf32>
  fx.output %0 : tensor<11x5xf32>
}
