module attributes {
  tc.version = "0.1",
  tc.model = "transformer_block",
  tc.expected = [{shape = [2, 5, 8], dtype = f32, sum = 13.97330670672913, norm = 13.070191671512635, eager_error = 1.278767955585894e-07, eager_max = 6.156761012121592e-07, samples = dense<[0.313721263366044, 0.7866536519970744, 1.9276169406559924, -1.5202549868769524, -0.9526655805096522, -0.6185665450111413, -1.2758823189232409, -1.3161089496143072, 0.6449738164357746, 1.182619620415558, 0.9254688472646179, 1.1346114836936607, -0.5319913883173705, -0.6068912719247007, 1.924980881603527, 0.9047078301500826, -0.035779919287132644, 0.042226860732985705, -0.18033725982957538, 1.884846019452599, -0.00034723982068218806, -0.297106952749718, -1.0463654626091663, 1.2592506502886522, -0.8674463737935081, 0.0478698052850115, 1.2345336707271894, 0.5401557370282468, -0.2911695756597827, 0.42773261795093875, -1.7971012440365148, 1.2198984030186077, -1.3760390307300467, -1.7652884615776179, 1.3265108994619252, -2.1390952613609353, 0.057087254112755725, 0.10919503881682383, -2.014034564032811, -0.8980910424588755, 3.4352158037350966, 0.8220291425164529, -0.4075660901862941, -0.9256738223194925, -1.837857267464762, 1.4904710358107336, 4.054006626922389, -4.1010134673261724, 1.3612889070973528, 1.1307430284102042, 1.188866091003154, -0.30487749354551963, 0.4164102872990298, -1.1961489601853825, 3.0425010229934335, -0.1092510702117706, 2.386453519810517, 2.5259969703503673, 0.2830837027783252, -0.8517730010363792, -0.25366591534443617, 0.037375373600130546, -0.655204296197867, 1.292067006909706, -0.15768493015702506, 2.0800724950185785, 1.712882800159508, -1.6215578076939363, 0.5681397409747619, -0.9019810464395946, -2.154063644530494, -0.1056963037632852, -0.9844114702978484, 0.8530703566853869, -0.1533282529766719, -2.1426294734552247, 0.7609143936030757, 0.08275344102503746, 1.3769986100303837, 3.5722527997933264]> : tensor<80xf64>}]
} {
  prim.weight @"first.weight" : tensor<8xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 0, seed = 7}}
  prim.weight @"first.bias" : tensor<8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 1, seed = 7}}
  prim.weight @"second.weight" : tensor<8xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 2, seed = 7}}
  prim.weight @"second.bias" : tensor<8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 3, seed = 7}}
  prim.weight @"qkv.weight" : tensor<24x8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.3535533905932738, stream = 4, seed = 7}}
  prim.weight @"qkv.bias" : tensor<24xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 5, seed = 7}}
  prim.weight @"out.weight" : tensor<8x8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.3535533905932738, stream = 6, seed = 7}}
  prim.weight @"out.bias" : tensor<8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 7, seed = 7}}
  prim.weight @"up.weight" : tensor<32x8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.3535533905932738, stream = 8, seed = 7}}
  prim.weight @"up.bias" : tensor<32xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 9, seed = 7}}
  prim.weight @"down.weight" : tensor<8x16xf32> {init = {kind = "uniform", mean = 0.0, std = 0.25, stream = 10, seed = 7}}
  prim.weight @"down.bias" : tensor<8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 11, seed = 7}}
  fx.graph @main(%x: tensor<2x5x8xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<2x5x8xf32>) {
    %p_first_weight = fx.get_attr @"first.weight" : tensor<8xf32>
    %p_first_bias = fx.get_attr @"first.bias" : tensor<8xf32>
    %layer_norm = fx.call "aten.layer_norm.default"(%x, [8], %p_first_weight, %p_first_bias, 1.0e-05, false) : (tensor<2x5x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x5x8xf32> loc(#loc0)
    %p_qkv_weight = fx.get_attr @"qkv.weight" : tensor<24x8xf32>
    %p_qkv_bias = fx.get_attr @"qkv.bias" : tensor<24xf32>
    %linear = fx.call "aten.linear.default"(%layer_norm, %p_qkv_weight, %p_qkv_bias) : (tensor<2x5x8xf32>, tensor<24x8xf32>, tensor<24xf32>) -> tensor<2x5x24xf32> loc(#loc1)
    %chunk:3 = fx.call "aten.chunk.default"(%linear, 3, -1) : (tensor<2x5x24xf32>) -> (tensor<2x5x8xf32>, tensor<2x5x8xf32>, tensor<2x5x8xf32>) loc(#loc2)
    %unflatten = fx.call "aten.unflatten.int"(%chunk#0, -1, [2, 4]) : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32> loc(#loc2)
    %transpose = fx.call "aten.transpose.int"(%unflatten, 1, 2) : (tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32> loc(#loc2)
    %unflatten_1 = fx.call "aten.unflatten.int"(%chunk#1, -1, [2, 4]) : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32> loc(#loc2)
    %transpose_1 = fx.call "aten.transpose.int"(%unflatten_1, 1, 2) : (tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32> loc(#loc2)
    %unflatten_2 = fx.call "aten.unflatten.int"(%chunk#2, -1, [2, 4]) : (tensor<2x5x8xf32>) -> tensor<2x5x2x4xf32> loc(#loc2)
    %transpose_2 = fx.call "aten.transpose.int"(%unflatten_2, 1, 2) : (tensor<2x5x2x4xf32>) -> tensor<2x2x5x4xf32> loc(#loc2)
    %scaled_dot_product_attention = fx.call "aten.scaled_dot_product_attention.default"(%transpose, %transpose_1, %transpose_2, none, 0.0, true) : (tensor<2x2x5x4xf32>, tensor<2x2x5x4xf32>, tensor<2x2x5x4xf32>) -> tensor<2x2x5x4xf32> loc(#loc2)
    %transpose_3 = fx.call "aten.transpose.int"(%scaled_dot_product_attention, 1, 2) : (tensor<2x2x5x4xf32>) -> tensor<2x5x2x4xf32> loc(#loc2)
    %flatten = fx.call "aten.flatten.using_ints"(%transpose_3, 2) : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32> loc(#loc2)
    %p_out_weight = fx.get_attr @"out.weight" : tensor<8x8xf32>
    %p_out_bias = fx.get_attr @"out.bias" : tensor<8xf32>
    %linear_1 = fx.call "aten.linear.default"(%flatten, %p_out_weight, %p_out_bias) : (tensor<2x5x8xf32>, tensor<8x8xf32>, tensor<8xf32>) -> tensor<2x5x8xf32> loc(#loc3)
    %dropout = fx.call "aten.dropout.default"(%linear_1, 0.1, false) : (tensor<2x5x8xf32>) -> tensor<2x5x8xf32> loc(#loc4)
    %add = fx.call "aten.add.Tensor"(%x, %dropout) : (tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> tensor<2x5x8xf32> loc(#loc2)
    %p_second_weight = fx.get_attr @"second.weight" : tensor<8xf32>
    %p_second_bias = fx.get_attr @"second.bias" : tensor<8xf32>
    %layer_norm_1 = fx.call "aten.layer_norm.default"(%add, [8], %p_second_weight, %p_second_bias, 1.0e-05, false) : (tensor<2x5x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x5x8xf32> loc(#loc5)
    %p_up_weight = fx.get_attr @"up.weight" : tensor<32x8xf32>
    %p_up_bias = fx.get_attr @"up.bias" : tensor<32xf32>
    %linear_2 = fx.call "aten.linear.default"(%layer_norm_1, %p_up_weight, %p_up_bias) : (tensor<2x5x8xf32>, tensor<32x8xf32>, tensor<32xf32>) -> tensor<2x5x32xf32> loc(#loc6)
    %chunk_1:2 = fx.call "aten.chunk.default"(%linear_2, 2, -1) : (tensor<2x5x32xf32>) -> (tensor<2x5x16xf32>, tensor<2x5x16xf32>) loc(#loc2)
    %silu = fx.call "aten.silu.default"(%chunk_1#0) : (tensor<2x5x16xf32>) -> tensor<2x5x16xf32> loc(#loc2)
    %mul = fx.call "aten.mul.Tensor"(%silu, %chunk_1#1) : (tensor<2x5x16xf32>, tensor<2x5x16xf32>) -> tensor<2x5x16xf32> loc(#loc2)
    %p_down_weight = fx.get_attr @"down.weight" : tensor<8x16xf32>
    %p_down_bias = fx.get_attr @"down.bias" : tensor<8xf32>
    %linear_3 = fx.call "aten.linear.default"(%mul, %p_down_weight, %p_down_bias) : (tensor<2x5x16xf32>, tensor<8x16xf32>, tensor<8xf32>) -> tensor<2x5x8xf32> loc(#loc7)
    %dropout_1 = fx.call "aten.dropout.default"(%linear_3, 0.1, false) : (tensor<2x5x8xf32>) -> tensor<2x5x8xf32> loc(#loc4)
    %add_1 = fx.call "aten.add.Tensor"(%add, %dropout_1) : (tensor<2x5x8xf32>, tensor<2x5x8xf32>) -> tensor<2x5x8xf32> loc(#loc2)
    fx.output %add_1 : tensor<2x5x8xf32>
  }
}
#loc0 = loc("first")
#loc1 = loc("qkv")
#loc2 = loc("transformer_block")
#loc3 = loc("out")
#loc4 = loc("drop")
#loc5 = loc("second")
#loc6 = loc("up")
#loc7 = loc("down")
