// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// A product with prologue and epilogue: int8 weights dequantised, a row scale from rms norm; bias, gelu, residual, dropout; the result split three ways into different layouts
// CPU: a task is a block of rows: their norms first, then tiles of rows x columns; weights are dequantised while a panel is
//   packed; the epilogue runs on a tile in registers; each third is stored where it belongs.
// GPU: block tiles through shared memory, dequantised on the way in; norms by a first pass over the rows of the block;
//   the epilogue in registers.
// LAUNCHES: 1

loop.kernel @product(%x: tensor<?x8xf32, #tc.dims<[m, 8]>>, %norm: tensor<8xf32>, %w: tensor<24x8xi8>, %scale: tensor<24xf32>, %bias: tensor<24xf32>,
      %res: tensor<?x24xf32, #tc.dims<[m, 24]>>, %key: tensor<i64>)
    -> (tensor<?x8xf32, #tc.dims<[m, 8]>>, tensor<8x?xf32, #tc.dims<[8, m]>>, tensor<?x2x4xf32, #tc.dims<[m, 2, 4]>>) iters(i = m, n = 24, k = 8, a = 8, h = 2, d = 4) {
  %ss = loop.reduce (i) over (k) [add] reads(%v = %x[i, k] : tensor<?x8xf32, #tc.dims<[m, 8]>>) -> tensor<?xf32, #tc.dims<[m]>> {
    %0 = prim.mul %v, %v : f32
    loop.yield %0 : f32
  }
  %r = loop.map (i) reads(%s = %ss[i] : tensor<?xf32, #tc.dims<[m]>>) -> tensor<?xf32, #tc.dims<[m]>> {
    %c = prim.constant 8.0 : f32
    %eps = prim.constant 1.0e-06 : f32
    %0 = prim.div %s, %c : f32
    %1 = prim.add %0, %eps : f32
    %2 = prim.rsqrt %1 : f32
    loop.yield %2 : f32
  }
  %p = loop.contract (i, n) over (k) reads(%v = %x[i, k] : tensor<?x8xf32, #tc.dims<[m, 8]>>, %q = %r[i] : tensor<?xf32, #tc.dims<[m]>>, %g = %norm[k] : tensor<8xf32>,
      %b = %w[n, k] : tensor<24x8xi8>, %t = %scale[n] : tensor<24xf32>) -> tensor<?x24xf32, #tc.dims<[m, 24]>> {
    %0 = prim.mul %v, %q : f32
    %1 = prim.mul %0, %g : f32
    %2 = prim.convert_element_type %b : i8 to f32
    %3 = prim.mul %2, %t : f32
    loop.yield %1, %3 : f32, f32
  }
  %y = loop.map (i, n) reads(%v = %p[i, n] : tensor<?x24xf32, #tc.dims<[m, 24]>>, %b = %bias[n] : tensor<24xf32>, %e = %res[i, n] : tensor<?x24xf32, #tc.dims<[m, 24]>>,
      %z = %key[] : tensor<i64>) -> tensor<?x24xf32, #tc.dims<[m, 24]>> {
    %0 = prim.add %v, %b : f32
    %half = prim.constant 0.5 : f32
    %one = prim.constant 1.0 : f32
    %c = prim.constant 0.70710678118654752 : f32
    %1 = prim.mul %0, %c : f32
    %2 = prim.erf %1 : f32
    %3 = prim.add %2, %one : f32
    %4 = prim.mul %0, %half : f32
    %5 = prim.mul %4, %3 : f32
    %6 = prim.add %5, %e : f32
    %at = loop.index #tc.size<24*i + n>
    %7 = prim.philox %z, %at : i64
    %8 = prim.constant 1 : i32
    %9 = prim.bitwise_and %7, %8 : i32
    %10 = prim.eq %9, %8 : i32
    %zero = prim.constant 0.0 : f32
    %two = prim.constant 2.0 : f32
    %11 = prim.mul %6, %two : f32
    %12 = prim.where %10, %11, %zero : i1, f32
    loop.yield %12 : f32
  }
  %first = loop.map (i, a) reads(%v = %y[i, a] : tensor<?x24xf32, #tc.dims<[m, 24]>>) -> tensor<?x8xf32, #tc.dims<[m, 8]>> {
    loop.yield %v : f32
  }
  %second = loop.map (a, i) reads(%v = %y[i, a + 8] : tensor<?x24xf32, #tc.dims<[m, 24]>>) -> tensor<8x?xf32, #tc.dims<[8, m]>> {
    loop.yield %v : f32
  }
  %third = loop.map (i, h, d) reads(%v = %y[i, 4*h + d + 16] : tensor<?x24xf32, #tc.dims<[m, 24]>>) -> tensor<?x2x4xf32, #tc.dims<[m, 2, 4]>> {
    loop.yield %v : f32
  }
  loop.yield %first, %second, %third : tensor<?x8xf32, #tc.dims<[m, 8]>>, tensor<8x?xf32, #tc.dims<[8, m]>>, tensor<?x2x4xf32, #tc.dims<[m, 2, 4]>>
}

func.func @main(%x: tensor<5x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %norm: tensor<8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w: tensor<24x8xi8> {tc.init = {kind = "randint", low = -100, high = 100, stream = 3}}, %scale: tensor<24xf32> {tc.init = {kind = "uniform", mean = 0.02, std = 0.005, stream = 4}}, %bias: tensor<24xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %res: tensor<5x24xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}}, %key: tensor<i64> {tc.init = {kind = "constant", value = 42}}, %at: tensor<5x24xi64> {tc.init = {kind = "iota", start = 0, step = 1}})
    -> (tensor<5x8xf32>, tensor<8x5xf32>, tensor<5x2x4xf32>) {
  %0:3 = loop.launch @product(%x, %norm, %w, %scale, %bias, %res, %key) : (tensor<5x8xf32>, tensor<8xf32>, tensor<24x8xi8>, tensor<24xf32>, tensor<24xf32>, tensor<5x24xf32>, tensor<i64>)
      -> (tensor<5x8xf32>, tensor<8x5xf32>, tensor<5x2x4xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x8xf32>, tensor<8x5xf32>, tensor<5x2x4xf32>
}

func.func @reference(%x: tensor<5x8xf32>, %norm: tensor<8xf32>, %w: tensor<24x8xi8>, %scale: tensor<24xf32>, %bias: tensor<24xf32>, %res: tensor<5x24xf32>, %key: tensor<i64>, %at: tensor<5x24xi64>)
    -> (tensor<5x8xf32>, tensor<8x5xf32>, tensor<5x2x4xf32>) {
  %0 = prim.mul %x, %x : tensor<5x8xf32>
  %1 = prim.sum %0 [1] : tensor<5x8xf32>
  %c8 = prim.constant dense<8.0> : tensor<5xf32>
  %eps = prim.constant dense<1.0e-06> : tensor<5xf32>
  %2 = prim.div %1, %c8 : tensor<5xf32>
  %3 = prim.add %2, %eps : tensor<5xf32>
  %4 = prim.rsqrt %3 : tensor<5xf32>
  %5 = prim.broadcast_in_dim %4 [0] : tensor<5xf32> to tensor<5x8xf32>
  %6 = prim.broadcast_in_dim %norm [1] : tensor<8xf32> to tensor<5x8xf32>
  %7 = prim.mul %x, %5 : tensor<5x8xf32>
  %8 = prim.mul %7, %6 : tensor<5x8xf32>
  %9 = prim.convert_element_type %w : tensor<24x8xi8> to tensor<24x8xf32>
  %10 = prim.broadcast_in_dim %scale [0] : tensor<24xf32> to tensor<24x8xf32>
  %11 = prim.mul %9, %10 : tensor<24x8xf32>
  %12 = prim.dot_general %8, %11 batch [], [] contract [1], [1] : tensor<5x8xf32>, tensor<24x8xf32>
  %13 = prim.broadcast_in_dim %bias [1] : tensor<24xf32> to tensor<5x24xf32>
  %14 = prim.add %12, %13 : tensor<5x24xf32>
  %half = prim.constant dense<0.5> : tensor<5x24xf32>
  %one = prim.constant dense<1.0> : tensor<5x24xf32>
  %c = prim.constant dense<0.70710678118654752> : tensor<5x24xf32>
  %15 = prim.mul %14, %c : tensor<5x24xf32>
  %16 = prim.erf %15 : tensor<5x24xf32>
  %17 = prim.add %16, %one : tensor<5x24xf32>
  %18 = prim.mul %14, %half : tensor<5x24xf32>
  %19 = prim.mul %18, %17 : tensor<5x24xf32>
  %20 = prim.add %19, %res : tensor<5x24xf32>
  %21 = prim.broadcast_in_dim %key [] : tensor<i64> to tensor<5x24xi64>
  %22 = prim.philox %21, %at : tensor<5x24xi64>
  %bit = prim.constant dense<1> : tensor<5x24xi32>
  %23 = prim.bitwise_and %22, %bit : tensor<5x24xi32>
  %24 = prim.eq %23, %bit : tensor<5x24xi32>
  %zero = prim.constant dense<0.0> : tensor<5x24xf32>
  %two = prim.constant dense<2.0> : tensor<5x24xf32>
  %25 = prim.mul %20, %two : tensor<5x24xf32>
  %26 = prim.where %24, %25, %zero : tensor<5x24xi1>, tensor<5x24xf32>
  %27 = prim.slice %26 <[0, 0]> step [1, 1] : tensor<5x24xf32> to tensor<5x8xf32>
  %28 = prim.slice %26 <[0, 8]> step [1, 1] : tensor<5x24xf32> to tensor<5x8xf32>
  %29 = prim.transpose %28 [1, 0] : tensor<5x8xf32>
  %30 = prim.slice %26 <[0, 16]> step [1, 1] : tensor<5x24xf32> to tensor<5x8xf32>
  %31 = prim.reshape %30 : tensor<5x8xf32> to tensor<5x2x4xf32>
  return %27, %29, %31 : tensor<5x8xf32>, tensor<8x5xf32>, tensor<5x2x4xf32>
}
