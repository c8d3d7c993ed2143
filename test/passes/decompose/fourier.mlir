// Fourier transforms are contractions with constant matrices: one for few
// points, one a factor for more, by the digits that are done.
// RUN: tc-opt %s --split-input-file --tc-to-prim | FileCheck %s

// One matrix, (c, s; -s, c): cos and -sin of 2 pi jk / 2.
// CHECK-LABEL: func.func @main(
// CHECK: %[[M:.*]] = prim.constant dense<{{.*}}> : tensor<2x2x2x2xf32>
// CHECK: prim.real %arg0
// CHECK: prim.imag %arg0
// CHECK: prim.dot_general {{.*}}, %[[M]] batch [], [] contract [0, 2], [0, 1]
// CHECK-NOT: dot_general
// CHECK: prim.complex
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>> {
  %y = fx.call "aten._fft_c2c.default"(%x, [1], 0, true) : (tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  fx.output %y : tensor<3x2xcomplex<f32>>
}
}

// -----

// 64 = 4 * 16: the second matrix has the twiddle factors, by the first digit. Of
// a real signal there is one part, and of a onesided spectrum 33 points, of 9
// times 4 digits.
// CHECK-LABEL: func.func @main(
// CHECK-NOT: prim.real
// CHECK: prim.dot_general {{.*}} batch [], [] contract [0, 2], [0, 1] : tensor<1x?x4x16xf32, {{.*}}>, tensor<1x4x2x4xf32>
// CHECK: prim.dot_general {{.*}} batch [1], [0] contract [0, 3], [1, 2] : {{.*}}, tensor<4x2x16x2x9xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<?x64xf32, #tc.dims<[b, 64]>>) -> tensor<?x33xcomplex<f32>, #tc.dims<[b, 33]>> {
  %y = fx.call "aten._fft_r2c.default"(%x, [1], 0, true) : (tensor<?x64xf32, #tc.dims<[b, 64]>>) -> tensor<?x33xcomplex<f32>, #tc.dims<[b, 33]>>
  fx.output %y : tensor<?x33xcomplex<f32>, #tc.dims<[b, 33]>>
}
}

// -----

// The imaginary part that nobody reads is not computed.
// CHECK-LABEL: func.func @main(
// CHECK: prim.dot_general {{.*}} : tensor<2x3x8x1xf32>, tensor<2x8x1x8xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<3x8xcomplex<f32>>) -> tensor<3x8xf32> {
  %y = fx.call "aten._fft_c2c.default"(%x, [1], 0, true) : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  %z = fx.call "aten.view_as_real.default"(%y) : (tensor<3x8xcomplex<f32>>) -> tensor<3x8x2xf32>
  %r = fx.call "aten.select.int"(%z, -1, 0) : (tensor<3x8x2xf32>) -> tensor<3x8xf32>
  fx.output %r : tensor<3x8xf32>
}
}

// -----

// A great prime is a convolution: two transforms of 1024 points.
// CHECK-LABEL: func.func @main(
// CHECK: prim.dot_general {{.*}} : tensor<2x1x16x32x1xf32>, tensor<2x16x2x32xf32>
// CHECK: prim.dot_general {{.*}} : tensor<2x1x32x32x1xf32>, tensor<2x32x2x32xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<1x509xcomplex<f32>>) -> tensor<1x509xcomplex<f32>> {
  %y = fx.call "aten._fft_c2c.default"(%x, [1], 0, true) : (tensor<1x509xcomplex<f32>>) -> tensor<1x509xcomplex<f32>>
  fx.output %y : tensor<1x509xcomplex<f32>>
}
}
