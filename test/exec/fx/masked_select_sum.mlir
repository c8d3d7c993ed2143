module attributes {
  tc.version = "0.1",
  tc.model = "masked_select_sum",
  tc.expected = [{shape = [14], dtype = f32, sum = 21.860611081123352, norm = 6.8000322957661306, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.1155130863189697, 2.482889175415039, 1.1973087787628174, 0.6315213441848755, 0.9051436185836792, 1.0646604299545288, 0.9637978076934814, 3.369335889816284, 2.9080936908721924, 1.4397724866867065, 1.3095965385437012, 0.8556631803512573, 0.5348432064056396, 3.0824718475341797]> : tensor<14xf64>}, {shape = [], dtype = f32, sum = 10.930305540561676, norm = 10.930305540561676, eager_error = 5.453154493641696e-09, eager_max = 5.960464477539063e-08, samples = dense<[10.930305540561676]> : tensor<1xf64>}]
} {
  fx.graph @main(%x: tensor<20xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<?xf32, #tc.dims<[u0]>>, tensor<f32>) {
    %gt = fx.call "aten.gt.Scalar"(%x, 0) : (tensor<20xf32>) -> tensor<20xi1> loc(#loc0)
    %masked_select = fx.call "aten.masked_select.default"(%x, %gt) : (tensor<20xf32>, tensor<20xi1>) -> tensor<?xf32, #tc.dims<[u0]>> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%masked_select, 2) : (tensor<?xf32, #tc.dims<[u0]>>) -> tensor<?xf32, #tc.dims<[u0]>> loc(#loc0)
    %sum_1 = fx.call "aten.sum.default"(%masked_select) : (tensor<?xf32, #tc.dims<[u0]>>) -> tensor<f32> loc(#loc0)
    fx.output %mul, %sum_1 : tensor<?xf32, #tc.dims<[u0]>>, tensor<f32>
  }
}
#loc0 = loc("masked_select_sum")
