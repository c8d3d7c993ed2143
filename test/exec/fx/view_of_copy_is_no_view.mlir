module attributes {
  tc.version = "0.1",
  tc.model = "view_of_copy_is_no_view",
  tc.expected = [{shape = [12], dtype = f32, sum = 16.215237736701965, norm = 5.647310891201283, eager_error = 3.500537623851919e-08, eager_max = 1.1920928955078125e-07, samples = dense<[1.5577565431594849, 1.3157606720924377, 1.4818989038467407, 2.2414445877075195, 1.4525718092918396, 2.684667944908142, 1.5986543893814087, 1.5323302149772644, -0.4509783983230591, 0.23308521509170532, 0.11399900913238525, 2.454046845436096]> : tensor<12xf64>}, {shape = [12], dtype = f32, sum = 4.215237736701965, norm = 3.3855051068454607, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 0.31576067209243774, 0.4818989038467407, 1.2414445877075195, 0.4525718092918396, 1.684667944908142, 0.5986543893814087, 0.5323302149772644, -1.450978398323059, -0.7669147849082947, -0.8860009908676147, 1.4540468454360962]> : tensor<12xf64>}]
} {
  fx.graph @main(%x: tensor<3x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<12xf32>, tensor<12xf32>) {
    %t = fx.call "aten.t.default"(%x) : (tensor<3x4xf32>) -> tensor<4x3xf32> loc(#loc0)
    %reshape = fx.call "aten.reshape.default"(%t, [12]) : (tensor<4x3xf32>) -> tensor<12xf32> loc(#loc0)
    %add_ = fx.call "aten.add_.Tensor"(%reshape, 1.0) : (tensor<12xf32>) -> tensor<12xf32> loc(#loc0)
    %t_1 = fx.call "aten.t.default"(%x) : (tensor<3x4xf32>) -> tensor<4x3xf32> loc(#loc0)
    %contiguous = fx.call "aten.contiguous.default"(%t_1) : (tensor<4x3xf32>) -> tensor<4x3xf32> loc(#loc0)
    %view = fx.call "aten.view.default"(%contiguous, [-1]) : (tensor<4x3xf32>) -> tensor<12xf32> loc(#loc0)
    fx.output %add_, %view : tensor<12xf32>, tensor<12xf32>
  }
}
#loc0 = loc("view_of_copy_is_no_view")
