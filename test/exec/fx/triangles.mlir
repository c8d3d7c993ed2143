module attributes {
  tc.version = "0.1",
  tc.model = "triangles",
  tc.expected = [{shape = [4, 5], dtype = f32, sum = 1.10336135327816, norm = 2.413508264834893, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 0.0, 0.0, 0.0, 0.0, 0.4525718092918396, 0.5323302149772644, 0.0, 0.0, 0.0, -1.450978398323059, 1.4540468454360962, -0.32212033867836, 0.0, 0.0, 0.42783159017562866, -0.647861659526825, -0.16763685643672943, 0.2674216032028198, 0.0]> : tensor<20xf64>}, {shape = [4, 5], dtype = f32, sum = 5.585431158542633, norm = 3.1249272591661783, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.0, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.31576067209243774, 0.0, 0.0, -0.8860009908676147, 0.4818989038467407, 1.684667944908142, 0.0, 0.0, 0.0, 0.7198862433433533, 0.6547982692718506, 0.0, 0.0, 0.0, 0.0, 1.5412359237670898]> : tensor<20xf64>}, {shape = [4, 5], dtype = f32, sum = 0.06797333061695099, norm = 2.2483946492467797, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.4525718092918396, 0.0, 0.0, 0.0, 0.0, -1.450978398323059, 1.4540468454360962, 0.0, 0.0, 0.0, 0.42783159017562866, -0.647861659526825, -0.16763685643672943, 0.0, 0.0]> : tensor<20xf64>}, {shape = [4], dtype = f32, sum = 1.035388022661209, norm = 0.8773503551402864, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 0.5323302149772644, -0.32212033867836, 0.2674216032028198]> : tensor<4xf64>}]
} {
  fx.graph @main(%x: tensor<4x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4xf32>) {
    %tril = fx.call "aten.tril.default"(%x) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %triu = fx.call "aten.triu.default"(%x, 1) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %tril_1 = fx.call "aten.tril.default"(%x, -1) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %diagonal = fx.call "aten.diagonal.default"(%x) : (tensor<4x5xf32>) -> tensor<4xf32> loc(#loc0)
    fx.output %tril, %triu, %tril_1, %diagonal : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4xf32>
  }
}
#loc0 = loc("triangles")
