module attributes {
  tc.version = "0.1",
  tc.model = "sorting",
  tc.expected = [{shape = [4, 9], dtype = f32, sum = 3.3128776231314987, norm = 5.407035673037761, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.2414445877075195, 0.5986543893814087, 0.5577565431594849, 0.5323302149772644, 0.4818989038467407, 0.4525718092918396, 0.31576067209243774, -0.7669147849082947, -0.8860009908676147, 1.684667944908142, 1.4540468454360962, 0.7198862433433533, 0.6547982692718506, 0.42783159017562866, -0.16763685643672943, -0.32212033867836, -0.647861659526825, -1.450978398323059, 1.5412359237670898, 0.9934366941452026, 0.5540893077850342, 0.5012106895446777, 0.2674216032028198, 0.10481410473585129, -0.26273542642593384, -1.2634556293487549, -1.4450011253356934, 1.2462036609649658, 0.6454700231552124, 0.30846893787384033, 0.10844457894563675, -0.0022041371557861567, -0.9244665503501892, -0.9992981553077698, -1.2678337097167969, -1.6730581521987915]> : tensor<36xf64>}, {shape = [4, 9], dtype = i64, sum = 144, norm = 28.5657137141714, samples = dense<[1, 2, 0, 6, 8, 5, 4, 3, 7, 0, 2, 4, 5, 6, 8, 3, 7, 1, 1, 8, 7, 5, 0, 3, 2, 6, 4, 2, 4, 1, 0, 7, 5, 6, 3, 8]> : tensor<36xi64>}, {shape = [3, 8], dtype = i64, sum = 56, norm = 13.490737563232042, samples = dense<[0, 1, 1, 4, 4, 4, 4, 4, 0, 1, 1, 1, 1, 1, 2, 4, 1, 2, 2, 3, 3, 4, 4, 4]> : tensor<24xi64>}, {shape = [3, 8], dtype = i64, sum = 84, norm = 20.493901531919196, samples = dense<[7, 0, 6, 1, 2, 3, 4, 5, 2, 0, 1, 4, 5, 7, 3, 6, 2, 3, 5, 6, 7, 0, 1, 4]> : tensor<24xi64>}, {shape = [4, 9], dtype = i64, sum = 54, norm = 11.224972160321824, samples = dense<[3, 1, 2, 3, 2, 3, 2, 0, 3, 2, 3, 0, 0, 0, 0, 3, 1, 1, 0, 0, 3, 1, 3, 2, 1, 3, 0, 1, 2, 1, 2, 1, 1, 0, 2, 2]> : tensor<36xi64>}]
} {
  fx.graph @main(%x: tensor<4x9xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %i: tensor<3x8xi64> {fx.name = "i", tc.init = {kind = "randint", low = 0, high = 5, stream = 901, seed = 7}})
      -> (tensor<4x9xf32>, tensor<4x9xi64>, tensor<3x8xi64>, tensor<3x8xi64>, tensor<4x9xi64>) {
    %sort:2 = fx.call "aten.sort.default"(%x, 1, true) : (tensor<4x9xf32>) -> (tensor<4x9xf32>, tensor<4x9xi64>) loc(#loc0)
    %sort_1:2 = fx.call "aten.sort.stable"(%i, stable = true, dim = 1) : (tensor<3x8xi64>) -> (tensor<3x8xi64>, tensor<3x8xi64>) loc(#loc0)
    %argsort = fx.call "aten.argsort.default"(%x, 0) : (tensor<4x9xf32>) -> tensor<4x9xi64> loc(#loc0)
    fx.output %sort#0, %sort#1, %sort_1#0, %sort_1#1, %argsort : tensor<4x9xf32>, tensor<4x9xi64>, tensor<3x8xi64>, tensor<3x8xi64>, tensor<4x9xi64>
  }
}
#loc0 = loc("sorting")
