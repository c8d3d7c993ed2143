module attributes {
  tc.version = "0.1",
  tc.model = "gpt2_block_train",
  tc.expected = [{shape = [], dtype = f32, sum = 2.6256516829179524, norm = 2.6256516829179524, eager_error = 3.2350546856556586e-08, eager_max = 8.494126779723388e-08, samples = dense<[2.6256516829179524]> : tensor<1xf64>}],
  tc.expected_gradients = [{weight = "model.ln_1.weight", shape = [768], dtype = f32, sum = 0.46388148479542635, norm = 0.020706159848853063, eager_error = 3.953848543626589e-07, eager_max = 9.545843680943376e-10, samples = dense<[0.0017747787843610478, -0.000101910910381856, 0.0005509570420581032, -0.0006720338127120635, -0.00013928798742890062, 0.000181315013448115, -0.00011908605823729426, 0.00017077278491979238, 0.0011701865398693857, -0.0001835199259173181, 0.0001318908793714724, 0.0009604989808418966, 0.0013804883408981717, 0.00039236848585631995, -4.782580404068324e-05, -0.00027089902811340484]> : tensor<16xf64>}, {weight = "model.ln_1.bias", shape = [768], dtype = f32, sum = 0.005893083888998156, norm = 0.04645758031859765, eager_error = 2.7944900762510505e-07, eager_max = 1.6047435012767064e-09, samples = dense<[0.0017263790862497895, 0.0018486269513707356, 0.002845183611165313, 0.0011518821768096662, -0.0021006172300754977, 0.003611983743936573, 0.0006816305301070835, -0.0011434281036373074, 0.0019227123580990383, -4.2339374240584e-05, -0.0021391425633959134, 0.00017740451803646308, -0.002611920798993134, 0.0005949792975904142, -0.0013427961879968159, -0.002190228802142316]> : tensor<16xf64>}, {weight = "model.attn.c_attn.weight", shape = [768, 2304], dtype = f32, sum = -0.008896234249599663, norm = 0.3397648736873411, eager_error = 8.197153691236093e-07, eager_max = 1.331354991183887e-09, samples = dense<[0.0002473692137749437, -0.00019044995365464875, 0.0004709787086730784, -9.505760625538946e-05, -0.0001964688529161499, -0.00021296100000551746, -4.8906634741815995e-06, 0.00010071652723552968, -0.0001436114646664385, -3.2451672259899974e-05, 0.00024499834810628486, 2.9080305915915776e-06, 7.740090034287203e-05, 0.0003147694396044006, 4.174331897921051e-05, -0.00010885828862618241]> : tensor<16xf64>}, {weight = "model.attn.c_attn.bias", shape = [2304], dtype = f32, sum = 0.026747825682660386, norm = 0.044752281885733936, eager_error = 2.67413166898089e-07, eager_max = 1.299217190428581e-09, samples = dense<[0.00034754805611281355, -0.0001266694866421506, 0.00015323778178604603, -0.0002763596069018128, -0.0003972701382006873, 0.0001820766206982224, -1.4907779871675686e-19, -1.8973538018496328e-19, -9.486769009248164e-20, -1.6263032587282567e-19, 4.0657581468206416e-20, 0.001157537046145913, 0.0004288462097694922, -0.0013558588443750234, 0.0026155003770489188, -0.0007694146948801085]> : tensor<16xf64>}, {weight = "model.attn.c_proj.weight", shape = [768, 768], dtype = f32, sum = 0.08034269459913829, norm = 0.2600803113297715, eager_error = 4.4236856057182773e-07, eager_max = 1.2582912862699192e-09, samples = dense<[0.00028667282988842195, -0.00016772582476152088, -7.672534674712839e-05, 0.0001795997011496007, -6.439281352151631e-05, 0.00012887905260100895, 2.5440022591415684e-05, -2.2831940523984326e-05, 0.0001345073987139528, 0.00013637411503521102, -0.0005701477363961867, 7.560981928347051e-05, -0.00029582730332229753, -0.000621965816444754, -8.491527161501686e-05, 6.79897187368722e-05]> : tensor<16xf64>}, {weight = "model.attn.c_proj.bias", shape = [768], dtype = f32, sum = -0.04525085377981754, norm = 0.0409345702829852, eager_error = 2.0662599097998163e-07, eager_max = 1.202767771664448e-09, samples = dense<[-0.0012966771426857148, -0.002563805253537105, 0.0001741860831862268, -0.0008296485518707937, 0.00010056414959207552, -0.0017875971761688288, -0.0016106366854245504, 0.0011425450203188616, 0.0020521642360858228, 0.0010800617415453043, -0.001874927199326084, 0.001549101888442238, -0.0006728516850153987, 0.0031194204285203107, -0.001882994062562456, 0.0006370356294764977]> : tensor<16xf64>}, {weight = "model.ln_2.weight", shape = [768], dtype = f32, sum = 1.0751918478484637, norm = 0.04122072532242469, eager_error = 1.8277922418621836e-07, eager_max = 9.36619078302503e-10, samples = dense<[0.0018842021146442275, 0.001371857145962484, 0.0011555922357140108, 0.001521272733277465, 0.0010706411887538303, 0.0012221419726016133, 0.0016652352095947657, 0.001474962310297127, 0.001796576666362623, 0.000963621922197383, 0.0016119148192510553, 0.0016475213705676658, 0.0013025451329070677, 0.0022398694695069748, 0.00039520589736246817, 0.0010130613743329865]> : tensor<16xf64>}, {weight = "model.ln_2.bias", shape = [768], dtype = f32, sum = 0.012261945822296767, norm = 0.026964450167734206, eager_error = 2.43914147314633e-07, eager_max = 7.221089711427486e-10, samples = dense<[-0.0012572261914425512, -9.188203942127088e-05, -0.0010985725702230642, -0.00012821976842116974, 0.00025592076069707264, -0.0007237571666357996, -0.0017791551597043259, 0.0006404541398614811, 0.000767589232275766, 0.0005152002842702993, -0.0006071691698687656, 0.00043578480537779954, -0.0015625648520823303, 0.0020973176115068647, -0.0011488763327514562, -0.0002952202589406687]> : tensor<16xf64>}, {weight = "model.mlp.c_fc.weight", shape = [768, 3072], dtype = f32, sum = 0.6516684966346123, norm = 0.34474250360461095, eager_error = 6.076335785861232e-07, eager_max = 7.432482446341482e-10, samples = dense<[-0.00029151880046356473, -2.9855172924450686e-05, 4.9523949434994586e-05, 0.00015158017537122677, -0.0001610714210760821, -0.00011498169104164599, -0.00023869580497635218, -0.0002490128246638265, 0.0003760001278115643, -0.00013830292037973847, 0.00016401209021565377, 1.6827143110066068e-05, 0.00014928434592141758, 0.0002518828868253437, -8.832846063270465e-05, -0.00022851218608975306]> : tensor<16xf64>}, {weight = "model.mlp.c_fc.bias", shape = [3072], dtype = f32, sum = 0.7759355751188725, norm = 0.024517121618069494, eager_error = 2.9527903095330695e-07, eager_max = 4.1672706518197655e-10, samples = dense<[8.54696176104093e-05, 0.0004123083226525412, 0.0009499177236978915, 0.0010161052471531263, 0.00038970490796074104, 0.000941719147150952, 0.00040886719506422474, 0.0002716145657358905, -1.9207014669453878e-05, 0.0003331142132082032, 8.128678405232084e-05, 0.00019244572036882657, 0.00015821883744112467, 0.00026761952441055586, 0.00045270148666070524, 0.0002566057232061234]> : tensor<16xf64>}, {weight = "model.mlp.c_proj.weight", shape = [3072, 768], dtype = f32, sum = -42.37721055669923, norm = 0.7866330632832699, eager_error = 3.963505865481193e-07, eager_max = 1.7245993292301642e-09, samples = dense<[-5.426575853101856e-05, -0.0006677841867322049, -0.0003386081440247238, -0.0005551262645949368, -0.0005371511072412741, -0.00014310999785556292, -0.0005774562556124397, -0.0002526492125807365, -0.00021947499360044012, -0.00027471349195180465, -0.0005461571667526537, -0.0005230081670573782, -7.319140733728128e-05, -0.0001750627436911099, 4.341341672756495e-05, 9.480587621047145e-05]> : tensor<16xf64>}, {weight = "model.mlp.c_proj.bias", shape = [768], dtype = f32, sum = -0.0474815229052468, norm = 0.03424151554167328, eager_error = 1.6719240917832434e-07, eager_max = 7.109710398536806e-10, samples = dense<[-0.0008261729636073631, -0.0034808910167923274, 0.0006749163564659839, -0.0012600294636049155, -0.0003115516379819486, -0.0012419404932484395, 0.0005338051967973592, 0.0007742876049102549, 0.0017821394317679973, 0.0004943949217084991, -0.0008617057096548961, 0.0013508758919264126, 2.2003787099572245e-05, 0.0006340178053903076, -0.0009242894208421306, 0.0009901592305758113]> : tensor<16xf64>}]
} {
  prim.weight @"model.ln_1.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 0, seed = 7}}
  prim.weight @"model.ln_1.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 1, seed = 7}}
  prim.weight @"model.attn.c_attn.weight" : tensor<768x2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 2, seed = 7}}
  prim.weight @"model.attn.c_attn.bias" : tensor<2304xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 3, seed = 7}}
  prim.weight @"model.attn.c_proj.weight" : tensor<768x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 4, seed = 7}}
  prim.weight @"model.attn.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 5, seed = 7}}
  prim.weight @"model.ln_2.weight" : tensor<768xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 6, seed = 7}}
  prim.weight @"model.ln_2.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 7, seed = 7}}
  prim.weight @"model.mlp.c_fc.weight" : tensor<768x3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.03608439182435161, stream = 8, seed = 7}}
  prim.weight @"model.mlp.c_fc.bias" : tensor<3072xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 9, seed = 7}}
  prim.weight @"model.mlp.c_proj.weight" : tensor<3072x768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.018042195912175804, stream = 10, seed = 7}}
  prim.weight @"model.mlp.c_proj.bias" : tensor<768xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 11, seed = 7}}
  fx.graph @main(%x: tensor<2x32x768xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %target: tensor<2x32x768xf32> {fx.name = "target", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<f32>) {
    %p_model_ln_1_weight = fx.get_attr @"model.ln_1.weight" : tensor<768xf32>
    %p_model_ln_1_bias = fx.get_attr @"model.ln_1.bias" : tensor<768xf32>
    %layer_norm = fx.call "aten.layer_norm.default"(%x, [768], %p_model_ln_1_weight, %p_model_ln_1_bias, 1.0e-05, false) : (tensor<2x32x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<2x32x768xf32> loc(#loc0)
    %view = fx.call "aten.view.default"(%layer_norm, [-1, 768]) : (tensor<2x32x768xf32>) -> tensor<64x768xf32> loc(#loc1)
    %p_model_attn_c_attn_bias = fx.get_attr @"model.attn.c_attn.bias" : tensor<2304xf32>
    %p_model_attn_c_attn_weight = fx.get_attr @"model.attn.c_attn.weight" : tensor<768x2304xf32>
    %addmm = fx.call "aten.addmm.default"(%p_model_attn_c_attn_bias, %view, %p_model_attn_c_attn_weight) : (tensor<2304xf32>, tensor<64x768xf32>, tensor<768x2304xf32>) -> tensor<64x2304xf32> loc(#loc1)
    %view_1 = fx.call "aten.view.default"(%addmm, [2, 32, 2304]) : (tensor<64x2304xf32>) -> tensor<2x32x2304xf32> loc(#loc1)
    %split:3 = fx.call "aten.split.Tensor"(%view_1, 768, 2) : (tensor<2x32x2304xf32>) -> (tensor<2x32x768xf32>, tensor<2x32x768xf32>, tensor<2x32x768xf32>) loc(#loc2)
    %view_2 = fx.call "aten.view.default"(%split#1, [2, 32, -1, 64]) : (tensor<2x32x768xf32>) -> tensor<2x32x12x64xf32> loc(#loc2)
    %transpose = fx.call "aten.transpose.int"(%view_2, 1, 2) : (tensor<2x32x12x64xf32>) -> tensor<2x12x32x64xf32> loc(#loc2)
    %view_3 = fx.call "aten.view.default"(%split#2, [2, 32, -1, 64]) : (tensor<2x32x768xf32>) -> tensor<2x32x12x64xf32> loc(#loc2)
    %transpose_1 = fx.call "aten.transpose.int"(%view_3, 1, 2) : (tensor<2x32x12x64xf32>) -> tensor<2x12x32x64xf32> loc(#loc2)
    %view_4 = fx.call "aten.view.default"(%split#0, [2, 32, -1, 64]) : (tensor<2x32x768xf32>) -> tensor<2x32x12x64xf32> loc(#loc2)
    %transpose_2 = fx.call "aten.transpose.int"(%view_4, 1, 2) : (tensor<2x32x12x64xf32>) -> tensor<2x12x32x64xf32> loc(#loc2)
    %transpose_3 = fx.call "aten.transpose.int"(%transpose, -1, -2) : (tensor<2x12x32x64xf32>) -> tensor<2x12x64x32xf32> loc(#loc2)
    %matmul = fx.call "aten.matmul.default"(%transpose_2, %transpose_3) : (tensor<2x12x32x64xf32>, tensor<2x12x64x32xf32>) -> tensor<2x12x32x32xf32> loc(#loc2)
    %mul = fx.call "aten.mul.Tensor"(%matmul, 0.125) : (tensor<2x12x32x32xf32>) -> tensor<2x12x32x32xf32> loc(#loc2)
    %softmax = fx.call "aten.softmax.int"(%mul, -1) : (tensor<2x12x32x32xf32>) -> tensor<2x12x32x32xf32> loc(#loc2)
    fx.call "aten._assert_tensor_metadata.default"(%softmax, dtype = f32, device = "cpu", layout = "strided") : (tensor<2x12x32x32xf32>) -> () loc(#loc2)
    %to = fx.call "aten.to.dtype"(%softmax, f32) : (tensor<2x12x32x32xf32>) -> tensor<2x12x32x32xf32> loc(#loc2)
    %dropout = fx.call "aten.dropout.default"(%to, 0.1, true) : (tensor<2x12x32x32xf32>) -> tensor<2x12x32x32xf32> loc(#loc2)
    %matmul_1 = fx.call "aten.matmul.default"(%dropout, %transpose_1) : (tensor<2x12x32x32xf32>, tensor<2x12x32x64xf32>) -> tensor<2x12x32x64xf32> loc(#loc2)
    %transpose_4 = fx.call "aten.transpose.int"(%matmul_1, 1, 2) : (tensor<2x12x32x64xf32>) -> tensor<2x32x12x64xf32> loc(#loc2)
    %reshape = fx.call "aten.reshape.default"(%transpose_4, [2, 32, -1]) : (tensor<2x32x12x64xf32>) -> tensor<2x32x768xf32> loc(#loc2)
    %view_5 = fx.call "aten.view.default"(%reshape, [-1, 768]) : (tensor<2x32x768xf32>) -> tensor<64x768xf32> loc(#loc3)
    %p_model_attn_c_proj_bias = fx.get_attr @"model.attn.c_proj.bias" : tensor<768xf32>
    %p_model_attn_c_proj_weight = fx.get_attr @"model.attn.c_proj.weight" : tensor<768x768xf32>
    %addmm_1 = fx.call "aten.addmm.default"(%p_model_attn_c_proj_bias, %view_5, %p_model_attn_c_proj_weight) : (tensor<768xf32>, tensor<64x768xf32>, tensor<768x768xf32>) -> tensor<64x768xf32> loc(#loc3)
    %view_6 = fx.call "aten.view.default"(%addmm_1, [2, 32, 768]) : (tensor<64x768xf32>) -> tensor<2x32x768xf32> loc(#loc3)
    %dropout_1 = fx.call "aten.dropout.default"(%view_6, 0.1, true) : (tensor<2x32x768xf32>) -> tensor<2x32x768xf32> loc(#loc4)
    %add = fx.call "aten.add.Tensor"(%dropout_1, %x) : (tensor<2x32x768xf32>, tensor<2x32x768xf32>) -> tensor<2x32x768xf32> loc(#loc5)
    %p_model_ln_2_weight = fx.get_attr @"model.ln_2.weight" : tensor<768xf32>
    %p_model_ln_2_bias = fx.get_attr @"model.ln_2.bias" : tensor<768xf32>
    %layer_norm_1 = fx.call "aten.layer_norm.default"(%add, [768], %p_model_ln_2_weight, %p_model_ln_2_bias, 1.0e-05, false) : (tensor<2x32x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<2x32x768xf32> loc(#loc6)
    %view_7 = fx.call "aten.view.default"(%layer_norm_1, [-1, 768]) : (tensor<2x32x768xf32>) -> tensor<64x768xf32> loc(#loc7)
    %p_model_mlp_c_fc_bias = fx.get_attr @"model.mlp.c_fc.bias" : tensor<3072xf32>
    %p_model_mlp_c_fc_weight = fx.get_attr @"model.mlp.c_fc.weight" : tensor<768x3072xf32>
    %addmm_2 = fx.call "aten.addmm.default"(%p_model_mlp_c_fc_bias, %view_7, %p_model_mlp_c_fc_weight) : (tensor<3072xf32>, tensor<64x768xf32>, tensor<768x3072xf32>) -> tensor<64x3072xf32> loc(#loc7)
    %view_8 = fx.call "aten.view.default"(%addmm_2, [2, 32, 3072]) : (tensor<64x3072xf32>) -> tensor<2x32x3072xf32> loc(#loc7)
    %mul_1 = fx.call "aten.mul.Tensor"(%view_8, 0.5) : (tensor<2x32x3072xf32>) -> tensor<2x32x3072xf32> loc(#loc8)
    %pow_1 = fx.call "aten.pow.Tensor_Scalar"(%view_8, 3.0) : (tensor<2x32x3072xf32>) -> tensor<2x32x3072xf32> loc(#loc8)
    %mul_2 = fx.call "aten.mul.Tensor"(%pow_1, 0.044715) : (tensor<2x32x3072xf32>) -> tensor<2x32x3072xf32> loc(#loc8)
    %add_1 = fx.call "aten.add.Tensor"(%view_8, %mul_2) : (tensor<2x32x3072xf32>, tensor<2x32x3072xf32>) -> tensor<2x32x3072xf32> loc(#loc8)
    %mul_3 = fx.call "aten.mul.Tensor"(%add_1, 0.7978845608028654) : (tensor<2x32x3072xf32>) -> tensor<2x32x3072xf32> loc(#loc8)
    %tanh = fx.call "aten.tanh.default"(%mul_3) : (tensor<2x32x3072xf32>) -> tensor<2x32x3072xf32> loc(#loc8)
    %add_2 = fx.call "aten.add.Tensor"(%tanh, 1.0) : (tensor<2x32x3072xf32>) -> tensor<2x32x3072xf32> loc(#loc8)
    %mul_4 = fx.call "aten.mul.Tensor"(%mul_1, %add_2) : (tensor<2x32x3072xf32>, tensor<2x32x3072xf32>) -> tensor<2x32x3072xf32> loc(#loc8)
    %view_9 = fx.call "aten.view.default"(%mul_4, [-1, 3072]) : (tensor<2x32x3072xf32>) -> tensor<64x3072xf32> loc(#loc9)
    %p_model_mlp_c_proj_bias = fx.get_attr @"model.mlp.c_proj.bias" : tensor<768xf32>
    %p_model_mlp_c_proj_weight = fx.get_attr @"model.mlp.c_proj.weight" : tensor<3072x768xf32>
    %addmm_3 = fx.call "aten.addmm.default"(%p_model_mlp_c_proj_bias, %view_9, %p_model_mlp_c_proj_weight) : (tensor<768xf32>, tensor<64x3072xf32>, tensor<3072x768xf32>) -> tensor<64x768xf32> loc(#loc9)
    %view_10 = fx.call "aten.view.default"(%addmm_3, [2, 32, 768]) : (tensor<64x768xf32>) -> tensor<2x32x768xf32> loc(#loc9)
    %dropout_2 = fx.call "aten.dropout.default"(%view_10, 0.1, true) : (tensor<2x32x768xf32>) -> tensor<2x32x768xf32> loc(#loc10)
    %add_3 = fx.call "aten.add.Tensor"(%add, %dropout_2) : (tensor<2x32x768xf32>, tensor<2x32x768xf32>) -> tensor<2x32x768xf32> loc(#loc5)
    %broadcast_tensors:2 = fx.call "aten.broadcast_tensors.default"([%add_3, %target]) : (tensor<2x32x768xf32>, tensor<2x32x768xf32>) -> (tensor<2x32x768xf32>, tensor<2x32x768xf32>) loc(#loc11)
    %mse_loss = fx.call "aten.mse_loss.default"(%broadcast_tensors#0, %broadcast_tensors#1) : (tensor<2x32x768xf32>, tensor<2x32x768xf32>) -> tensor<f32> loc(#loc11)
    fx.output %mse_loss : tensor<f32>
  }
}
#loc0 = loc("model.ln_1")
#loc1 = loc("model.attn.c_attn")
#loc2 = loc("model.attn")
#loc3 = loc("model.attn.c_proj")
#loc4 = loc("model.attn.resid_dropout")
#loc5 = loc("model")
#loc6 = loc("model.ln_2")
#loc7 = loc("model.mlp.c_fc")
#loc8 = loc("model.mlp.act")
#loc9 = loc("model.mlp.c_proj")
#loc10 = loc("model.mlp.dropout")
#loc11 = loc("Loss")
