module attributes {
  tc.version = "0.1",
  tc.model = "bitwise",
  tc.expected = [{shape = [12], dtype = i64, sum = 2097746.0, norm = 862910.2223255904, samples = dense<[10240.0, 147873.0, 594944.0, 199112.0, 32.0, 131233.0, 176898.0, 4640.0, 37954.0, 431234.0, 65600.0, 297986.0]> : tensor<12xf64>}, {shape = [12], dtype = i64, sum = 9786087.0, norm = 2930819.556752855, samples = dense<[524277.0, 946159.0, 1031997.0, 482815.0, 512495.0, 986605.0, 1048382.0, 980926.0, 843227.0, 1031678.0, 508763.0, 888763.0]> : tensor<12xf64>}, {shape = [12], dtype = i64, sum = 7688341.0, norm = 2331159.3902929504, samples = dense<[514037.0, 798286.0, 437053.0, 283703.0, 512463.0, 855372.0, 871484.0, 976286.0, 805273.0, 600444.0, 443163.0, 590777.0]> : tensor<12xf64>}, {shape = [12], dtype = i64, sum = -6453667.0, norm = 2124286.720681321, samples = dense<[-523061.0, -944556.0, -898618.0, -199113.0, -377255.0, -133294.0, -455479.0, -399153.0, -842971.0, -1021399.0, -360516.0, -298252.0]> : tensor<12xf64>}, {shape = [12], dtype = i64, sum = 51629240.0, norm = 16994269.461139657, samples = dense<[4184480.0, 7556440.0, 7188936.0, 1592896.0, 3018032.0, 1066344.0, 3643824.0, 3193216.0, 6743760.0, 8171184.0, 2884120.0, 2386008.0]> : tensor<12xf64>}, {shape = [12], dtype = i64, sum = 1357540.0, norm = 483585.75202749716, samples = dense<[2864.0, 37369.0, 182081.0, 120703.0, 33818.0, 246136.0, 192450.0, 146603.0, 9552.0, 110378.0, 53462.0, 222124.0]> : tensor<12xf64>}]
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
