module attributes {
  tc.version = "0.1",
  tc.model = "diagonals",
  tc.expected = [{shape = [5, 5], dtype = f32, sum = 1.9467014074325562, norm = 1.7025061506679917, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 0.0, 0.0, 0.0, 0.0, 0.0, 1.2414445877075195, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5986543893814087, 0.0, 0.0, 0.0, 0.0, 0.0, -0.7669147849082947, 0.0, 0.0, 0.0, 0.0, 0.0, 0.31576067209243774]> : tensor<25xf64>}, {shape = [4, 5], dtype = f32, sum = 10.688792511820793, norm = 4.654134566686764, eager_error = 1.4318455513350355e-08, eager_max = 5.960464477539063e-08, samples = dense<[1.5577565431594849, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.31576067209243774, 0.4525718092918396, 1.5323302149772644, -0.8860009908676147, 0.4818989038467407, 1.684667944908142, -1.450978398323059, 1.4540468454360962, 0.67787966132164, 0.7198862433433533, 0.6547982692718506, 0.42783159017562866, -0.647861659526825, -0.16763685643672943, 1.2674216032028198, 1.5412359237670898]> : tensor<20xf64>}, {shape = [], dtype = f32, sum = 1.035388022661209, norm = 1.035388022661209, eager_error = 2.878372333407509e-08, eager_max = 2.9802322387695312e-08, samples = dense<[1.035388022661209]> : tensor<1xf64>}]
} {
  fx.graph @main(%x: tensor<4x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<5x5xf32>, tensor<4x5xf32>, tensor<f32>) {
    %select = fx.call "aten.select.int"(%x, 0, 0) : (tensor<4x5xf32>) -> tensor<5xf32> loc(#loc0)
    %diag = fx.call "aten.diag.default"(%select) : (tensor<5xf32>) -> tensor<5x5xf32> loc(#loc0)
    %eye = fx.call "aten.eye.m"(4, 5, device = "cpu", pin_memory = false) : () -> tensor<4x5xf32> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%eye, %x) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %trace = fx.call "aten.trace.default"(%x) : (tensor<4x5xf32>) -> tensor<f32> loc(#loc0)
    fx.output %diag, %add, %trace : tensor<5x5xf32>, tensor<4x5xf32>, tensor<f32>
  }
}
#loc0 = loc("diagonals")
