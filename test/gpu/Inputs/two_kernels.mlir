func.func @main(%x: tensor<64xf32>, %y: tensor<64x8xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = prim.exp %x : tensor<64xf32>
  %1 = prim.sum %y [1] : tensor<64x8xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}
