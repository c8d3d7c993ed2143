module attributes {
  tc.version = "0.1",
  tc.model = "inplace_through_view_chain",
  tc.expected = [{shape = [24], dtype = f32, sum = 9.699159689247608, norm = 5.6327824157288005, eager_error = 1.3489125994011943e-08, eager_max = 5.960464477539063e-08, samples = dense<[0.5577565431594849, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.31576067209243774, 0.4525718092918396, 0.5323302149772644, -0.8860009908676147, 0.4818989038467407, 1.684667944908142, -1.450978398323059, 1.4540468454360962, 0.03816884756088257, 2.321815311908722, 1.1264561414718628, 0.26837821304798126, 0.2385702133178711, -1.3838454335927963, 1.956115484237671, 1.332813948392868, 0.9399204850196838, -0.07750716060400009, -2.0968849658966064, 0.8199208676815033]> : tensor<24xf64>}],
  tc.expected_state = [{argument = 0, shape = [2, 12], dtype = f32, sum = 9.699159689247608, norm = 5.6327824157288005, eager_error = 1.3489125994011943e-08, eager_max = 5.960464477539063e-08, samples = dense<[0.5577565431594849, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.31576067209243774, 0.4525718092918396, 0.5323302149772644, -0.8860009908676147, 0.4818989038467407, 1.684667944908142, -1.450978398323059, 1.4540468454360962, 0.03816884756088257, 2.321815311908722, 1.1264561414718628, 0.26837821304798126, 0.2385702133178711, -1.3838454335927963, 1.956115484237671, 1.332813948392868, 0.9399204850196838, -0.07750716060400009, -2.0968849658966064, 0.8199208676815033]> : tensor<24xf64>}]
} {
  fx.graph @main(%x: tensor<2x12xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %y: tensor<3x4xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<24xf32>) {
    %view = fx.call "aten.view.default"(%x, [2, 3, 4]) : (tensor<2x12xf32>) -> tensor<2x3x4xf32> loc(#loc0)
    %select = fx.call "aten.select.int"(%view, 0, 1) : (tensor<2x3x4xf32>) -> tensor<3x4xf32> loc(#loc0)
    %unsqueeze = fx.call "aten.unsqueeze.default"(%select, 0) : (tensor<3x4xf32>) -> tensor<1x3x4xf32> loc(#loc0)
    %squeeze = fx.call "aten.squeeze.dim"(%unsqueeze, 0) : (tensor<1x3x4xf32>) -> tensor<3x4xf32> loc(#loc0)
    %add_ = fx.call "aten.add_.Tensor"(%squeeze, %y) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32> loc(#loc0)
    %view_1 = fx.call "aten.view.default"(%x, [-1]) : (tensor<2x12xf32>) -> tensor<24xf32> loc(#loc0)
    fx.output %view_1 : tensor<24xf32>
  }
}
#loc0 = loc("inplace_through_view_chain")
