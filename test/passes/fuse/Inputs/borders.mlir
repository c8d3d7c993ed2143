// A padded image and its product with another: borders.mlir.
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<2x5x8xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %g: tensor<2x5x16xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}) -> tensor<16x8x3xf32> {
  %0 = loop.launch @pad(%x) : (tensor<2x5x8xbf16>) -> tensor<8x2x7xbf16>
  %1 = loop.launch @product(%0, %g) : (tensor<8x2x7xbf16>, tensor<2x5x16xbf16>) -> tensor<16x8x3xf32>
  return %1 : tensor<16x8x3xf32>
}
loop.kernel private @pad(%x: tensor<2x5x8xbf16>) -> tensor<8x2x7xbf16> iters(c = 8, n = 2, h = 7) {
  %0 = loop.map (c, n, h) reads(%a = %x[n, h - 1, c] : tensor<2x5x8xbf16> else 0.0) -> tensor<8x2x7xbf16> {
    loop.yield %a : bf16
  }
  loop.yield %0 : tensor<8x2x7xbf16>
}
loop.kernel private @product(%x: tensor<8x2x7xbf16>, %g: tensor<2x5x16xbf16>) -> tensor<16x8x3xf32> iters(o = 16, c = 8, q = 3, n = 2, h = 5) {
  %0 = loop.contract (o, c, q) over (n, h) reads(%a = %x[c, n, h + q] : tensor<8x2x7xbf16>, %b = %g[n, h, o] : tensor<2x5x16xbf16>) -> tensor<16x8x3xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<16x8x3xf32>
}

}
