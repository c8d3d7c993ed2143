// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// Complex multiplication
// CPU: interleaved pairs; (i, j) in chunks, real and imaginary parts in registers.
// GPU: a thread an element, 8-byte accesses.
// LAUNCHES: 1

loop.kernel @complex_product(%x: tensor<4x6xcomplex<f32>>, %y: tensor<6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> iters(i = 4, j = 6) {
  %z = loop.map (i, j) reads(%a = %x[i, j] : tensor<4x6xcomplex<f32>>, %b = %y[j] : tensor<6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
    %0 = prim.mul %a, %b : complex<f32>
    loop.yield %0 : complex<f32>
  }
  loop.yield %z : tensor<4x6xcomplex<f32>>
}

func.func @main(%x: tensor<4x6xcomplex<f32>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %y: tensor<6xcomplex<f32>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<4x6xcomplex<f32>> {
  %0 = loop.launch @complex_product(%x, %y) : (tensor<4x6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}

fx.graph @reference(%x: tensor<4x6xcomplex<f32>>, %y: tensor<6xcomplex<f32>>) -> (tensor<4x6xcomplex<f32>>) {
  %0 = fx.call "aten.mul.Tensor"(%x, %y) : (tensor<4x6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  fx.output %0 : tensor<4x6xcomplex<f32>>
}
