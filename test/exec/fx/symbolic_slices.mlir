module attributes {
  tc.version = "0.1",
  tc.model = "symbolic_slices",
  tc.sizes = {b = 2, s = 7},
  tc.expected = [{shape = [2, 4], dtype = f32, sum = 4.9771018624305725, norm = 2.703359386333593, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 0.5986543893814087, 0.31576067209243774, 0.5323302149772644, -0.8860009908676147, 1.684667944908142, 1.4540468454360962, 0.7198862433433533]> : tensor<8xf64>}, {shape = [2, 6], dtype = f32, sum = 4.9412480890750885, norm = 3.314747716971285, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.31576067209243774, 0.4525718092918396, 0.5323302149772644, 0.4818989038467407, 1.684667944908142, -1.450978398323059, 1.4540468454360962, -0.32212033867836, 0.7198862433433533]> : tensor<12xf64>}, {shape = [2, 6], dtype = f32, sum = -1.5804609060287476, norm = 5.456413961066134, eager_error = 1.3378838834565532e-08, eager_max = 5.960464477539063e-08, samples = dense<[-0.6836880445480347, 0.6427901983261108, 1.3655691742897034, -1.0826754570007324, -0.13681113719940186, -0.0797584056854248, -1.3678998947143555, -1.2027690410614014, 3.135646343231201, -2.9050252437591553, 1.7761671841144562, -1.0420065820217133]> : tensor<12xf64>}, {shape = [2, 6, 2], dtype = f32, sum = 8.30203527212143, norm = 4.71906593622674, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 1.2414445877075195, 1.2414445877075195, 0.5986543893814087, 0.5986543893814087, -0.7669147849082947, -0.7669147849082947, 0.31576067209243774, 0.31576067209243774, 0.4525718092918396, 0.4525718092918396, 0.5323302149772644, -0.8860009908676147, 0.4818989038467407, 0.4818989038467407, 1.684667944908142, 1.684667944908142, -1.450978398323059, -1.450978398323059, 1.4540468454360962, 1.4540468454360962, -0.32212033867836, -0.32212033867836, 0.7198862433433533]> : tensor<24xf64>}]
} {
  fx.graph @main(%x: tensor<?x?xf32, #tc.dims<[b, s]>> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<?x?xf32, #tc.dims<[b, floordiv(s + 1, 2)]>>, tensor<?x?xf32, #tc.dims<[b, s - 1]>>, tensor<?x?xf32, #tc.dims<[b, s - 1]>>, tensor<?x?x2xf32, #tc.dims<[b, s - 1, 2]>>) {
    fx.guard #tc.size<1> "le" #tc.size<b>
    fx.guard #tc.size<4> "le" #tc.size<s>
    %slice_1 = fx.call "aten.slice.Tensor"(%x, 0, 0, 9223372036854775807) : (tensor<?x?xf32, #tc.dims<[b, s]>>) -> tensor<?x?xf32, #tc.dims<[b, s]>> loc(#loc0)
    %slice_2 = fx.call "aten.slice.Tensor"(%slice_1, 1, 0, 9223372036854775807, 2) : (tensor<?x?xf32, #tc.dims<[b, s]>>) -> tensor<?x?xf32, #tc.dims<[b, floordiv(s + 1, 2)]>> loc(#loc0)
    %slice_3 = fx.call "aten.slice.Tensor"(%x, 0, 0, 9223372036854775807) : (tensor<?x?xf32, #tc.dims<[b, s]>>) -> tensor<?x?xf32, #tc.dims<[b, s]>> loc(#loc0)
    %slice_4 = fx.call "aten.slice.Tensor"(%slice_3, 1, 1, 9223372036854775807) : (tensor<?x?xf32, #tc.dims<[b, s]>>) -> tensor<?x?xf32, #tc.dims<[b, s - 1]>> loc(#loc0)
    %slice_5 = fx.call "aten.slice.Tensor"(%x, 0, 0, 9223372036854775807) : (tensor<?x?xf32, #tc.dims<[b, s]>>) -> tensor<?x?xf32, #tc.dims<[b, s]>> loc(#loc0)
    %slice_6 = fx.call "aten.slice.Tensor"(%slice_5, 1, 0, -1) : (tensor<?x?xf32, #tc.dims<[b, s]>>) -> tensor<?x?xf32, #tc.dims<[b, s - 1]>> loc(#loc0)
    %slice_7 = fx.call "aten.slice.Tensor"(%x, 0, 0, 9223372036854775807) : (tensor<?x?xf32, #tc.dims<[b, s]>>) -> tensor<?x?xf32, #tc.dims<[b, s]>> loc(#loc0)
    %slice_8 = fx.call "aten.slice.Tensor"(%slice_7, 1, 1, 9223372036854775807) : (tensor<?x?xf32, #tc.dims<[b, s]>>) -> tensor<?x?xf32, #tc.dims<[b, s - 1]>> loc(#loc0)
    %sub = fx.call "aten.sub.Tensor"(%slice_6, %slice_8) : (tensor<?x?xf32, #tc.dims<[b, s - 1]>>, tensor<?x?xf32, #tc.dims<[b, s - 1]>>) -> tensor<?x?xf32, #tc.dims<[b, s - 1]>> loc(#loc0)
    %unfold = fx.call "aten.unfold.default"(%x, 1, 2, 1) : (tensor<?x?xf32, #tc.dims<[b, s]>>) -> tensor<?x?x2xf32, #tc.dims<[b, s - 1, 2]>> loc(#loc0)
    fx.output %slice_2, %slice_4, %sub, %unfold : tensor<?x?xf32, #tc.dims<[b, floordiv(s + 1, 2)]>>, tensor<?x?xf32, #tc.dims<[b, s - 1]>>, tensor<?x?xf32, #tc.dims<[b, s - 1]>>, tensor<?x?x2xf32, #tc.dims<[b, s - 1, 2]>>
  }
}
#loc0 = loc("symbolic_slices")
