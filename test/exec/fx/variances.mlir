module attributes {
  tc.version = "0.1",
  tc.model = "variances",
  tc.expected = [{shape = [4], dtype = f32, sum = 3.384365118323151, norm = 1.7501418673873337, eager_error = 2.5802701160386215e-08, eager_max = 3.345621824024647e-08, samples = dense<[0.4617676496862853, 1.0155418253721118, 0.9559133353227598, 0.9511423079419944]> : tensor<4xf64>}, {shape = [9], dtype = f32, sum = 7.918874683935396, norm = 2.735418620393501, eager_error = 1.994958629582238e-08, eager_max = 2.981186053574447e-08, samples = dense<[0.7114800250570068, 1.3471629406443033, 0.7724660756060859, 0.5894546877782064, 1.0179494321250901, 0.7353977400705484, 0.9375759154325798, 0.6508129178788754, 1.1565749493426998]> : tensor<9xf64>}, {shape = [4], dtype = f32, sum = 3.0083245496205793, norm = 1.5556816598998522, eager_error = 1.8300578521960013e-08, eager_max = 2.3116122349620127e-08, samples = dense<[0.4104601330544758, 0.9027038447752105, 0.8497007425091199, 0.8454598292817728]> : tensor<4xf64>}, {shape = [4], dtype = f32, sum = 3.0083245496205793, norm = 1.5556816598998522, eager_error = 1.8300578521960013e-08, eager_max = 2.3116122349620127e-08, samples = dense<[0.4104601330544758, 0.9027038447752105, 0.8497007425091199, 0.8454598292817728]> : tensor<4xf64>}, {shape = [4], dtype = f32, sum = 0.36809751368127763, norm = 0.4900242423615058, eager_error = 5.946942762811745e-09, eager_max = 2.2506961849799723e-09, samples = dense<[0.28083348274230957, 0.26140373779667747, 0.11011290467447706, -0.2842526115321865]> : tensor<4xf64>}, {shape = [], dtype = f32, sum = 5.407035673037762, norm = 5.407035673037762, eager_error = 2.8592183609667972e-08, eager_max = 1.5459895674752033e-07, samples = dense<[5.407035673037762]> : tensor<1xf64>}]
} {
  fx.graph @main(%x: tensor<4x9xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<4xf32>, tensor<9xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>) {
    %var_mean:2 = fx.call "aten.var_mean.correction"(%x, [1], correction = 0) : (tensor<4x9xf32>) -> (tensor<4xf32>, tensor<4xf32>) loc(#loc0)
    %var = fx.call "aten.var.dim"(%x, [1]) : (tensor<4x9xf32>) -> tensor<4xf32> loc(#loc0)
    %std = fx.call "aten.std.dim"(%x, [0]) : (tensor<4x9xf32>) -> tensor<9xf32> loc(#loc0)
    %var_1 = fx.call "aten.var.correction"(%x, [1], correction = 0) : (tensor<4x9xf32>) -> tensor<4xf32> loc(#loc0)
    %linalg_vector_norm = fx.call "aten.linalg_vector_norm.default"(%x) : (tensor<4x9xf32>) -> tensor<f32> loc(#loc0)
    fx.output %var, %std, %var_1, %var_mean#0, %var_mean#1, %linalg_vector_norm : tensor<4xf32>, tensor<9xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
  }
}
#loc0 = loc("variances")
