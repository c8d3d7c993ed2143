// Convolutions and pooling of symbolic batches and lengths, windows that hang
// over the edge.
// SIZES: b = 0, n = 8 | b = 1, n = 3 | b = 2, n = 9 | b = 3, n = 64 | b = 9, n = 130
!x = tensor<?x4x?xf32, #tc.dims<[b, 4, n]>>
!h = tensor<?x4x?xf16, #tc.dims<[b, 4, n]>>
module attributes {tc.version = "0.1", tc.sizes = {b = 2, n = 8}} {
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.5, std = 1.0, stream = 1}},
                %w: tensor<6x4x3xf32> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 2}},
                %g: tensor<4x1x2xf16> {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 3}})
    -> (tensor<?x6x?xf32, #tc.dims<[b, 6, floordiv(n - 1, 2) + 1]>>, tensor<?x4x?xf16, #tc.dims<[b, 4, n - 1]>>,
        tensor<?x4x?xf32, #tc.dims<[b, 4, floordiv(n - 1, 2) + 1]>>, tensor<?x4x?xi64, #tc.dims<[b, 4, floordiv(n - 1, 2) + 1]>>) {
  %h = prim.convert_element_type %x : !x to !h
  %0 = prim.convolution %x, %w strides [2] pad [1], [1] dilation [1], [1] groups 1 : !x, tensor<6x4x3xf32>
  %1 = prim.convolution %h, %g strides [1] pad [0], [0] dilation [1], [1] groups 4 : !h, tensor<4x1x2xf16>
  %2, %3 = prim.max_pool %x window [3] strides [2] pad [1] dilation [1] : !x
  return %0, %1, %2, %3 : tensor<?x6x?xf32, #tc.dims<[b, 6, floordiv(n - 1, 2) + 1]>>, tensor<?x4x?xf16, #tc.dims<[b, 4, n - 1]>>,
      tensor<?x4x?xf32, #tc.dims<[b, 4, floordiv(n - 1, 2) + 1]>>, tensor<?x4x?xi64, #tc.dims<[b, 4, floordiv(n - 1, 2) + 1]>>
}
}
