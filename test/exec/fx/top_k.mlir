module attributes {
  tc.version = "0.1",
  tc.model = "top_k",
  tc.expected = [{shape = [4, 3], dtype = f32, sum = 12.821614742279053, norm = 3.918877727816473, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.684667944908142, 1.2414445877075195, 0.5986543893814087, 1.5412359237670898, 1.4540468454360962, 0.7198862433433533, 1.2462036609649658, 0.9934366941452026, 0.5540893077850342, 1.2345387935638428, 0.9079403281211853, 0.6454700231552124]> : tensor<12xf64>}, {shape = [4, 3], dtype = i64, sum = 59, norm = 20.12461179749811, samples = dense<[9, 1, 2, 9, 1, 3, 9, 6, 5, 7, 6, 1]> : tensor<12xi64>}, {shape = [2, 10], dtype = f32, sum = -9.944986770162359, norm = 4.223575182414159, eager_error = 0.0, eager_max = 0.0, samples = dense<[-1.450978398323059, 0.10481410473585129, -1.4450011253356934, -0.9992981553077698, -1.2634556293487549, -1.6730581521987915, -0.647861659526825, -0.8860009908676147, -0.9918683171272278, -0.6824795007705688, -1.2678337097167969, 0.6454700231552124, -0.9244665503501892, -0.7669147849082947, -0.0022041371557861567, 0.42783159017562866, 0.5323302149772644, -0.16763685643672943, 0.2674216032028198, 1.2462036609649658]> : tensor<20xf64>}, {shape = [2, 10], dtype = i64, sum = 37, norm = 9.643650760992955, samples = dense<[1, 2, 2, 3, 2, 3, 1, 0, 3, 3, 3, 3, 3, 0, 3, 1, 0, 1, 1, 2]> : tensor<20xi64>}]
} {
  fx.graph @main(%x: tensor<4x10xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<4x3xf32>, tensor<4x3xi64>, tensor<2x10xf32>, tensor<2x10xi64>) {
    %topk:2 = fx.call "aten.topk.default"(%x, 3, 1) : (tensor<4x10xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) loc(#loc0)
    %topk_1:2 = fx.call "aten.topk.default"(%x, 2, 0, false) : (tensor<4x10xf32>) -> (tensor<2x10xf32>, tensor<2x10xi64>) loc(#loc0)
    fx.output %topk#0, %topk#1, %topk_1#0, %topk_1#1 : tensor<4x3xf32>, tensor<4x3xi64>, tensor<2x10xf32>, tensor<2x10xi64>
  }
}
#loc0 = loc("top_k")
