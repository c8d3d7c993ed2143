module attributes {
  tc.version = "0.1",
  tc.model = "index_writes",
  tc.expected = [{shape = [4, 5], dtype = f32, sum = -13.89744420349598, norm = 4.679733351464539, eager_error = 0.0, eager_max = 0.0, samples = dense<[-1.0, -1.0, 2.1554079055786133, -0.7669147849082947, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.450978398323059, -1.0, -0.32212033867836, -1.0, 0.6547982692718506, -1.0, -1.0, -0.16763685643672943, -1.0, -1.0]> : tensor<20xf64>}, {shape = [4, 5], dtype = f32, sum = 20.899342253804207, norm = 7.179111773185346, eager_error = 4.1512548250063155e-09, eager_max = 2.9802322387695312e-08, samples = dense<[0.5, 1.2414445877075195, 2.1554079055786133, -0.7669147849082947, 0.31576067209243774, 0.5, 3.0, 3.0, 3.0, 3.0, 0.5, 1.4540468454360962, -0.32212033867836, 0.7198862433433533, 0.6547982692718506, 0.5, -0.647861659526825, -0.16763685643672943, 0.2674216032028198, 1.9951097667217255]> : tensor<20xf64>}, {shape = [4, 5], dtype = f32, sum = 18.631476014852524, norm = 6.17602850862871, eager_error = 1.9895977313171573e-08, eager_max = 1.1920928955078125e-07, samples = dense<[0.5577565431594849, 1.2414445877075195, 2.0, 2.0, 0.31576067209243774, -0.08623307943344116, 0.5323302149772644, -0.6923022270202637, -1.1383830308914185, 1.684667944908142, 2.0, 1.4540468454360962, 2.0, 0.7198862433433533, 2.0, 0.42783159017562866, -0.647861659526825, 2.0, 0.2674216032028198, 1.9951097667217255]> : tensor<20xf64>}],
  tc.expected_state = [{argument = 0, shape = [4, 5], dtype = f32, sum = 6.7340318113565445, norm = 4.69502208516681, eager_error = 2.617200108203792e-08, eager_max = 1.1920928955078125e-07, samples = dense<[0.5577565431594849, 1.2414445877075195, 2.1554079055786133, -0.7669147849082947, 0.31576067209243774, -0.08623307943344116, 0.5323302149772644, -0.6923022270202637, -1.1383830308914185, 1.684667944908142, -1.450978398323059, 1.4540468454360962, -0.32212033867836, 0.7198862433433533, 0.6547982692718506, 0.42783159017562866, -0.647861659526825, -0.16763685643672943, 0.2674216032028198, 1.9951097667217255]> : tensor<20xf64>}]
} {
  prim.weight @"lifted_tensor_0" : tensor<f32> {init = {kind = "constant", value = 3.0}}
  prim.weight @"lifted_tensor_1" : tensor<f32> {init = {kind = "constant", value = 0.5}}
  fx.graph @main(%x: tensor<4x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %i: tensor<6xi64> {fx.name = "i", tc.init = {kind = "randint", low = 0, high = 4, stream = 901, seed = 7}}, %j: tensor<6xi64> {fx.name = "j", tc.init = {kind = "randint", low = 0, high = 5, stream = 902, seed = 7}}, %v: tensor<6xf32> {fx.name = "v", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 903, seed = 7}}, %mask: tensor<4x5xi1> {fx.name = "mask", tc.init = {kind = "randint", low = 0, high = 2, stream = 904, seed = 7}})
      -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
    %index_put_ = fx.call "aten.index_put_.default"(%x, [%i, %j], %v, true) : (tensor<4x5xf32>, tensor<6xi64>, tensor<6xi64>, tensor<6xf32>) -> tensor<4x5xf32> loc(#loc0)
    %clone = fx.call "aten.clone.default"(%index_put_) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %c_lifted_tensor_0 = fx.get_attr @"lifted_tensor_0" : tensor<f32>
    %lift_fresh_copy = fx.call "aten.lift_fresh_copy.default"(%c_lifted_tensor_0) : (tensor<f32>) -> tensor<f32> loc(#loc0)
    %select = fx.call "aten.select.int"(%clone, 0, 1) : (tensor<4x5xf32>) -> tensor<5xf32> loc(#loc0)
    %fill_ = fx.call "aten.fill_.Tensor"(%select, %lift_fresh_copy) : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32> loc(#loc0)
    %slice_1 = fx.call "aten.slice.Tensor"(%j, 0, 0, 1) : (tensor<6xi64>) -> tensor<1xi64> loc(#loc0)
    %c_lifted_tensor_1 = fx.get_attr @"lifted_tensor_1" : tensor<f32>
    %lift_fresh_copy_1 = fx.call "aten.lift_fresh_copy.default"(%c_lifted_tensor_1) : (tensor<f32>) -> tensor<f32> loc(#loc0)
    %index_put__1 = fx.call "aten.index_put_.default"(%clone, [none, %slice_1], %lift_fresh_copy_1) : (tensor<4x5xf32>, tensor<1xi64>, tensor<f32>) -> tensor<4x5xf32> loc(#loc0)
    %masked_fill = fx.call "aten.masked_fill.Scalar"(%index_put_, %mask, -1.0) : (tensor<4x5xf32>, tensor<4x5xi1>) -> tensor<4x5xf32> loc(#loc0)
    %clone_1 = fx.call "aten.clone.default"(%index_put_) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %bitwise_not = fx.call "aten.bitwise_not.default"(%mask) : (tensor<4x5xi1>) -> tensor<4x5xi1> loc(#loc0)
    %masked_fill_ = fx.call "aten.masked_fill_.Scalar"(%clone_1, %bitwise_not, 2.0) : (tensor<4x5xf32>, tensor<4x5xi1>) -> tensor<4x5xf32> loc(#loc0)
    fx.output %masked_fill, %index_put__1, %masked_fill_ : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>
  }
}
#loc0 = loc("index_writes")
