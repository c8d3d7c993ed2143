module attributes {
  tc.version = "0.1",
  tc.model = "symbolic_factories",
  tc.sizes = {s = 6},
  tc.expected = [{shape = [6, 2], dtype = f32, sum = 4.7985464334487915, norm = 2.4913243207691895, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 0.5577565431594849, 1.2414445877075195, 1.2414445877075195, 0.5986543893814087, 0.5986543893814087, -0.7669147849082947, -0.7669147849082947, 0.31576067209243774, 0.31576067209243774, 0.4525718092918396, 0.4525718092918396]> : tensor<12xf64>}, {shape = [6], dtype = f32, sum = 4.7985464334487915, norm = 3.523264642701727, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.1155130863189697, 2.482889175415039, 1.1973087787628174, -1.5338295698165894, 0.6315213441848755, 0.9051436185836792]> : tensor<6xf64>}, {shape = [3], dtype = i64, sum = 6.0, norm = 4.47213595499958, samples = dense<[0.0, 2.0, 4.0]> : tensor<3xf64>}, {shape = [7], dtype = f32, sum = 7.0, norm = 2.6457513110645907, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<7xf64>}, {shape = [6], dtype = f32, sum = 36.0, norm = 14.696938456699069, eager_error = 0.0, eager_max = 0.0, samples = dense<[6.0, 6.0, 6.0, 6.0, 6.0, 6.0]> : tensor<6xf64>}]
} {
  fx.graph @main(%x: tensor<?xf32, #tc.dims<[s]>> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<?x2xf32, #tc.dims<[s, 2]>>, tensor<?xf32, #tc.dims<[s]>>, tensor<?xi64, #tc.dims<[floordiv(s + 1, 2)]>>, tensor<?xf32, #tc.dims<[s + 1]>>, tensor<?xf32, #tc.dims<[s]>>) {
    fx.guard #tc.size<3> "le" #tc.size<s>
    fx.guard #tc.size<s> "le" #tc.size<64>
    %zeros = fx.call "aten.zeros.default"([#tc.size<s>, 2], device = "cpu", pin_memory = false) : () -> tensor<?x2xf32, #tc.dims<[s, 2]>> loc(#loc0)
    %unsqueeze = fx.call "aten.unsqueeze.default"(%x, 1) : (tensor<?xf32, #tc.dims<[s]>>) -> tensor<?x1xf32, #tc.dims<[s, 1]>> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%zeros, %unsqueeze) : (tensor<?x2xf32, #tc.dims<[s, 2]>>, tensor<?x1xf32, #tc.dims<[s, 1]>>) -> tensor<?x2xf32, #tc.dims<[s, 2]>> loc(#loc0)
    %full = fx.call "aten.full.default"([#tc.size<s>], 2.0, device = "cpu", pin_memory = false) : () -> tensor<?xf32, #tc.dims<[s]>> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%full, %x) : (tensor<?xf32, #tc.dims<[s]>>, tensor<?xf32, #tc.dims<[s]>>) -> tensor<?xf32, #tc.dims<[s]>> loc(#loc0)
    %arange = fx.call "aten.arange.start_step"(0, #tc.size<s>, 2, device = "cpu", pin_memory = false) : () -> tensor<?xi64, #tc.dims<[floordiv(s + 1, 2)]>> loc(#loc0)
    %new_ones = fx.call "aten.new_ones.default"(%x, [#tc.size<s + 1>], pin_memory = false) : (tensor<?xf32, #tc.dims<[s]>>) -> tensor<?xf32, #tc.dims<[s + 1]>> loc(#loc0)
    %ones_like = fx.call "aten.ones_like.default"(%x, pin_memory = false) : (tensor<?xf32, #tc.dims<[s]>>) -> tensor<?xf32, #tc.dims<[s]>> loc(#loc0)
    %mul_1 = fx.call "aten.mul.Tensor"(%ones_like, #tc.size<s>) : (tensor<?xf32, #tc.dims<[s]>>) -> tensor<?xf32, #tc.dims<[s]>> loc(#loc0)
    fx.output %add, %mul, %arange, %new_ones, %mul_1 : tensor<?x2xf32, #tc.dims<[s, 2]>>, tensor<?xf32, #tc.dims<[s]>>, tensor<?xi64, #tc.dims<[floordiv(s + 1, 2)]>>, tensor<?xf32, #tc.dims<[s + 1]>>, tensor<?xf32, #tc.dims<[s]>>
  }
}
#loc0 = loc("symbolic_factories")
