module attributes {
  tc.version = "0.1",
  tc.model = "symbolic_attention",
  tc.sizes = {b = 3, s = 5},
  tc.expected = [{shape = [3, 5, 8], dtype = f32, sum = 22.640281939236104, norm = 15.929547968361199, eager_error = 7.514198754041776e-08, eager_max = 4.638964945513635e-07, samples = dense<[0.15661879274573354, 3.646607426762139, 0.3791801119367419, -1.2948037470767964, -0.8926983479744555, 2.209756361500413, 1.3241429481552738, -0.962916021726836, 1.0001599189689871, 2.9508355115302543, -2.045081643007711, 1.8634764479104127, 0.1906857449794117, 1.1229750879132119, 0.647575016906662, 1.6111600155185168, -0.4718031901526467, 1.1171163551790284, -0.39703032549471173, 1.4245603827197153, 0.06315650764899977, 0.534482122676643, -1.5784880133660582, 0.9627499603058755, -1.0481540708166328, 1.147503634980683, 0.21335208211507017, 0.33671202877191575, 0.15302176992753025, 2.11331929871776, -1.07215373540528, 0.550811615407863, -0.5556219306684627, -1.8978516009857676, -0.9446338024608509, -1.2003732369461533, 0.029464552162043467, 2.630421129085663, -0.12933571112588804, -0.8605784554450774, 1.1201164751467223, -0.901108169724796, -1.1945272080624127, 1.9238479151297176, -0.06447021775642225, -0.5531253289894965, 1.294107782560765, -0.18434041479958563, 1.1157990521583931, 1.109153968064363, -0.430037256973892, 1.5925152633084294, 0.6072998278413237, -0.7631028745976517, -1.323707576822868, 2.2583807686381685, 2.6307744612056707, 1.6775548079606963, -0.7123073851861444, -1.1974621879993483, 0.6022187885223601, -0.8849673694623649, -1.6188592785418736, 0.8307204455217339, 0.4155125190333807, 2.377440621022687, 0.9195129873284736, -2.800240503721934, 1.1321460766571616, -1.0334997272926516, -1.9684113852881062, -0.1820145325657504, -1.8574709948978578, -1.5589774154494145, 1.4150186338630872, -0.19201079181591252, -0.6175221936970434, 1.0880901095315871, 1.1228365182654159, 1.8884438437327022, -0.9447615757195554, -3.345925565791794, 0.7112990360335949, 3.349030787695771, 3.307596509317891, -1.168451968831964, 2.126123024873164, -0.3471746182635741, -0.10609709262166006, -2.032401344099533, -1.4387286124513325, 1.8925137833853023, 0.32267633763498305, -0.7505497566655288, -1.6597044943936174, 2.372157772063744, -0.3293056439917119, -3.93462425994069, 1.8753570442776495, 1.9400211406235373, 1.7588409145213595, -1.2523741265692105, 0.9887633494778947, -0.12883794729174414, -0.11865978835387142, -1.3460507260780774, 1.461709557576966, -0.18255113906816156, 0.10049858865302475, -0.6195416681915159, 1.7552073050716444, 1.533241017581903, -2.0000138777924503, 0.38347459439008547, -0.5561909353293295, 0.3629237030646677, 0.0789498068684269, -0.8491389590433629, 0.6206184480212239, -1.3012857251285783]> : tensor<120xf64>}]
} {
  prim.weight @"qkv.weight" : tensor<24x8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.3535533905932738, stream = 0, seed = 7}}
  prim.weight @"qkv.bias" : tensor<24xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 1, seed = 7}}
  prim.weight @"norm.weight" : tensor<8xf32> {init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 2, seed = 7}}
  prim.weight @"norm.bias" : tensor<8xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 3, seed = 7}}
  fx.graph @main(%x: tensor<?x?x8xf32, #tc.dims<[b, s, 8]>> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<?x?x8xf32, #tc.dims<[b, s, 8]>>) {
    fx.guard #tc.size<1> "le" #tc.size<b>
    fx.guard #tc.size<1> "le" #tc.size<s>
    %p_norm_weight = fx.get_attr @"norm.weight" : tensor<8xf32>
    %p_norm_bias = fx.get_attr @"norm.bias" : tensor<8xf32>
    %layer_norm = fx.call "aten.layer_norm.default"(%x, [8], %p_norm_weight, %p_norm_bias, 1.0e-05, false) : (tensor<?x?x8xf32, #tc.dims<[b, s, 8]>>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x?x8xf32, #tc.dims<[b, s, 8]>> loc(#loc0)
    %p_qkv_weight = fx.get_attr @"qkv.weight" : tensor<24x8xf32>
    %p_qkv_bias = fx.get_attr @"qkv.bias" : tensor<24xf32>
    %linear = fx.call "aten.linear.default"(%layer_norm, %p_qkv_weight, %p_qkv_bias) : (tensor<?x?x8xf32, #tc.dims<[b, s, 8]>>, tensor<24x8xf32>, tensor<24xf32>) -> tensor<?x?x24xf32, #tc.dims<[b, s, 24]>> loc(#loc1)
    %view = fx.call "aten.view.default"(%linear, [#tc.size<b>, #tc.size<s>, 3, 2, 4]) : (tensor<?x?x24xf32, #tc.dims<[b, s, 24]>>) -> tensor<?x?x3x2x4xf32, #tc.dims<[b, s, 3, 2, 4]>> loc(#loc2)
    %unbind:3 = fx.call "aten.unbind.int"(%view, 2) : (tensor<?x?x3x2x4xf32, #tc.dims<[b, s, 3, 2, 4]>>) -> (tensor<?x?x2x4xf32, #tc.dims<[b, s, 2, 4]>>, tensor<?x?x2x4xf32, #tc.dims<[b, s, 2, 4]>>, tensor<?x?x2x4xf32, #tc.dims<[b, s, 2, 4]>>) loc(#loc2)
    %ones = fx.call "aten.ones.default"([#tc.size<s>, #tc.size<s>], dtype = i1, device = "cpu", pin_memory = false) : () -> tensor<?x?xi1, #tc.dims<[s, s]>> loc(#loc2)
    %tril = fx.call "aten.tril.default"(%ones) : (tensor<?x?xi1, #tc.dims<[s, s]>>) -> tensor<?x?xi1, #tc.dims<[s, s]>> loc(#loc2)
    %transpose = fx.call "aten.transpose.int"(%unbind#0, 1, 2) : (tensor<?x?x2x4xf32, #tc.dims<[b, s, 2, 4]>>) -> tensor<?x2x?x4xf32, #tc.dims<[b, 2, s, 4]>> loc(#loc2)
    %transpose_1 = fx.call "aten.transpose.int"(%unbind#1, 1, 2) : (tensor<?x?x2x4xf32, #tc.dims<[b, s, 2, 4]>>) -> tensor<?x2x?x4xf32, #tc.dims<[b, 2, s, 4]>> loc(#loc2)
    %transpose_2 = fx.call "aten.transpose.int"(%unbind#2, 1, 2) : (tensor<?x?x2x4xf32, #tc.dims<[b, s, 2, 4]>>) -> tensor<?x2x?x4xf32, #tc.dims<[b, 2, s, 4]>> loc(#loc2)
    %scaled_dot_product_attention = fx.call "aten.scaled_dot_product_attention.default"(%transpose, %transpose_1, %transpose_2, %tril) : (tensor<?x2x?x4xf32, #tc.dims<[b, 2, s, 4]>>, tensor<?x2x?x4xf32, #tc.dims<[b, 2, s, 4]>>, tensor<?x2x?x4xf32, #tc.dims<[b, 2, s, 4]>>, tensor<?x?xi1, #tc.dims<[s, s]>>) -> tensor<?x2x?x4xf32, #tc.dims<[b, 2, s, 4]>> loc(#loc2)
    %transpose_3 = fx.call "aten.transpose.int"(%scaled_dot_product_attention, 1, 2) : (tensor<?x2x?x4xf32, #tc.dims<[b, 2, s, 4]>>) -> tensor<?x?x2x4xf32, #tc.dims<[b, s, 2, 4]>> loc(#loc2)
    %reshape = fx.call "aten.reshape.default"(%transpose_3, [#tc.size<b>, #tc.size<s>, 8]) : (tensor<?x?x2x4xf32, #tc.dims<[b, s, 2, 4]>>) -> tensor<?x?x8xf32, #tc.dims<[b, s, 8]>> loc(#loc2)
    %add = fx.call "aten.add.Tensor"(%x, %reshape) : (tensor<?x?x8xf32, #tc.dims<[b, s, 8]>>, tensor<?x?x8xf32, #tc.dims<[b, s, 8]>>) -> tensor<?x?x8xf32, #tc.dims<[b, s, 8]>> loc(#loc2)
    fx.output %add : tensor<?x?x8xf32, #tc.dims<[b, s, 8]>>
  }
}
#loc0 = loc("norm")
#loc1 = loc("qkv")
#loc2 = loc("symbolic_attention")
