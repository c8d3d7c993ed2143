// Products of a number of rows that is not known: with weights whose panels are
// a task's inner loop, with weights of which a task has one panel after the
// other, and with a factor that tasks pack; and a convolution of so many images.
!x = tensor<?x256xf32, #tc.dims<[n, 256]>>
!l = tensor<?x2048xf32, #tc.dims<[n, 2048]>>
!y = tensor<?x512xf32, #tc.dims<[n, 512]>>
!i = tensor<?x64x14x14xf32, #tc.dims<[n, 64, 14, 14]>>
module attributes {tc.sizes = {n = 29}, tc.version = "0.1"} {
  prim.weight @inner : tensor<256x512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 11}}
  prim.weight @outer : tensor<2048x512xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 12}}
  prim.weight @window : tensor<64x64x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 13}}
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %l: !l {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %own: tensor<256x512xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %i: !i {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}) -> (!y, !y, !y, !i) {
    %inner = prim.get_weight @inner : tensor<256x512xf32>
    %outer = prim.get_weight @outer : tensor<2048x512xf32>
    %window = prim.get_weight @window : tensor<64x64x3x3xf32>
    %0 = prim.dot_general %x, %inner batch [], [] contract [1], [0] : !x, tensor<256x512xf32>
    %1 = prim.dot_general %l, %outer batch [], [] contract [1], [0] : !l, tensor<2048x512xf32>
    %2 = prim.dot_general %x, %own batch [], [] contract [1], [0] : !x, tensor<256x512xf32>
    %3 = prim.convolution %i, %window strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !i, tensor<64x64x3x3xf32>
    return %0, %1, %2, %3 : !y, !y, !y, !i
  }
}
