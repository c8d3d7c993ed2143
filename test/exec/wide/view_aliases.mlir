module attributes {
  tc.version = "0.1",
  tc.model = "view_aliases",
  tc.expected = [{shape = [3, 4, 2], dtype = f32, sum = 5.587080754339695, norm = 4.243754096067802, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, -0.32212033867836, 1.2414445877075195, 0.7198862433433533, 0.5986543893814087, 0.6547982692718506, -0.7669147849082947, 0.42783159017562866, 0.31576067209243774, -0.647861659526825, 0.4525718092918396, -0.16763685643672943, 0.5323302149772644, 0.2674216032028198, -0.8860009908676147, 1.5412359237670898, 0.4818989038467407, -0.26273542642593384, 1.684667944908142, 0.10481410473585129, -1.450978398323059, -1.4450011253356934, 1.4540468454360962, 0.5012106895446777]> : tensor<24xf64>}, {shape = [3, 4, 2], dtype = f32, sum = 5.587080754339695, norm = 4.243754096067802, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, -0.32212033867836, 1.2414445877075195, 0.7198862433433533, 0.5986543893814087, 0.6547982692718506, -0.7669147849082947, 0.42783159017562866, 0.31576067209243774, -0.647861659526825, 0.4525718092918396, -0.16763685643672943, 0.5323302149772644, 0.2674216032028198, -0.8860009908676147, 1.5412359237670898, 0.4818989038467407, -0.26273542642593384, 1.684667944908142, 0.10481410473585129, -1.450978398323059, -1.4450011253356934, 1.4540468454360962, 0.5012106895446777]> : tensor<24xf64>}, {shape = [2, 1, 4], dtype = f32, sum = 35.085334189236164, norm = 12.784334409677202, eager_error = 4.696071452185955e-08, eager_max = 3.129243850708008e-07, samples = dense<[4.0372583121061325, 2.834489271044731, 5.970135614275932, 3.065110370516777, 4.781892642378807, 4.414343111217022, 5.964158341288567, 4.0179465264081955]> : tensor<8xf64>}]
} {
  fx.graph @main(%x: tensor<2x3x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<2x1x4xf32>) {
    %tensor_split:2 = fx.call "aten.tensor_split.sections"(%x, 2, 1) : (tensor<2x3x4xf32>) -> (tensor<2x2x4xf32>, tensor<2x1x4xf32>) loc(#loc0)
    %movedim = fx.call "aten.movedim.int"(%x, 0, 2) : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32> loc(#loc0)
    %swapaxes = fx.call "aten.swapaxes.default"(%x, 0, 1) : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32> loc(#loc0)
    %m_t = fx.call "aten.mT.default"(%swapaxes) : (tensor<3x2x4xf32>) -> tensor<3x4x2xf32> loc(#loc0)
    %sum_1 = fx.call "aten.sum.default"(%tensor_split#0) : (tensor<2x2x4xf32>) -> tensor<f32> loc(#loc0)
    %sub = fx.call "aten.sub.Tensor"(%sum_1, %tensor_split#1) : (tensor<f32>, tensor<2x1x4xf32>) -> tensor<2x1x4xf32> loc(#loc0)
    fx.output %movedim, %m_t, %sub : tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<2x1x4xf32>
  }
}
#loc0 = loc("view_aliases")
