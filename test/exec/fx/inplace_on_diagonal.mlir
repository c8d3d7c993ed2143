module attributes {
  tc.version = "0.1",
  tc.model = "inplace_on_diagonal",
  tc.expected = [{shape = [3], dtype = f32, sum = 6.45564329624176, norm = 3.9692882741613498, eager_error = 0.0, eager_max = 0.0, samples = dense<[2.482889175415039, 1.0646604299545288, 2.9080936908721924]> : tensor<3xf64>}],
  tc.expected_state = [{argument = 0, shape = [4, 4], dtype = f32, sum = 9.695633500814438, norm = 4.082867408577379, eager_error = 2.0645710131243052e-08, eager_max = 5.960464477539063e-08, samples = dense<[1.5577565431594849, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.31576067209243774, 1.4525718092918396, 0.5323302149772644, -0.8860009908676147, 0.4818989038467407, 1.684667944908142, -0.4509783983230591, 1.4540468454360962, -0.32212033867836, 0.7198862433433533, 0.6547982692718506, 1.4278315901756287]> : tensor<16xf64>}]
} {
  fx.graph @main(%x: tensor<4x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<3xf32>) {
    %diagonal = fx.call "aten.diagonal.default"(%x) : (tensor<4x4xf32>) -> tensor<4xf32> loc(#loc0)
    %add_ = fx.call "aten.add_.Tensor"(%diagonal, 1.0) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc0)
    %diagonal_1 = fx.call "aten.diagonal.default"(%x, 1) : (tensor<4x4xf32>) -> tensor<3xf32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%diagonal_1, 2) : (tensor<3xf32>) -> tensor<3xf32> loc(#loc0)
    fx.output %mul : tensor<3xf32>
  }
}
#loc0 = loc("inplace_on_diagonal")
