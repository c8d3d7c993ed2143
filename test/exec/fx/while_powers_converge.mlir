module attributes {
  tc.version = "0.1",
  tc.model = "while_powers_converge",
  tc.expected = [{shape = [], dtype = i64, sum = 40.0, norm = 40.0, samples = dense<[40.0]> : tensor<1xf64>}, {shape = [6, 2], dtype = f32, sum = -0.2293121696062545, norm = 1.4142135623730951, eager_error = 1.9046074463736358e-06, eager_max = 1.4797302647362454e-06, samples = dense<[-0.21275067780937393, 0.3813078875737896, -0.4935448882662867, 0.33508727286998996, -0.5645838211574957, 0.6476414832431148, -0.5468903424186531, 0.3654820945689078, 0.14536910384039015, -0.14479117928198937, 0.26865308161813767, -0.41029218438678555]> : tensor<12xf64>}, {shape = [], dtype = f32, sum = 0.14251311253927812, norm = 0.14251311253927812, eager_error = 7.728273853848672e-06, eager_max = 1.1013803614678963e-06, samples = dense<[0.14251311253927812]> : tensor<1xf64>}]
} {
  fx.graph @main(%a: tensor<6x6xf32> {fx.name = "a", tc.init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 900, seed = 7}}, %x: tensor<6x2xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<i64>, tensor<6x2xf32>, tensor<f32>) {
    %zeros = fx.call "aten.zeros.default"([], dtype = i64, device = "cpu", pin_memory = false) : () -> tensor<i64> loc(#loc0)
    %ones = fx.call "aten.ones.default"([], device = "cpu", pin_memory = false) : () -> tensor<f32> loc(#loc0)
    %while_loop:3 = fx.while_loop (%zeros, %x, %ones) with (%a) : (tensor<i64>, tensor<6x2xf32>, tensor<f32>, tensor<6x6xf32>) -> (tensor<i64>, tensor<6x2xf32>, tensor<f32>) cond {
    ^bb0(%while_loop.0.arg0_1: tensor<i64>, %while_loop.0.arg1_1: tensor<6x2xf32>, %while_loop.0.arg2_1: tensor<f32>, %while_loop.0.arg3_1: tensor<6x6xf32>):
      %while_loop.0.lt = fx.call "aten.lt.Scalar"(%while_loop.0.arg0_1, 40) : (tensor<i64>) -> tensor<i1>
      %while_loop.0.gt = fx.call "aten.gt.Scalar"(%while_loop.0.arg2_1, 0.001) : (tensor<f32>) -> tensor<i1>
      %while_loop.0.and_1 = fx.call "aten.__and__.Tensor"(%while_loop.0.lt, %while_loop.0.gt) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      fx.output %while_loop.0.and_1 : tensor<i1>
    } do {
    ^bb0(%while_loop.1.arg0_1: tensor<i64>, %while_loop.1.arg1_1: tensor<6x2xf32>, %while_loop.1.arg2_1: tensor<f32>, %while_loop.1.arg3_1: tensor<6x6xf32>):
      %while_loop.1.matmul = fx.call "aten.matmul.default"(%while_loop.1.arg3_1, %while_loop.1.arg1_1) : (tensor<6x6xf32>, tensor<6x2xf32>) -> tensor<6x2xf32>
      %while_loop.1.add = fx.call "aten.add.Tensor"(%while_loop.1.matmul, %while_loop.1.arg1_1) : (tensor<6x2xf32>, tensor<6x2xf32>) -> tensor<6x2xf32>
      %while_loop.1.square = fx.call "aten.square.default"(%while_loop.1.add) : (tensor<6x2xf32>) -> tensor<6x2xf32>
      %while_loop.1.sum_1 = fx.call "aten.sum.dim_IntList"(%while_loop.1.square, [0]) : (tensor<6x2xf32>) -> tensor<2xf32>
      %while_loop.1.sqrt = fx.call "aten.sqrt.default"(%while_loop.1.sum_1) : (tensor<2xf32>) -> tensor<2xf32>
      %while_loop.1.div = fx.call "aten.div.Tensor"(%while_loop.1.add, %while_loop.1.sqrt) : (tensor<6x2xf32>, tensor<2xf32>) -> tensor<6x2xf32>
      %while_loop.1.add_1 = fx.call "aten.add.Tensor"(%while_loop.1.arg0_1, 1) : (tensor<i64>) -> tensor<i64>
      %while_loop.1.sub = fx.call "aten.sub.Tensor"(%while_loop.1.div, %while_loop.1.arg1_1) : (tensor<6x2xf32>, tensor<6x2xf32>) -> tensor<6x2xf32>
      %while_loop.1.abs_1 = fx.call "aten.abs.default"(%while_loop.1.sub) : (tensor<6x2xf32>) -> tensor<6x2xf32>
      %while_loop.1.max_1 = fx.call "aten.max.default"(%while_loop.1.abs_1) : (tensor<6x2xf32>) -> tensor<f32>
      fx.output %while_loop.1.add_1, %while_loop.1.div, %while_loop.1.max_1 : tensor<i64>, tensor<6x2xf32>, tensor<f32>
    } loc(#loc0)
    fx.output %while_loop#0, %while_loop#1, %while_loop#2 : tensor<i64>, tensor<6x2xf32>, tensor<f32>
  }
}
#loc0 = loc("while_powers_converge")
