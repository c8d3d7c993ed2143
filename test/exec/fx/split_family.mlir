module attributes {
  tc.version = "0.1",
  tc.model = "split_family",
  tc.expected = [{shape = [2, 6], dtype = f32, sum = 5.587080754339695, norm = 4.7232284379117955, eager_error = 3.046530864504223e-08, eager_max = 1.1920928955078125e-07, samples = dense<[0.23563620448112488, 1.9613308310508728, 1.2534526586532593, -0.339083194732666, -0.3321009874343872, 0.28493495285511017, 0.7997518181800842, 0.6552349328994751, 0.21916347742080688, 1.7894820496439934, -2.8959795236587524, 1.955257534980774]> : tensor<12xf64>}, {shape = [4, 2], dtype = f32, sum = -0.6780305337662007, norm = 3.999276810132725, eager_error = 8.69158684556698e-09, eager_max = 1.943588756603276e-08, samples = dense<[0.01814273067618899, -1.4046540182491185, 1.7075077454051026, -2.9466643139076183, 0.4369378192629725, 0.47562693267187584, 1.3747399963826936, -0.33966742600829747]> : tensor<8xf64>}, {shape = [4, 4], dtype = f32, sum = 60.36638755351305, norm = 15.477148647392298, eager_error = 3.361828395836501e-08, eager_max = 2.086162567138672e-07, samples = dense<[4.250608175992966, 2.8850390017032623, 3.9677144587039948, 4.104525595903397, 4.133852690458298, 5.336621731519699, 2.200975388288498, 5.106000632047653, 4.306752055883408, 4.079785376787186, 3.004092127084732, 3.4843169301748276, 3.389218360185623, 3.7567678913474083, 2.2069526612758636, 4.153164476156235]> : tensor<16xf64>}, {shape = [4], dtype = f32, sum = 1.035388022661209, norm = 0.8773503551402864, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 0.5323302149772644, -0.32212033867836, 0.2674216032028198]> : tensor<4xf64>}]
} {
  fx.graph @main(%x: tensor<4x6xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<2x6xf32>, tensor<4x2xf32>, tensor<4x4xf32>, tensor<4xf32>) {
    %split:2 = fx.call "aten.split.Tensor"(%x, 2) : (tensor<4x6xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>) loc(#loc0)
    %chunk:3 = fx.call "aten.chunk.default"(%x, 3, 1) : (tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) loc(#loc0)
    %split_with_sizes:2 = fx.call "aten.split_with_sizes.default"(%x, [2, 4], 1) : (tensor<4x6xf32>) -> (tensor<4x2xf32>, tensor<4x4xf32>) loc(#loc0)
    %unbind:6 = fx.call "aten.unbind.int"(%x, 1) : (tensor<4x6xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%split#0, %split#1) : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<2x6xf32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%chunk#0, %chunk#1) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32> loc(#loc0)
    %sub = fx.call "aten.sub.Tensor"(%mul, %chunk#2) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32> loc(#loc0)
    %sum_1 = fx.call "aten.sum.default"(%split_with_sizes#0) : (tensor<4x2xf32>) -> tensor<f32> loc(#loc0)
    %add_1 = fx.call "aten.add.Tensor"(%sum_1, %split_with_sizes#1) : (tensor<f32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc(#loc0)
    fx.output %add, %sub, %add_1, %unbind#0 : tensor<2x6xf32>, tensor<4x2xf32>, tensor<4x4xf32>, tensor<4xf32>
  }
}
#loc0 = loc("split_family")
