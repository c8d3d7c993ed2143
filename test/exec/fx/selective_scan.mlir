module attributes {
  tc.version = "0.1",
  tc.model = "selective_scan",
  tc.expected = [{shape = [2, 3], dtype = f32, sum = -8.983201113972845, norm = 4.379184946264896, eager_error = 7.767425247668251e-08, eager_max = 2.484872569930019e-07, samples = dense<[-3.0613131623819103, -2.198713264413115, -0.45084019149697535, -0.27143233428831537, -1.8100017347278525, -1.1909004266646754]> : tensor<6xf64>}, {shape = [2, 4], dtype = f32, sum = 1.7734812690991466, norm = 2.2133541738708233, eager_error = 2.0756172889970724e-08, eager_max = 3.378380908358736e-08, samples = dense<[1.7063163608970973, -0.7490744738619366, 0.21117190980439038, 0.19286958024479867, -0.2180120518816402, 0.8307551648876372, 0.44135630586511876, -0.6419015268563188]> : tensor<8xf64>}]
} {
  fx.graph @main(%decay: tensor<2x3x4xf32> {fx.name = "decay", tc.init = {kind = "uniform", mean = 0.5, std = 0.1, stream = 900, seed = 7}}, %inputs: tensor<2x3x4xf32> {fx.name = "inputs", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}}, %outputs: tensor<2x3x4xf32> {fx.name = "outputs", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}}, %state: tensor<2x4xf32> {fx.name = "state", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 903, seed = 7}})
      -> (tensor<2x3xf32>, tensor<2x4xf32>) {
    %empty = fx.call "aten.empty.memory_format"([2, 3], device = "cpu", pin_memory = false) : () -> tensor<2x3xf32> loc(#loc0)
    %select = fx.call "aten.select.int"(%decay, 1, 0) : (tensor<2x3x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%select, %state) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %select_1 = fx.call "aten.select.int"(%inputs, 1, 0) : (tensor<2x3x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%mul, %select_1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %select_2 = fx.call "aten.select.int"(%outputs, 1, 0) : (tensor<2x3x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %mul_1 = fx.call "aten.mul.Tensor"(%add, %select_2) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %sum_1 = fx.call "aten.sum.dim_IntList"(%mul_1, [-1]) : (tensor<2x4xf32>) -> tensor<2xf32> loc(#loc0)
    %select_3 = fx.call "aten.select.int"(%empty, 1, 0) : (tensor<2x3xf32>) -> tensor<2xf32> loc(#loc0)
    %copy_ = fx.call "aten.copy_.default"(%select_3, %sum_1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc(#loc0)
    %select_4 = fx.call "aten.select.int"(%decay, 1, 1) : (tensor<2x3x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %mul_2 = fx.call "aten.mul.Tensor"(%select_4, %add) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %select_5 = fx.call "aten.select.int"(%inputs, 1, 1) : (tensor<2x3x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %add_1 = fx.call "aten.add.Tensor"(%mul_2, %select_5) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %select_6 = fx.call "aten.select.int"(%outputs, 1, 1) : (tensor<2x3x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %mul_3 = fx.call "aten.mul.Tensor"(%add_1, %select_6) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %sum_2 = fx.call "aten.sum.dim_IntList"(%mul_3, [-1]) : (tensor<2x4xf32>) -> tensor<2xf32> loc(#loc0)
    %select_7 = fx.call "aten.select.int"(%empty, 1, 1) : (tensor<2x3xf32>) -> tensor<2xf32> loc(#loc0)
    %copy__1 = fx.call "aten.copy_.default"(%select_7, %sum_2) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc(#loc0)
    %select_8 = fx.call "aten.select.int"(%decay, 1, 2) : (tensor<2x3x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %mul_4 = fx.call "aten.mul.Tensor"(%select_8, %add_1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %select_9 = fx.call "aten.select.int"(%inputs, 1, 2) : (tensor<2x3x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %add_2 = fx.call "aten.add.Tensor"(%mul_4, %select_9) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %select_10 = fx.call "aten.select.int"(%outputs, 1, 2) : (tensor<2x3x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %mul_5 = fx.call "aten.mul.Tensor"(%add_2, %select_10) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32> loc(#loc0)
    %sum_3 = fx.call "aten.sum.dim_IntList"(%mul_5, [-1]) : (tensor<2x4xf32>) -> tensor<2xf32> loc(#loc0)
    %select_11 = fx.call "aten.select.int"(%empty, 1, 2) : (tensor<2x3xf32>) -> tensor<2xf32> loc(#loc0)
    %copy__2 = fx.call "aten.copy_.default"(%select_11, %sum_3) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc(#loc0)
    fx.output %empty, %add_2 : tensor<2x3xf32>, tensor<2x4xf32>
  }
}
#loc0 = loc("selective_scan")
