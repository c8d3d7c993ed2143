module attributes {
  tc.version = "0.1",
  tc.model = "bytes_wrap",
  tc.expected = [{shape = [16], dtype = ui8, sum = 1874.0, norm = 555.323329241623, samples = dense<[245.0, 144.0, 61.0, 199.0, 15.0, 142.0, 64.0, 222.0, 29.0, 128.0, 155.0, 189.0, 84.0, 29.0, 160.0, 8.0]> : tensor<16xf64>}, {shape = [16], dtype = ui8, sum = 1406.0, norm = 476.5081321446676, samples = dense<[52.0, 247.0, 228.0, 56.0, 22.0, 13.0, 28.0, 160.0, 14.0, 28.0, 8.0, 166.0, 187.0, 106.0, 79.0, 12.0]> : tensor<16xf64>}, {shape = [16], dtype = ui8, sum = 2102.0, norm = 590.193188710273, samples = dense<[115.0, 198.0, 53.0, 201.0, 61.0, 204.0, 44.0, 130.0, 151.0, 44.0, 235.0, 89.0, 102.0, 81.0, 142.0, 252.0]> : tensor<16xf64>}, {shape = [16], dtype = ui8, sum = 239.0, norm = 71.81225522151495, samples = dense<[7.0, 24.0, 8.0, 28.0, 23.0, 24.0, 7.0, 6.0, 31.0, 30.0, 9.0, 1.0, 13.0, 7.0, 3.0, 18.0]> : tensor<16xf64>}, {shape = [16], dtype = i1, sum = 5.0, norm = 2.23606797749979, samples = dense<[0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<16xf64>}, {shape = [16], dtype = ui8, sum = 2799.0, norm = 743.4507381124859, samples = dense<[193.0, 229.0, 57.0, 255.0, 166.0, 225.0, 54.0, 174.0, 218.0, 214.0, 88.0, 178.0, 247.0, 230.0, 137.0, 134.0]> : tensor<16xf64>}, {shape = [16], dtype = ui8, sum = 209.0, norm = 62.85698051927089, samples = dense<[6.0, 21.0, 7.0, 25.0, 20.0, 21.0, 6.0, 6.0, 27.0, 26.0, 8.0, 1.0, 11.0, 6.0, 2.0, 16.0]> : tensor<16xf64>}]
} {
  fx.graph @main(%x: tensor<16xui8> {fx.name = "x", tc.init = {kind = "randint", low = 0, high = 256, stream = 900, seed = 7}}, %y: tensor<16xui8> {fx.name = "y", tc.init = {kind = "randint", low = 0, high = 256, stream = 901, seed = 7}})
      -> (tensor<16xui8>, tensor<16xui8>, tensor<16xui8>, tensor<16xui8>, tensor<16xi1>, tensor<16xui8>, tensor<16xui8>) {
    %add = fx.call "aten.add.Tensor"(%x, %y) : (tensor<16xui8>, tensor<16xui8>) -> tensor<16xui8> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%x, %y) : (tensor<16xui8>, tensor<16xui8>) -> tensor<16xui8> loc(#loc0)
    %sub = fx.call "aten.sub.Tensor"(%x, %y) : (tensor<16xui8>, tensor<16xui8>) -> tensor<16xui8> loc(#loc0)
    %floor_divide = fx.call "aten.floor_divide.default"(%x, 7) : (tensor<16xui8>) -> tensor<16xui8> loc(#loc0)
    %gt = fx.call "aten.gt.Tensor"(%x, %y) : (tensor<16xui8>, tensor<16xui8>) -> tensor<16xi1> loc(#loc0)
    %maximum = fx.call "aten.maximum.default"(%x, %y) : (tensor<16xui8>, tensor<16xui8>) -> tensor<16xui8> loc(#loc0)
    %rshift = fx.call "aten.__rshift__.Scalar"(%x, 3) : (tensor<16xui8>) -> tensor<16xui8> loc(#loc0)
    fx.output %add, %mul, %sub, %floor_divide, %gt, %maximum, %rshift : tensor<16xui8>, tensor<16xui8>, tensor<16xui8>, tensor<16xui8>, tensor<16xi1>, tensor<16xui8>, tensor<16xui8>
  }
}
#loc0 = loc("bytes_wrap")
