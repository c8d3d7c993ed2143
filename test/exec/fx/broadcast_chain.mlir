module attributes {
  tc.version = "0.1",
  tc.model = "broadcast_chain",
  tc.expected = [{shape = [3, 4], dtype = f32, sum = -0.2545711327171385, norm = 2.7689297843006706, eager_error = 2.5234760353025995e-08, eager_max = 5.34385966588502e-08, samples = dense<[0.3310491290069262, 0.2334509796253812, 0.30186963797851973, -0.666580763829745, 0.14281462951876467, -0.3163863040059134, 0.3059249673006228, -0.8094601686545322, 0.17349410698090573, 0.3134288740348907, -1.8547139413860307, 1.5905377207130718]> : tensor<12xf64>}, {shape = [3, 4], dtype = f32, sum = 4.867245364934206, norm = 3.027742982888795, eager_error = 1.8040989140115898e-08, eager_max = 2.9802322387695312e-08, samples = dense<[0.5083897039294243, 1.3315657079219818, 0.5669052600860596, -0.6150494329631329, 0.32689280062913895, 0.7399111241102219, 0.5171621292829514, -0.7043640874326229, 0.4514964744448662, 1.6639832258224487, -0.9703193306922913, 1.0506717897951603]> : tensor<12xf64>}, {shape = [3, 4], dtype = f32, sum = 4.215237736701965, norm = 3.3855051068454607, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.31576067209243774, 0.4525718092918396, 0.5323302149772644, -0.8860009908676147, 0.4818989038467407, 1.684667944908142, -1.450978398323059, 1.4540468454360962]> : tensor<12xf64>}, {shape = [3, 4], dtype = f32, sum = -7.414109156982908, norm = 4.434014240819156, eager_error = 3.0021288544937826e-08, eager_max = 7.293308934563925e-08, samples = dense<[-0.5561268564774859, 0.8885527376666718, -0.43080549099360743, -1.9941856646721756, -0.5339765390871157, 0.18336469425678903, -0.25300366113239126, -1.8222369874470756, -1.0333889171598336, 1.204606277166571, -2.851419431428991, -0.2154893176742645]> : tensor<12xf64>}]
} {
  fx.graph @main(%x: tensor<3x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %y: tensor<4xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}}, %z: tensor<3x1xf32> {fx.name = "z", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}})
      -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) {
    %addcmul = fx.call "aten.addcmul.default"(%x, %y, %z, value = 0.5) : (tensor<3x4xf32>, tensor<4xf32>, tensor<3x1xf32>) -> tensor<3x4xf32> loc(#loc0)
    %lerp = fx.call "aten.lerp.Scalar"(%x, %y, 0.25) : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32> loc(#loc0)
    %gt = fx.call "aten.gt.Tensor"(%x, %z) : (tensor<3x4xf32>, tensor<3x1xf32>) -> tensor<3x4xi1> loc(#loc0)
    %where = fx.call "aten.where.self"(%gt, %x, %y) : (tensor<3x4xi1>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32> loc(#loc0)
    %square = fx.call "aten.square.default"(%y) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%square, 1) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc0)
    %addcdiv = fx.call "aten.addcdiv.default"(%x, %z, %add) : (tensor<3x4xf32>, tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32> loc(#loc0)
    fx.output %addcmul, %lerp, %where, %addcdiv : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>
  }
}
#loc0 = loc("broadcast_chain")
