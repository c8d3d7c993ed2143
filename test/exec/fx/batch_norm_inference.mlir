module attributes {
  tc.version = "0.1",
  tc.model = "batch_norm_inference",
  tc.expected = [{shape = [2, 6, 3, 3], dtype = f32, sum = 79.9676732703581, norm = 12.84656480395445, eager_error = 1.0036986349458074e-07, eager_max = 5.717043802810906e-07, samples = dense<[1.5286063749841068, 0.827207581992074, 0.0, 1.1654959080106781, 0.0, 1.1680221868675407, 0.0, 2.78648207774499, 0.8848810719798685, 0.5634805603990745, 1.5074762274057936, 2.565523593594146, 1.1427281435482075, 0.33377956359206307, 0.0, 0.890513664401607, 0.0, 0.0, 0.0, 1.3270256620581606, 0.0, 0.0, 1.8261223822779318, 2.838100814565072, 0.38267660691793304, 0.0, 0.0, 1.8637163713718505, 0.6554976827135148, 0.0, 0.07432351284793945, 2.3696025031693178, 2.8080014162243687, 1.8182483006166639, 0.0, 0.0, 0.0, 0.0, 0.12311636834517406, 3.917142296337612, 0.0, 0.0, 0.0, 0.17913686318882743, 0.0, 0.5987929780778218, 0.0, 1.6240807329466431, 2.0911888113315893, 0.0, 0.8835684715024222, 1.9065935430734386, 0.002438077278811318, 1.7744628288802582, 0.0, 0.10860260124357149, 1.9277744206179999, 1.2141170995205859, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.011138944210934087, 0.0, 0.2500094162102701, 1.1014001318152289, 0.0, 0.30205404409526443, 3.2098991592398267, 0.0, 0.0, 0.1567868595868694, 0.0, 3.3277397339975052, 0.7668922931489924, 0.8403356009263803, 1.71921233091924, 3.6322726354893753, 1.237952460147913, 0.5409431706583352, 0.10849430860221046, 0.0, 0.0, 0.10153649675733104, 0.42495880353407656, 0.13383357750592556, 0.0, 1.5542279016537441, 1.4723059779579162, 0.982488766774321, 3.1849652559655413, 0.4152949055072396, 0.28492788911314454, 1.3134272852686106, 0.021986010900137992, 0.0, 0.39687058220783034, 0.824938306387464, 0.0, 0.0, 2.749362364320523, 0.0, 1.2228907578282964]> : tensor<108xf64>}]
} {
  prim.weight @"conv.weight" : tensor<6x4x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.23570226039551584, stream = 0, seed = 7}}
  prim.weight @"conv.bias" : tensor<6xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 1, seed = 7}}
  prim.weight @"bn.weight" : tensor<6xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 2, seed = 7}}
  prim.weight @"bn.bias" : tensor<6xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 3, seed = 7}}
  prim.weight @"bn.running_mean" : tensor<6xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 4, seed = 7}}
  prim.weight @"bn.running_var" : tensor<6xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 5, seed = 7}}
  fx.graph @main(%x: tensor<2x4x5x5xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<2x6x3x3xf32>) {
    %p_conv_weight = fx.get_attr @"conv.weight" : tensor<6x4x3x3xf32>
    %p_conv_bias = fx.get_attr @"conv.bias" : tensor<6xf32>
    %conv2d = fx.call "aten.conv2d.default"(%x, %p_conv_weight, %p_conv_bias) : (tensor<2x4x5x5xf32>, tensor<6x4x3x3xf32>, tensor<6xf32>) -> tensor<2x6x3x3xf32> loc(#loc0)
    %p_bn_weight = fx.get_attr @"bn.weight" : tensor<6xf32>
    %p_bn_bias = fx.get_attr @"bn.bias" : tensor<6xf32>
    %b_bn_running_mean = fx.get_attr @"bn.running_mean" : tensor<6xf32>
    %b_bn_running_var = fx.get_attr @"bn.running_var" : tensor<6xf32>
    %batch_norm = fx.call "aten.batch_norm.default"(%conv2d, %p_bn_weight, %p_bn_bias, %b_bn_running_mean, %b_bn_running_var, false, 0.1, 1.0e-05, false) : (tensor<2x6x3x3xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x6x3x3xf32> loc(#loc1)
    %add_ = fx.call "aten.add_.Tensor"(%batch_norm, 0.25) : (tensor<2x6x3x3xf32>) -> tensor<2x6x3x3xf32> loc(#loc2)
    %relu_ = fx.call "aten.relu_.default"(%add_) : (tensor<2x6x3x3xf32>) -> tensor<2x6x3x3xf32> loc(#loc3)
    fx.output %relu_ : tensor<2x6x3x3xf32>
  }
}
#loc0 = loc("conv")
#loc1 = loc("bn")
#loc2 = loc("batch_norm_inference")
#loc3 = loc("relu")
