module attributes {
  tc.version = "0.1",
  tc.model = "promotion",
  tc.expected = [{shape = [3, 4], dtype = f32, sum = 0.21523773670196533, norm = 13.746617761696623, eager_error = 2.1241729206491686e-08, eager_max = 1.1920928955078125e-07, samples = dense<[-3.442243456840515, 5.2414445877075195, -0.4013456106185913, 3.2330852150917053, 4.315760672092438, 4.45257180929184, 1.5323302149772644, -5.886000990867615, -3.5181010961532593, 2.684667944908142, -6.450978398323059, -1.5459531545639038]> : tensor<12xf64>}, {shape = [3, 4], dtype = i64, sum = 71.0, norm = 23.173260452512935, samples = dense<[3.0, 8.0, 6.0, 11.0, 11.0, 8.0, 8.0, 2.0, 3.0, 5.0, 2.0, 4.0]> : tensor<12xf64>}, {shape = [3, 4], dtype = f32, sum = 0.17500000000000004, norm = 1.8091779901380627, eager_error = 9.462933346740483e-09, eager_max = 1.1920928910669204e-08, samples = dense<[-0.5, 0.8, -0.125, 0.5, 0.5, 0.8, 0.125, -0.625, -0.5, 0.2, -0.625, -0.375]> : tensor<12xf64>}, {shape = [3, 4], dtype = f32, sum = -10.0, norm = 31.424512724941337, eager_error = 0.0, eager_max = 0.0, samples = dense<[-10.0, 10.0, -2.5, 10.0, 10.0, 10.0, 2.5, -12.5, -10.0, 2.5, -12.5, -7.5]> : tensor<12xf64>}, {shape = [4], dtype = i32, sum = 37.0, norm = 18.681541692269406, samples = dense<[10.0, 7.0, 10.0, 10.0]> : tensor<4xf64>}, {shape = [3, 4], dtype = f32, sum = 19.370611131191254, norm = 20.256971661019886, eager_error = 2.2601204732428394e-08, eager_max = 3.5762786865234375e-07, samples = dense<[3.904295802116394, 4.965778350830078, 4.190580725669861, -5.368403494358063, 2.210324704647064, 1.8102872371673584, 3.726311504840851, -6.202006936073303, 3.373292326927185, 6.738671779632568, -10.156848788261414, 10.178327918052673]> : tensor<12xf64>}]
} {
  fx.graph @main(%x: tensor<3x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %i: tensor<3x4xi64> {fx.name = "i", tc.init = {kind = "randint", low = -5, high = 5, stream = 901, seed = 7}}, %j: tensor<4xi32> {fx.name = "j", tc.init = {kind = "randint", low = 0, high = 9, stream = 902, seed = 7}})
      -> (tensor<3x4xf32>, tensor<3x4xi64>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xi32>, tensor<3x4xf32>) {
    %add = fx.call "aten.add.Tensor"(%x, %i) : (tensor<3x4xf32>, tensor<3x4xi64>) -> tensor<3x4xf32> loc(#loc0)
    %add_1 = fx.call "aten.add.Tensor"(%i, %j) : (tensor<3x4xi64>, tensor<4xi32>) -> tensor<3x4xi64> loc(#loc0)
    %add_2 = fx.call "aten.add.Tensor"(%j, 1) : (tensor<4xi32>) -> tensor<4xi32> loc(#loc0)
    %div = fx.call "aten.div.Tensor"(%i, %add_2) : (tensor<3x4xi64>, tensor<4xi32>) -> tensor<3x4xf32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%i, 2.5) : (tensor<3x4xi64>) -> tensor<3x4xf32> loc(#loc0)
    %add_3 = fx.call "aten.add.Tensor"(%j, 3) : (tensor<4xi32>) -> tensor<4xi32> loc(#loc0)
    %mul_1 = fx.call "aten.mul.Tensor"(%x, %j) : (tensor<3x4xf32>, tensor<4xi32>) -> tensor<3x4xf32> loc(#loc0)
    fx.output %add, %add_1, %div, %mul, %add_3, %mul_1 : tensor<3x4xf32>, tensor<3x4xi64>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xi32>, tensor<3x4xf32>
  }
}
#loc0 = loc("promotion")
