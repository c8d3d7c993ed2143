module attributes {
  tc.version = "0.1",
  tc.model = "symbolic_halves",
  tc.sizes = {b = 2, s = 7},
  tc.expected = [{shape = [2, 3], dtype = f32, sum = 7.356842756271362, norm = 4.925847946357763, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.1155130863189697, 2.482889175415039, 1.1973087787628174, -1.7720019817352295, 0.9637978076934814, 3.369335889816284]> : tensor<6xf64>}, {shape = [2, 4], dtype = f32, sum = 0.9345822632312775, norm = 2.453089490165965, eager_error = 0.0, eager_max = 0.0, samples = dense<[-0.7669147849082947, 0.31576067209243774, 0.4525718092918396, 0.5323302149772644, -1.450978398323059, 1.4540468454360962, -0.32212033867836, 0.7198862433433533]> : tensor<8xf64>}]
} {
  fx.graph @main(%x: tensor<?x?xf32, #tc.dims<[b, s]>> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<?x?xf32, #tc.dims<[b, min(s, floordiv(s, 2))]>>, tensor<?x?xf32, #tc.dims<[b, max(s - min(s, floordiv(s, 2)), 0)]>>) {
    fx.guard #tc.size<1> "le" #tc.size<b>
    fx.guard #tc.size<4> "le" #tc.size<s>
    %slice_1 = fx.call "aten.slice.Tensor"(%x, 1, none, #tc.size<floordiv(s, 2)>) : (tensor<?x?xf32, #tc.dims<[b, s]>>) -> tensor<?x?xf32, #tc.dims<[b, min(s, floordiv(s, 2))]>> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%slice_1, 2) : (tensor<?x?xf32, #tc.dims<[b, min(s, floordiv(s, 2))]>>) -> tensor<?x?xf32, #tc.dims<[b, min(s, floordiv(s, 2))]>> loc(#loc0)
    %slice_2 = fx.call "aten.slice.Tensor"(%x, 1, #tc.size<floordiv(s, 2)>) : (tensor<?x?xf32, #tc.dims<[b, s]>>) -> tensor<?x?xf32, #tc.dims<[b, max(s - min(s, floordiv(s, 2)), 0)]>> loc(#loc0)
    fx.output %mul, %slice_2 : tensor<?x?xf32, #tc.dims<[b, min(s, floordiv(s, 2))]>>, tensor<?x?xf32, #tc.dims<[b, max(s - min(s, floordiv(s, 2)), 0)]>>
  }
}
#loc0 = loc("symbolic_halves")
