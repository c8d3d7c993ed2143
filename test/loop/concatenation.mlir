// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// Three producers written straight into one concatenation; a slice and a pad read as index maps
// CPU: three nests over rows, each stores at its offset: nothing is copied; the pad is a comparison, in vectors a mask.
// GPU: one grid over all rows of the result, or three; no copies.
// LAUNCHES: 1

loop.kernel @concatenation(%a: tensor<3x4xf32>, %b: tensor<2x4xf32>, %c: tensor<3x6xf32>) -> (tensor<8x4xf32>, tensor<5x6xf32>) iters(i = 3, k = 2, j = 4, r = 5, s = 6) {
  %0 = loop.map (i, j) reads(%x = %a[i, j] : tensor<3x4xf32>) -> tensor<3x4xf32> {
    %y = prim.exp %x : f32
    loop.yield %y : f32
  }
  %1 = loop.map (k, j) reads(%x = %b[k, j] : tensor<2x4xf32>) -> tensor<2x4xf32> {
    %y = prim.tanh %x : f32
    loop.yield %y : f32
  }
  %2 = loop.map (i, j) reads(%x = %c[i, j + 1] : tensor<3x6xf32>) -> tensor<3x4xf32> {
    %y = prim.neg %x : f32
    loop.yield %y : f32
  }
  %all = loop.join %0, %1, %2 at [#tc.dims<[0, 0]>, #tc.dims<[3, 0]>, #tc.dims<[5, 0]>] : (tensor<3x4xf32>, tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  %pad = loop.map (r, s) reads(%x = %a[r - 1, s - 1] : tensor<3x4xf32> else 7.0) -> tensor<5x6xf32> {
    %y = prim.abs %x : f32
    loop.yield %y : f32
  }
  loop.yield %all, %pad : tensor<8x4xf32>, tensor<5x6xf32>
}

func.func @main(%a: tensor<3x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %b: tensor<2x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %c: tensor<3x6xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> (tensor<8x4xf32>, tensor<5x6xf32>) {
  %0:2 = loop.launch @concatenation(%a, %b, %c) : (tensor<3x4xf32>, tensor<2x4xf32>, tensor<3x6xf32>) -> (tensor<8x4xf32>, tensor<5x6xf32>)
  return %0#0, %0#1 : tensor<8x4xf32>, tensor<5x6xf32>
}

fx.graph @reference(%a: tensor<3x4xf32>, %b: tensor<2x4xf32>, %c: tensor<3x6xf32>) -> (tensor<8x4xf32>, tensor<5x6xf32>) {
  %0 = fx.call "aten.exp.default"(%a) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = fx.call "aten.tanh.default"(%b) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = fx.call "aten.slice.Tensor"(%c, 1, 1, 5) : (tensor<3x6xf32>) -> tensor<3x4xf32>
  %3 = fx.call "aten.neg.default"(%2) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %4 = fx.call "aten.cat.default"([%0, %1, %3]) : (tensor<3x4xf32>, tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  %5 = fx.call "aten.constant_pad_nd.default"(%a, [1, 1, 1, 1], 7.0) : (tensor<3x4xf32>) -> tensor<5x6xf32>
  %6 = fx.call "aten.abs.default"(%5) : (tensor<5x6xf32>) -> tensor<5x6xf32>
  fx.output %4, %6 : tensor<8x4xf32>, tensor<5x6xf32>
}
