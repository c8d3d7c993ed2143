module attributes {
  tc.version = "0.1",
  tc.model = "bitwise",
  tc.expected = [{shape = [12], dtype = i64, sum = 2097746, norm = 862910.2223255904, samples = dense<[10240, 147873, 594944, 199112, 32, 131233, 176898, 4640, 37954, 431234, 65600, 297986]> : tensor<12xi64>}, {shape = [12], dtype = i64, sum = 9786087, norm = 2930819.556752855, samples = dense<[524277, 946159, 1031997, 482815, 512495, 986605, 1048382, 980926, 843227, 1031678, 508763, 888763]> : tensor<12xi64>}, {shape = [12], dtype = i64, sum = 7688341, norm = 2331159.3902929504, samples = dense<[514037, 798286, 437053, 283703, 512463, 855372, 871484, 976286, 805273, 600444, 443163, 590777]> : tensor<12xi64>}, {shape = [12], dtype = i64, sum = -6453667, norm = 2124286.720681321, samples = dense<[-523061, -944556, -898618, -199113, -377255, -133294, -455479, -399153, -842971, -1021399, -360516, -298252]> : tensor<12xi64>}, {shape = [12], dtype = i64, sum = 51629240, norm = 16994269.461139657, samples = dense<[4184480, 7556440, 7188936, 1592896, 3018032, 1066344, 3643824, 3193216, 6743760, 8171184, 2884120, 2386008]> : tensor<12xi64>}, {shape = [12], dtype = i64, sum = 1357540, norm = 483585.75202749716, samples = dense<[2864, 37369, 182081, 120703, 33818, 246136, 192450, 146603, 9552, 110378, 53462, 222124]> : tensor<12xi64>}]
} {
  fx.graph @main(%x: tensor<12xi64> {fx.name = "x", tc.init = {kind = "randint", low = 0, high = 1048576, stream = 900, seed = 7}}, %y: tensor<12xi64> {fx.name = "y", tc.init = {kind = "randint", low = 0, high = 1048576, stream = 901, seed = 7}})
      -> (tensor<12xi64>, tensor<12xi64>, tensor<12xi64>, tensor<12xi64>, tensor<12xi64>, tensor<12xi64>) {
    %and_1 = fx.call "aten.__and__.Tensor"(%x, %y) : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi64> loc(#loc0)
    %or_1 = fx.call "aten.__or__.Tensor"(%x, %y) : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi64> loc(#loc0)
    %xor = fx.call "aten.__xor__.Tensor"(%x, %y) : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi64> loc(#loc0)
    %bitwise_not = fx.call "aten.bitwise_not.default"(%x) : (tensor<12xi64>) -> tensor<12xi64> loc(#loc0)
    %lshift = fx.call "aten.__lshift__.Scalar"(%x, 3) : (tensor<12xi64>) -> tensor<12xi64> loc(#loc0)
    %rshift = fx.call "aten.__rshift__.Scalar"(%y, 2) : (tensor<12xi64>) -> tensor<12xi64> loc(#loc0)
    fx.output %and_1, %or_1, %xor, %bitwise_not, %lshift, %rshift : tensor<12xi64>, tensor<12xi64>, tensor<12xi64>, tensor<12xi64>, tensor<12xi64>, tensor<12xi64>
  }
}
#loc0 = loc("bitwise")
