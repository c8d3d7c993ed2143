module attributes {
  tc.version = "0.1",
  tc.model = "reductions_with_index",
  tc.expected = [{shape = [3, 5], dtype = f32, sum = 16.23047226667404, norm = 4.471236555763331, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 1.4540468454360962, 0.5986543893814087, 0.7198862433433533, 1.684667944908142, 0.5540893077850342, 0.9934366941452026, 1.2345387935638428, 0.5012106895446777, 1.2462036609649658, 1.2217212915420532, 1.6591490507125854, 0.9909368753433228, 1.5528733730316162, 1.2613005638122559]> : tensor<15xf64>}, {shape = [3, 5], dtype = i64, sum = 21.0, norm = 7.0, samples = dense<[0.0, 2.0, 0.0, 2.0, 1.0, 1.0, 1.0, 3.0, 0.0, 1.0, 3.0, 3.0, 3.0, 0.0, 1.0]> : tensor<15xf64>}, {shape = [3, 4, 1], dtype = f32, sum = -11.356543354690075, norm = 3.7424942694144243, eager_error = 0.0, eager_max = 0.0, samples = dense<[-0.7669147849082947, -0.8860009908676147, -1.450978398323059, -0.647861659526825, -1.4450011253356934, 0.10844457894563675, -1.2678337097167969, -1.6730581521987915, -1.5667763948440552, -0.6668391227722168, -0.7750629782676697, -0.3186606168746948]> : tensor<12xf64>}, {shape = [3, 4, 1], dtype = i64, sum = 23.0, norm = 8.18535277187245, samples = dense<[3.0, 2.0, 0.0, 1.0, 2.0, 2.0, 0.0, 0.0, 4.0, 2.0, 3.0, 4.0]> : tensor<12xf64>}, {shape = [], dtype = i64, sum = 9.0, norm = 9.0, samples = dense<[9.0]> : tensor<1xf64>}, {shape = [4, 5], dtype = i64, sum = 17.0, norm = 4.795831523312719, samples = dense<[1.0, 2.0, 1.0, 0.0, 2.0, 2.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0]> : tensor<20xf64>}, {shape = [], dtype = f32, sum = 1.684667944908142, norm = 1.684667944908142, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.684667944908142]> : tensor<1xf64>}, {shape = [], dtype = f32, sum = -1.6730581521987915, norm = 1.6730581521987915, eager_error = 0.0, eager_max = 0.0, samples = dense<[-1.6730581521987915]> : tensor<1xf64>}]
} {
  fx.graph @main(%x: tensor<3x4x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<3x5xf32>, tensor<3x5xi64>, tensor<3x4x1xf32>, tensor<3x4x1xi64>, tensor<i64>, tensor<4x5xi64>, tensor<f32>, tensor<f32>) {
    %max_1:2 = fx.call "aten.max.dim"(%x, 1) : (tensor<3x4x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xi64>) loc(#loc0)
    %min_1:2 = fx.call "aten.min.dim"(%x, -1, true) : (tensor<3x4x5xf32>) -> (tensor<3x4x1xf32>, tensor<3x4x1xi64>) loc(#loc0)
    %argmax = fx.call "aten.argmax.default"(%x) : (tensor<3x4x5xf32>) -> tensor<i64> loc(#loc0)
    %argmin = fx.call "aten.argmin.default"(%x, 0) : (tensor<3x4x5xf32>) -> tensor<4x5xi64> loc(#loc0)
    %max_2 = fx.call "aten.max.default"(%x) : (tensor<3x4x5xf32>) -> tensor<f32> loc(#loc0)
    %min_2 = fx.call "aten.min.default"(%x) : (tensor<3x4x5xf32>) -> tensor<f32> loc(#loc0)
    fx.output %max_1#0, %max_1#1, %min_1#0, %min_1#1, %argmax, %argmin, %max_2, %min_2 : tensor<3x5xf32>, tensor<3x5xi64>, tensor<3x4x1xf32>, tensor<3x4x1xi64>, tensor<i64>, tensor<4x5xi64>, tensor<f32>, tensor<f32>
  }
}
#loc0 = loc("reductions_with_index")
