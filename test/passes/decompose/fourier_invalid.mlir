// What has no transform says why.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --tc-to-prim

module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<3x?xcomplex<f32>, #tc.dims<[3, n]>>) -> tensor<3x?xcomplex<f32>, #tc.dims<[3, n]>> {
  // expected-error @+1 {{[TC-4102] aten._fft_c2c.default: a Fourier transform along a dimension of symbolic size}}
  %y = fx.call "aten._fft_c2c.default"(%x, [1], 0, true) : (tensor<3x?xcomplex<f32>, #tc.dims<[3, n]>>) -> tensor<3x?xcomplex<f32>, #tc.dims<[3, n]>>
  fx.output %y : tensor<3x?xcomplex<f32>, #tc.dims<[3, n]>>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<3x0xf32>) -> tensor<3x1xcomplex<f32>> {
  // expected-error @+1 {{[TC-1102] aten._fft_r2c.default: a Fourier transform of no points}}
  %y = fx.call "aten._fft_r2c.default"(%x, [1], 0, true) : (tensor<3x0xf32>) -> tensor<3x1xcomplex<f32>>
  fx.output %y : tensor<3x1xcomplex<f32>>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<3x3xcomplex<f32>>) -> tensor<3x8xf32> {
  // expected-error @+1 {{[TC-1102] aten._fft_c2r.default: 3 points of a spectrum give no signal of 8}}
  %y = fx.call "aten._fft_c2r.default"(%x, [1], 0, 8) : (tensor<3x3xcomplex<f32>>) -> tensor<3x8xf32>
  fx.output %y : tensor<3x8xf32>
}
}
