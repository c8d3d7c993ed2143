// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// Convolution: grouped, strided, dilated; batch norm folded, residual, relu; and a depthwise one
// CPU: a task is a block of output positions times a panel of channels; positions in rows of the tile, channels in vectors
//   (channels last); rows outside read a run of zeros. Depthwise: channels in vectors, no tile.
// GPU: implicit product: block tiles of positions x channels, the window innermost, borders by predicate.
// LAUNCHES: 1 each

loop.kernel @convolution(%x: tensor<2x6x9x9xf32>, %w: tensor<8x3x3x3xf32>, %scale: tensor<8xf32>, %shift: tensor<8xf32>, %res: tensor<2x8x4x4xf32>)
    -> tensor<2x8x4x4xf32> iters(b = 2, h = 4, v = 4, c = 3, p = 3, q = 3, f = 8) {
  %y = loop.contract (b, f, h, v) over (c, p, q) reads(
      %s = %x[b, c + 3*floordiv(f, 4), 2*h + 2*p - 1, 2*v + 2*q - 1] : tensor<2x6x9x9xf32> else 0.0, %t = %w[f, c, p, q] : tensor<8x3x3x3xf32>) -> tensor<2x8x4x4xf32> {
    loop.yield %s, %t : f32, f32
  }
  %z = loop.map (b, f, h, v) reads(%a = %y[b, f, h, v] : tensor<2x8x4x4xf32>, %m = %scale[f] : tensor<8xf32>, %n = %shift[f] : tensor<8xf32>,
      %r = %res[b, f, h, v] : tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32> {
    %0 = prim.mul %a, %m : f32
    %1 = prim.add %0, %n : f32
    %2 = prim.add %1, %r : f32
    %zero = prim.constant 0.0 : f32
    %3 = prim.maximum %2, %zero : f32
    loop.yield %3 : f32
  }
  loop.yield %z : tensor<2x8x4x4xf32>
}

loop.kernel @depthwise(%x: tensor<2x8x4x4xf32>, %w: tensor<8x1x3x3xf32>) -> tensor<2x8x4x4xf32> iters(b = 2, f = 8, h = 4, v = 4, p = 3, q = 3) {
  %y = loop.contract (b, f, h, v) over (p, q) reads(%s = %x[b, f, h + p - 1, v + q - 1] : tensor<2x8x4x4xf32> else 0.0, %t = %w[f, 0, p, q] : tensor<8x1x3x3xf32>) -> tensor<2x8x4x4xf32> {
    loop.yield %s, %t : f32, f32
  }
  loop.yield %y : tensor<2x8x4x4xf32>
}

func.func @main(%x: tensor<2x6x9x9xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %w: tensor<8x3x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %scale: tensor<8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %shift: tensor<8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %res: tensor<2x8x4x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %dw: tensor<8x1x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}}) -> (tensor<2x8x4x4xf32>, tensor<2x8x4x4xf32>) {
  %0 = loop.launch @convolution(%x, %w, %scale, %shift, %res) : (tensor<2x6x9x9xf32>, tensor<8x3x3x3xf32>, tensor<8xf32>, tensor<8xf32>, tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
  %1 = loop.launch @depthwise(%0, %dw) : (tensor<2x8x4x4xf32>, tensor<8x1x3x3xf32>) -> tensor<2x8x4x4xf32>
  return %0, %1 : tensor<2x8x4x4xf32>, tensor<2x8x4x4xf32>
}

fx.graph @reference(%x: tensor<2x6x9x9xf32>, %w: tensor<8x3x3x3xf32>, %scale: tensor<8xf32>, %shift: tensor<8xf32>, %res: tensor<2x8x4x4xf32>, %dw: tensor<8x1x3x3xf32>)
    -> (tensor<2x8x4x4xf32>, tensor<2x8x4x4xf32>) {
  %0 = fx.call "aten.conv2d.default"(%x, %w, none, [2, 2], [1, 1], [2, 2], 2) : (tensor<2x6x9x9xf32>, tensor<8x3x3x3xf32>) -> tensor<2x8x4x4xf32>
  %1 = fx.call "aten.view.default"(%scale, [8, 1, 1]) : (tensor<8xf32>) -> tensor<8x1x1xf32>
  %2 = fx.call "aten.view.default"(%shift, [8, 1, 1]) : (tensor<8xf32>) -> tensor<8x1x1xf32>
  %3 = fx.call "aten.mul.Tensor"(%0, %1) : (tensor<2x8x4x4xf32>, tensor<8x1x1xf32>) -> tensor<2x8x4x4xf32>
  %4 = fx.call "aten.add.Tensor"(%3, %2) : (tensor<2x8x4x4xf32>, tensor<8x1x1xf32>) -> tensor<2x8x4x4xf32>
  %5 = fx.call "aten.add.Tensor"(%4, %res) : (tensor<2x8x4x4xf32>, tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
  %6 = fx.call "aten.relu.default"(%5) : (tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32>
  %7 = fx.call "aten.conv2d.default"(%6, %dw, none, [1, 1], [1, 1], [1, 1], 8) : (tensor<2x8x4x4xf32>, tensor<8x1x3x3xf32>) -> tensor<2x8x4x4xf32>
  fx.output %6, %7 : tensor<2x8x4x4xf32>, tensor<2x8x4x4xf32>
}
