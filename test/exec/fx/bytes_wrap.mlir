module attributes {
  tc.version = "0.1",
  tc.model = "bytes_wrap",
  tc.expected = [{shape = [16], dtype = ui8, sum = 1874, norm = 555.323329241623, samples = dense<[245, 144, 61, 199, 15, 142, 64, 222, 29, 128, 155, 189, 84, 29, 160, 8]> : tensor<16xi64>}, {shape = [16], dtype = ui8, sum = 1406, norm = 476.5081321446676, samples = dense<[52, 247, 228, 56, 22, 13, 28, 160, 14, 28, 8, 166, 187, 106, 79, 12]> : tensor<16xi64>}, {shape = [16], dtype = ui8, sum = 2102, norm = 590.193188710273, samples = dense<[115, 198, 53, 201, 61, 204, 44, 130, 151, 44, 235, 89, 102, 81, 142, 252]> : tensor<16xi64>}, {shape = [16], dtype = ui8, sum = 239, norm = 71.81225522151495, samples = dense<[7, 24, 8, 28, 23, 24, 7, 6, 31, 30, 9, 1, 13, 7, 3, 18]> : tensor<16xi64>}, {shape = [16], dtype = i1, sum = 5, norm = 2.23606797749979, samples = dense<[0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0]> : tensor<16xi64>}, {shape = [16], dtype = ui8, sum = 2799, norm = 743.4507381124859, samples = dense<[193, 229, 57, 255, 166, 225, 54, 174, 218, 214, 88, 178, 247, 230, 137, 134]> : tensor<16xi64>}, {shape = [16], dtype = ui8, sum = 209, norm = 62.85698051927089, samples = dense<[6, 21, 7, 25, 20, 21, 6, 6, 27, 26, 8, 1, 11, 6, 2, 16]> : tensor<16xi64>}]
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
