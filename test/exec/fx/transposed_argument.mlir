module attributes {
  tc.version = "0.1",
  tc.model = "transposed_argument",
  tc.expected = [{shape = [4, 6], dtype = f32, sum = 9.517061882652342, norm = 6.749702229640284, eager_error = 2.4462927739444475e-08, eager_max = 5.960464477539063e-08, samples = dense<[0.9180457293987274, 2.1278764605522156, 1.8013103008270264, -0.9264104813337326, 2.007684051990509, -0.37779754400253296, 2.134259283542633, -2.1022095680236816, 0.29957763850688934, 1.5303304493427277, -1.4569907886907458, 2.08919495344162, 0.14953753352165222, 2.4085801243782043, 0.0029144287109375, -1.1543963551521301, -1.2693920135498047, 0.7904747873544693, 0.10796822607517242, 1.332813948392868, 0.055974751710891724, 0.8534049317240715, -1.3904733546078205, -0.4152156114578247]> : tensor<24xf64>}, {shape = [4, 4], dtype = f32, sum = 0.7570147623723176, norm = 8.315921155248994, eager_error = 7.047866157014887e-08, eager_max = 3.097491778625283e-07, samples = dense<[2.302145652953958, -0.32160120253762314, 3.4200305029281033, -1.128519607285907, -3.9450656339549397, 2.5147083518939533, -1.9298111937786473, 0.102847892260987, 0.28440156751940115, -1.6795388979797456, 0.20200825472927697, 0.5485851121279339, -1.731169138242187, -1.0873174691792078, 4.11256820993478, -0.9072576390178186]> : tensor<16xf64>}]
} {
  fx.graph @main(%x: tensor<4x6xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}, tc.layout = #tc.layout<order = [1, 0]>}, %y: tensor<6x4xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<4x6xf32>, tensor<4x4xf32>) {
    %t = fx.call "aten.t.default"(%y) : (tensor<6x4xf32>) -> tensor<4x6xf32> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%x, %t) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32> loc(#loc0)
    %view_as = fx.call "aten.view_as.default"(%x, %x) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32> loc(#loc0)
    %matmul = fx.call "aten.matmul.default"(%view_as, %y) : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32> loc(#loc0)
    fx.output %add, %matmul : tensor<4x6xf32>, tensor<4x4xf32>
  }
}
#loc0 = loc("transposed_argument")
