// Convolutions of spread inputs: by phases; with gaps in the window, groups,
// several types.
// SIZES: n = 1, b = 0 | n = 1, b = 1 | n = 2, b = 3 | n = 19, b = 2
!x = tensor<?x4x?xf32, #tc.dims<[b, 4, n]>>
!h = tensor<?x4x?x3xbf16, #tc.dims<[b, 4, n, 3]>>
!v = tensor<?x2x?x3x2xf32, #tc.dims<[b, 2, n, 3, 2]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 3, b = 2}} {
prim.weight @w : tensor<6x2x5xf32> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 1}}
prim.weight @u : tensor<8x4x3x4xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 2}}
prim.weight @t : tensor<3x2x4x3x2xf32> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 3}}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %h: !h {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %v: !v {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
    -> (tensor<?x6x?xf32, #tc.dims<[b, 6, 3*n + 1]>>, tensor<?x6x?xf32, #tc.dims<[b, 6, 2*n + 5]>>,
        tensor<?x8x?x8xbf16, #tc.dims<[b, 8, 2*n, 8]>>, tensor<?x3x?x6x3xf32, #tc.dims<[b, 3, 2*n, 6, 3]>>) {
  %w = prim.get_weight @w : tensor<6x2x5xf32>
  %u = prim.get_weight @u : tensor<8x4x3x4xbf16>
  %t = prim.get_weight @t : tensor<3x2x4x3x2xf32>
  %0 = prim.convolution %x, %w strides [1] pad [4], [3] dilation [3], [1] groups 2 : !x, tensor<6x2x5xf32>
  %1 = prim.convolution %x, %w strides [1] pad [9], [9] dilation [2], [3] groups 2 : !x, tensor<6x2x5xf32>
  %2 = prim.convolution %h, %u strides [1, 1] pad [1, 2], [2, 2] dilation [2, 3], [1, 1] groups 1 : !h, tensor<8x4x3x4xbf16>
  %3 = prim.convolution %v, %t strides [1, 1, 1] pad [2, 1, 1], [2, 2, 1] dilation [2, 2, 1], [1, 1, 1] groups 1 : !v, tensor<3x2x4x3x2xf32>
  return %0, %1, %2, %3 : tensor<?x6x?xf32, #tc.dims<[b, 6, 3*n + 1]>>, tensor<?x6x?xf32, #tc.dims<[b, 6, 2*n + 5]>>,
      tensor<?x8x?x8xbf16, #tc.dims<[b, 8, 2*n, 8]>>, tensor<?x3x?x6x3xf32, #tc.dims<[b, 3, 2*n, 6, 3]>>
}
}
