module attributes {
  tc.version = "0.1",
  tc.model = "grids",
  tc.expected = [{shape = [3, 2], dtype = f32, sum = 2.397855520248413, norm = 1.4868302202037524, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.0, 0.5577565431594849, 0.0, 1.2414445877075195, 0.0, 0.5986543893814087]> : tensor<6xf64>}, {shape = [5], dtype = f32, sum = 5.288782715797424, norm = 2.4938413187256954, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 0.8077565431594849, 1.0577565431594849, 1.3077565431594849, 1.5577565431594849]> : tensor<5xf64>}]
} {
  fx.graph @main(%x: tensor<3xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<3x2xf32>, tensor<5xf32>) {
    %arange = fx.call "aten.arange.default"(2.0, device = "cpu", pin_memory = false) : () -> tensor<2xf32> loc(#loc0)
    %meshgrid:2 = fx.call "aten.meshgrid.indexing"([%x, %arange], indexing = "ij") : (tensor<3xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%meshgrid#0, %meshgrid#1) : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32> loc(#loc0)
    %linspace = fx.call "aten.linspace.default"(0, 1, 5, device = "cpu", pin_memory = false) : () -> tensor<5xf32> loc(#loc0)
    %select = fx.call "aten.select.int"(%x, 0, 0) : (tensor<3xf32>) -> tensor<f32> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%linspace, %select) : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32> loc(#loc0)
    fx.output %mul, %add : tensor<3x2xf32>, tensor<5xf32>
  }
}
#loc0 = loc("grids")
