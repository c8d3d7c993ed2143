// Factors of sizes that are symbols: fractions of a small power of two, whose
// product with a size is rounded down alone.
// RUN: tc-opt %s --tc-to-prim --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: return {{.*}} : tensor<1x2x?x?xf32, #tc.dims<[1, 2, floordiv(h, 2), w + floordiv(w, 2)]>>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<1x2x?x?xf32, #tc.dims<[1, 2, h, w]>>) -> (tensor<1x2x?x?xf32, #tc.dims<[1, 2, floordiv(h, 2), floordiv(3*w, 2)]>>) {
  %y = fx.call "aten.upsample_nearest2d.vec"(%x, none, [0.5, 1.5]) : (tensor<1x2x?x?xf32, #tc.dims<[1, 2, h, w]>>) -> tensor<1x2x?x?xf32, #tc.dims<[1, 2, floordiv(h, 2), floordiv(3*w, 2)]>>
  fx.output %y : tensor<1x2x?x?xf32, #tc.dims<[1, 2, floordiv(h, 2), floordiv(3*w, 2)]>>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<1x2x?xf32, #tc.dims<[1, 2, w]>>) -> (tensor<1x2x?xf32, #tc.dims<[1, 2, u]>>) {
  // expected-error @+1 {{[TC-4102] aten.upsample_nearest1d.vec: resampling a symbolic size by 0.7}}
  %y = fx.call "aten.upsample_nearest1d.vec"(%x, none, [0.7]) : (tensor<1x2x?xf32, #tc.dims<[1, 2, w]>>) -> tensor<1x2x?xf32, #tc.dims<[1, 2, u]>>
  fx.output %y : tensor<1x2x?xf32, #tc.dims<[1, 2, u]>>
}
}
