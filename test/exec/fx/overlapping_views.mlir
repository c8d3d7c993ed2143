module attributes {
  tc.version = "0.1",
  tc.model = "overlapping_views",
  tc.expected = [{shape = [6], dtype = f32, sum = 17.659982562065125, norm = 8.134936894659921, eager_error = 2.5381456415683047e-08, eager_max = 1.1920928955078125e-07, samples = dense<[2.0239269733428955, 4.872965931892395, 4.503798007965088, 1.5308308601379395, 0.859519362449646, 3.8689414262771606]> : tensor<6xf64>}],
  tc.expected_state = [{argument = 0, shape = [10], dtype = f32, sum = 13.341815114021301, norm = 5.799048128510724, eager_error = 2.9071563178571466e-08, eager_max = 1.1920928955078125e-07, samples = dense<[1.5577565431594849, 2.2414445877075195, 1.5986543893814087, 0.46617043018341064, 2.6315213441848755, 2.905143618583679, 1.0646604299545288, -1.7720019817352295, 0.9637978076934814, 1.684667944908142]> : tensor<10xf64>}]
} {
  fx.graph @main(%x: tensor<10xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<6xf32>) {
    %as_strided = fx.call "aten.as_strided.default"(%x, [6], [1], 0) : (tensor<10xf32>) -> tensor<6xf32> loc(#loc0)
    %as_strided_1 = fx.call "aten.as_strided.default"(%x, [6], [1], 3) : (tensor<10xf32>) -> tensor<6xf32> loc(#loc0)
    %add_ = fx.call "aten.add_.Tensor"(%as_strided, 1.0) : (tensor<6xf32>) -> tensor<6xf32> loc(#loc0)
    %mul_ = fx.call "aten.mul_.Tensor"(%as_strided_1, 2.0) : (tensor<6xf32>) -> tensor<6xf32> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%add_, %mul_) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32> loc(#loc0)
    fx.output %add : tensor<6xf32>
  }
}
#loc0 = loc("overlapping_views")
