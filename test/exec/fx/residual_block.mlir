module attributes {
  tc.version = "0.1",
  tc.model = "residual_block",
  tc.expected = [{shape = [2, 8, 4, 4], dtype = f32, sum = 164.38344408272573, norm = 19.078262597869188, eager_error = 1.1953304799625982e-07, eager_max = 6.056015346977972e-07, samples = dense<[0.0, 0.0, 0.0, 1.0816058562826236, 0.15215821084306444, 2.324219899762995, 0.0, 2.3659388896827247, 0.1303561502139434, 0.0, 0.0, 0.0, 0.5703010693027853, 0.0, 0.0, 0.0, 0.35579984246971796, 0.6121862933987734, 0.0, 0.0, 0.0, 0.0, 0.9013895537800438, 3.4172479390363675, 0.0, 0.7000590232339303, 0.0, 0.79106262129615, 0.8291191013106486, 1.048488803667848, 0.0, 0.0, 0.30977268726689683, 0.9237018976317621, 0.0, 0.4824856666664379, 1.836152793551426, 1.355753917120352, 0.8369783349364924, 0.0, 2.843270661292932, 0.6168265906297115, 0.0, 0.9567492959521671, 0.0, 0.0, 0.0, 1.4270023550428506, 0.0, 2.9386068639263034, 0.23384219524309469, 0.0, 0.0, 1.3072063659702073, 0.0, 0.0, 0.0, 0.0, 1.0281893589747426, 0.0, 0.0, 0.0, 0.0, 0.0, 0.9920990802945562, 0.0, 0.0, 0.0, 1.1783858330234591, 0.3043435252273186, 0.0, 0.0, 0.0, 0.0, 0.7635683392988749, 0.0, 2.548511916377016, 1.9938699340942954, 1.1498291062416397, 0.0, 0.0, 0.0, 0.6967385084435269, 0.0, 0.2459965947520235, 1.1522707393535474, 0.0, 1.9957016422968388, 0.02612832160059997, 0.0, 0.0, 0.4799031686309211, 0.9699227439110427, 0.628707012178165, 0.6836289662219812, 0.0, 1.1443443552332855, 0.0, 0.0, 2.0768202955938286, 0.7417513301087331, 2.5254816387707515, 1.7204464872312748, 0.20491895523482495, 0.0, 0.0, 0.4038539996948395, 0.22104966939218812, 0.44445199110098277, 1.4938015314319597, 0.07256594513016248, 0.0, 2.3472679724352967, 0.0, 0.0, 0.0, 0.0, 0.08416945153984184, 2.7629030488396857, 0.0, 0.18743539706630363, 0.0, 3.2118042789260652, 1.1214935127058117, 0.0, 0.0, 0.0, 2.5177616006203927, 0.0, 3.733957203351011, 0.0, 0.0, 0.0, 0.0, 0.0, 3.770264210442818, 1.519973883647189, 0.0, 0.0, 3.045642757498032, 0.0, 0.0, 0.0, 0.0, 0.9926089508857232, 2.7160285083813447, 0.0, 0.0, 0.0, 0.7979140918521972, 1.130395175526103, 1.4805647186631816, 0.0, 1.951531324932005, 0.0, 0.866719196830305, 0.0, 0.0, 0.0, 3.8350761065630588, 2.8308190109578244, 0.0, 0.48118086071503074, 1.0539330648520258, 0.0, 0.0, 0.0, 0.0, 1.529861935959114, 0.7299110937493928, 1.6982134364051888, 0.0, 0.6207151566145712, 1.3872768885599756, 0.0, 0.0, 0.0, 0.0, 1.0957688592541304, 0.0, 0.0, 0.0, 0.0, 2.367370643298542, 0.0, 0.0013703638097497528, 0.0, 2.433384355549015, 0.0, 0.19413221559993943, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.198961768870222, 0.0, 0.3580603711150208, 0.3155000866101878, 0.0, 0.0, 0.0, 0.0, 1.637212778121344, 0.0, 0.0, 0.0, 0.3920827570078502, 4.532779874344734, 0.0, 0.0, 0.0, 1.9043029359736692, 2.173553121480757, 2.2972484139638962, 1.9096808266477547, 1.5389365374588808, 0.0, 4.117568937272838, 0.0, 0.0, 0.4170551640412505, 1.529567867148769, 3.4114656482980443, 4.937366305819779, 2.0274288457767455, 0.026876104400004236, 1.2177520235955426, 0.5016275038957786, 2.4566371728831475, 0.0, 1.7082284809539983, 0.18442975363944936, 0.0, 1.9551792536009032, 1.4789182299664705, 0.0, 0.0, 0.7664300376217549, 0.0, 0.0, 1.7341749395040733, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.787829972126735, 0.0, 0.0, 0.7152921658036528, 0.4182830593959739, 0.0]> : tensor<256xf64>}]
} {
  prim.weight @"conv1.weight" : tensor<8x8x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.16666666666666666, stream = 0, seed = 7}}
  prim.weight @"bn1.weight" : tensor<8xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 1, seed = 7}}
  prim.weight @"bn1.bias" : tensor<8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 2, seed = 7}}
  prim.weight @"bn2.weight" : tensor<8xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 3, seed = 7}}
  prim.weight @"bn2.bias" : tensor<8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 4, seed = 7}}
  prim.weight @"conv2.weight" : tensor<8x4x3x3xf32> {init = {kind = "uniform", mean = 0.0, std = 0.23570226039551584, stream = 5, seed = 7}}
  prim.weight @"down.weight" : tensor<8x8x1x1xf32> {init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 6, seed = 7}}
  prim.weight @"bn1.running_mean" : tensor<8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 7, seed = 7}}
  prim.weight @"bn1.running_var" : tensor<8xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 8, seed = 7}}
  prim.weight @"bn2.running_mean" : tensor<8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 10, seed = 7}}
  prim.weight @"bn2.running_var" : tensor<8xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 11, seed = 7}}
  fx.graph @main(%x: tensor<2x8x8x8xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<2x8x4x4xf32>) {
    %p_conv1_weight = fx.get_attr @"conv1.weight" : tensor<8x8x3x3xf32>
    %conv2d = fx.call "aten.conv2d.default"(%x, %p_conv1_weight, none, [1, 1], [1, 1]) : (tensor<2x8x8x8xf32>, tensor<8x8x3x3xf32>) -> tensor<2x8x8x8xf32> loc(#loc0)
    %p_bn1_weight = fx.get_attr @"bn1.weight" : tensor<8xf32>
    %p_bn1_bias = fx.get_attr @"bn1.bias" : tensor<8xf32>
    %b_bn1_running_mean = fx.get_attr @"bn1.running_mean" : tensor<8xf32>
    %b_bn1_running_var = fx.get_attr @"bn1.running_var" : tensor<8xf32>
    %batch_norm = fx.call "aten.batch_norm.default"(%conv2d, %p_bn1_weight, %p_bn1_bias, %b_bn1_running_mean, %b_bn1_running_var, false, 0.1, 1.0e-05, false) : (tensor<2x8x8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x8x8xf32> loc(#loc1)
    %relu_ = fx.call "aten.relu_.default"(%batch_norm) : (tensor<2x8x8x8xf32>) -> tensor<2x8x8x8xf32> loc(#loc2)
    %p_conv2_weight = fx.get_attr @"conv2.weight" : tensor<8x4x3x3xf32>
    %conv2d_1 = fx.call "aten.conv2d.default"(%relu_, %p_conv2_weight, none, [2, 2], [1, 1], [1, 1], 2) : (tensor<2x8x8x8xf32>, tensor<8x4x3x3xf32>) -> tensor<2x8x4x4xf32> loc(#loc3)
    %p_bn2_weight = fx.get_attr @"bn2.weight" : tensor<8xf32>
    %p_bn2_bias = fx.get_attr @"bn2.bias" : tensor<8xf32>
    %b_bn2_running_mean = fx.get_attr @"bn2.running_mean" : tensor<8xf32>
    %b_bn2_running_var = fx.get_attr @"bn2.running_var" : tensor<8xf32>
    %batch_norm_1 = fx.call "aten.batch_norm.default"(%conv2d_1, %p_bn2_weight, %p_bn2_bias, %b_bn2_running_mean, %b_bn2_running_var, false, 0.1, 1.0e-05, false) : (tensor<2x8x4x4xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x4x4xf32> loc(#loc4)
    %p_down_weight = fx.get_attr @"down.weight" : tensor<8x8x1x1xf32>
    %conv2d_2 = fx.call "aten.conv2d.default"(%x, %p_down_weight, none, [2, 2]) : (tensor<2x8x8x8xf32>, tensor<8x8x1x1xf32>) -> tensor<2x8x4x4xf32> loc(#loc5)
    %add_ = fx.call "aten.add_.Tensor"(%batch_norm_1, %conv2d_2) : (tensor<2x8x4x4xf32>, tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32> loc(#loc6)
    %relu__1 = fx.call "aten.relu_.default"(%add_) : (tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32> loc(#loc2)
    fx.output %relu__1 : tensor<2x8x4x4xf32>
  }
}
#loc0 = loc("conv1")
#loc1 = loc("bn1")
#loc2 = loc("relu")
#loc3 = loc("conv2")
#loc4 = loc("bn2")
#loc5 = loc("down")
#loc6 = loc("residual_block")
