module attributes {
  tc.version = "0.1",
  tc.model = "positions_of_rows",
  tc.expected = [{shape = [5], dtype = i64, sum = 13.0, norm = 7.14142842854285, samples = dense<[0.0, 1.0, 3.0, 4.0, 5.0]> : tensor<5xf64>}, {shape = [5, 4], dtype = f32, sum = 3.417445458471775, norm = 3.274068668894976, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.5577565431594849, 1.2414445877075195, 0.5986543893814087, -0.7669147849082947, 0.31576067209243774, 0.4525718092918396, 0.5323302149772644, -0.8860009908676147, -0.32212033867836, 0.7198862433433533, 0.6547982692718506, 0.42783159017562866, -0.647861659526825, -0.16763685643672943, 0.2674216032028198, 1.5412359237670898, -0.26273542642593384, 0.10481410473585129, -1.4450011253356934, 0.5012106895446777]> : tensor<20xf64>}, {shape = [5, 6], dtype = f32, sum = 4.999999999999999, norm = 1.399833508698008, eager_error = 7.160010307163958e-08, eager_max = 6.128790019932495e-08, samples = dense<[0.626434183248099, 0.2164481022825566, 0.05557096659945006, 0.08302509929333546, 0.007766789404558135, 0.010754859172000681, 0.4866199881926127, 0.3384083430059088, 0.027255773673970175, 0.10405826671441669, 0.019062768107915937, 0.024594860305175607, 0.18172879925799257, 0.10131057486124484, 0.1731438396020803, 0.28668733036239347, 0.20999850068648349, 0.04713095522980513, 0.00775680085549705, 0.008468196279171251, 0.13406495724107143, 0.09581708466644415, 0.6886159878743936, 0.06527697308342255, 0.008862916019221692, 0.009015298376431315, 0.5573279109804687, 0.017744501157131984, 0.053863032643552355, 0.3531863408231938]> : tensor<30xf64>}, {shape = [4], dtype = f32, sum = 3.417445458471775, norm = 2.5873913674203886, eager_error = 5.650128915909787e-08, eager_max = 1.1920928955078125e-07, samples = dense<[-0.35920020937919617, 2.3510798886418343, 0.6082033514976501, 0.8173624277114868]> : tensor<4xf64>}]
} {
  fx.graph @main(%x: tensor<6x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %keep: tensor<6xi1> {fx.name = "keep", tc.init = {kind = "randint", low = 0, high = 2, stream = 901, seed = 7}})
      -> (tensor<?xi64, #tc.dims<[u0]>>, tensor<?x4xf32, #tc.dims<[u0, 4]>>, tensor<?x6xf32, #tc.dims<[u0, 6]>>, tensor<4xf32>) {
    %where = fx.call "aten.where.default"(%keep) : (tensor<6xi1>) -> tensor<?xi64, #tc.dims<[u0]>> loc(#loc0)
    %index_select = fx.call "aten.index_select.default"(%x, 0, %where) : (tensor<6x4xf32>, tensor<?xi64, #tc.dims<[u0]>>) -> tensor<?x4xf32, #tc.dims<[u0, 4]>> loc(#loc0)
    %t = fx.call "aten.t.default"(%x) : (tensor<6x4xf32>) -> tensor<4x6xf32> loc(#loc0)
    %matmul = fx.call "aten.matmul.default"(%index_select, %t) : (tensor<?x4xf32, #tc.dims<[u0, 4]>>, tensor<4x6xf32>) -> tensor<?x6xf32, #tc.dims<[u0, 6]>> loc(#loc0)
    %softmax = fx.call "aten.softmax.int"(%matmul, -1) : (tensor<?x6xf32, #tc.dims<[u0, 6]>>) -> tensor<?x6xf32, #tc.dims<[u0, 6]>> loc(#loc0)
    %sum_1 = fx.call "aten.sum.dim_IntList"(%index_select, [0]) : (tensor<?x4xf32, #tc.dims<[u0, 4]>>) -> tensor<4xf32> loc(#loc0)
    fx.output %where, %index_select, %softmax, %sum_1 : tensor<?xi64, #tc.dims<[u0]>>, tensor<?x4xf32, #tc.dims<[u0, 4]>>, tensor<?x6xf32, #tc.dims<[u0, 6]>>, tensor<4xf32>
  }
}
#loc0 = loc("positions_of_rows")
