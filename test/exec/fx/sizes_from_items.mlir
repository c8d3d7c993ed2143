module attributes {
  tc.version = "0.1",
  tc.model = "sizes_from_items",
  tc.expected = [{shape = [16], dtype = i64, sum = 240.0, norm = 70.42726744663604, samples = dense<[0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 22.0, 24.0, 26.0, 28.0, 30.0]> : tensor<16xf64>}, {shape = [16, 4], dtype = f32, sum = 65.79326295852661, norm = 11.536870596041856, eager_error = 3.142627776338857e-08, eager_max = 8.940696716308594e-08, samples = dense<[2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364, 2.4493769705295563, 0.20339922606945038, 1.5084679126739502, -0.04916517436504364]> : tensor<64xf64>}, {shape = [], dtype = f32, sum = 0.0, norm = 0.0, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.0]> : tensor<1xf64>}, {shape = [16], dtype = f32, sum = 24.0, norm = 6.0, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5]> : tensor<16xf64>}]
} {
  fx.graph @main(%x: tensor<11xi64> {fx.name = "x", tc.init = {kind = "randint", low = 0, high = 5, stream = 900, seed = 7}}, %y: tensor<3x4xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<?xi64, #tc.dims<[u0]>>, tensor<?x4xf32, #tc.dims<[u0, 4]>>, tensor<f32>, tensor<?xf32, #tc.dims<[u0]>>) {
    %sum_1 = fx.call "aten.sum.default"(%x) : (tensor<11xi64>) -> tensor<i64> loc(#loc0)
    %item = fx.call "tc.range_to.default"(%sum_1) : (tensor<i64>) -> tensor<?xi64, #tc.dims<[u0]>> loc(#loc0)
    %arange = fx.call "aten.arange.default"(#tc.size<u0>, device = "cpu", pin_memory = false) : () -> tensor<?xi64, #tc.dims<[u0]>> loc(#loc0)
    %sum_2 = fx.call "aten.sum.dim_IntList"(%y, [0]) : (tensor<3x4xf32>) -> tensor<4xf32> loc(#loc0)
    %unsqueeze = fx.call "aten.unsqueeze.default"(%sum_2, 0) : (tensor<4xf32>) -> tensor<1x4xf32> loc(#loc0)
    %expand = fx.call "aten.expand.default"(%unsqueeze, [#tc.size<u0>, 4]) : (tensor<1x4xf32>) -> tensor<?x4xf32, #tc.dims<[u0, 4]>> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%arange, 2) : (tensor<?xi64, #tc.dims<[u0]>>) -> tensor<?xi64, #tc.dims<[u0]>> loc(#loc0)
    %zeros = fx.call "aten.zeros.default"([2, #tc.size<u0>], device = "cpu", pin_memory = false) : () -> tensor<2x?xf32, #tc.dims<[2, u0]>> loc(#loc0)
    %sum_3 = fx.call "aten.sum.default"(%zeros) : (tensor<2x?xf32, #tc.dims<[2, u0]>>) -> tensor<f32> loc(#loc0)
    %full = fx.call "aten.full.default"([#tc.size<u0>], 1.5, device = "cpu", pin_memory = false) : () -> tensor<?xf32, #tc.dims<[u0]>> loc(#loc0)
    fx.output %mul, %expand, %sum_3, %full : tensor<?xi64, #tc.dims<[u0]>>, tensor<?x4xf32, #tc.dims<[u0, 4]>>, tensor<f32>, tensor<?xf32, #tc.dims<[u0]>>
  }
}
#loc0 = loc("sizes_from_items")
