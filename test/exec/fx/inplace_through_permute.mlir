module attributes {
  tc.version = "0.1",
  tc.model = "inplace_through_permute",
  tc.expected = [{shape = [4, 2, 3], dtype = f32, sum = 2.7052440907822137, norm = 3.9484926794674546, eager_error = 1.09797254365747e-08, eager_max = 3.501070011679985e-08, samples = dense<[0.5577565431594849, 0.31576067209243774, 0.4818989038467407, -0.32212033867836, -0.647861659526825, -0.26273542642593384, 0.692423841763798, 0.14290437867208183, 0.8118396359969751, -0.23189000051565323, 0.10860549200895964, -0.02753837850322638, 0.7431962516048998, 0.24091764853297448, -2.4444167964090155, 0.471380266213842, -0.04482971690419113, -0.15145649929435834, -0.7669147849082947, -0.8860009908676147, 1.4540468454360962, 0.42783159017562866, 1.5412359237670898, 0.5012106895446777]> : tensor<24xf64>}],
  tc.expected_state = [{argument = 0, shape = [2, 3, 4], dtype = f32, sum = 2.7052440907822137, norm = 3.9484926794674546, eager_error = 1.09797254365747e-08, eager_max = 3.501070011679985e-08, samples = dense<[0.5577565431594849, 0.692423841763798, 0.7431962516048998, -0.7669147849082947, 0.31576067209243774, 0.14290437867208183, 0.24091764853297448, -0.8860009908676147, 0.4818989038467407, 0.8118396359969751, -2.4444167964090155, 1.4540468454360962, -0.32212033867836, -0.23189000051565323, 0.471380266213842, 0.42783159017562866, -0.647861659526825, 0.10860549200895964, -0.04482971690419113, 1.5412359237670898, -0.26273542642593384, -0.02753837850322638, -0.15145649929435834, 0.5012106895446777]> : tensor<24xf64>}]
} {
  fx.graph @main(%x: tensor<2x3x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<4x2x3xf32>) {
    %permute = fx.call "aten.permute.default"(%x, [2, 0, 1]) : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32> loc(#loc0)
    %slice_1 = fx.call "aten.slice.Tensor"(%permute, 0, 1, 3) : (tensor<4x2x3xf32>) -> tensor<2x2x3xf32> loc(#loc0)
    %slice_2 = fx.call "aten.slice.Tensor"(%permute, 0, 0, 2) : (tensor<4x2x3xf32>) -> tensor<2x2x3xf32> loc(#loc0)
    %clone = fx.call "aten.clone.default"(%slice_2) : (tensor<2x2x3xf32>) -> tensor<2x2x3xf32> loc(#loc0)
    %mul_ = fx.call "aten.mul_.Tensor"(%slice_1, %clone) : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32> loc(#loc0)
    %contiguous = fx.call "aten.contiguous.default"(%permute) : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32> loc(#loc0)
    fx.output %contiguous : tensor<4x2x3xf32>
  }
}
#loc0 = loc("inplace_through_permute")
