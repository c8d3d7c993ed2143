module attributes {
  tc.version = "0.1",
  tc.model = "boolean_index_writes",
  tc.expected = [{shape = [4, 6], dtype = f32, sum = 11.29287012014538, norm = 6.721343595030894, eager_error = 0.0, eager_max = 0.0, samples = dense<[3.0, 1.6019290685653687, 0.4716578722000122, -0.1594533771276474, 0.886431872844696, -1.216208577156067, 1.688693881034851, -0.2084219753742218, 1.2026559114456177, -0.18232126533985138, -0.6518838405609131, 3.0, -0.15949569642543793, -0.15433749556541443, -1.5822279453277588, 0.7485908269882202, 1.6919233798980713, -0.0060123903676867485, -0.6215303540229797, 0.05452777072787285, -0.8303693532943726, 0.6351481080055237, 3.0, -0.9164263010025024]> : tensor<24xf64>}, {shape = [4, 6], dtype = f32, sum = 2.0199769446626306, norm = 6.623387981299822, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.36028918623924255, 1.6019290685653687, 0.4716578722000122, -0.3189067542552948, 0.886431872844696, -2.432417154312134, 1.688693881034851, -0.4168439507484436, 1.2026559114456177, -0.18232126533985138, -0.6518838405609131, 0.31871017813682556, -0.15949569642543793, -0.30867499113082886, -3.1644558906555176, 0.7485908269882202, 3.3838467597961426, -0.0060123903676867485, -0.6215303540229797, 0.05452777072787285, -0.8303693532943726, 1.2702962160110474, 0.9581116437911987, -1.8328526020050049]> : tensor<24xf64>}]
} {
  prim.weight @"lifted_tensor_0" : tensor<f32> {init = {kind = "constant", value = 3.0}}
  fx.graph @main(%i: tensor<4x6xi64> {fx.name = "i", tc.init = {kind = "randint", low = 0, high = 3, stream = 900, seed = 7}}, %x: tensor<4x6xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<4x6xf32>, tensor<4x6xf32>) {
    %clone = fx.call "aten.clone.default"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32> loc(#loc0)
    %gt = fx.call "aten.gt.Scalar"(%i, 1) : (tensor<4x6xi64>) -> tensor<4x6xi1> loc(#loc0)
    %c_lifted_tensor_0 = fx.get_attr @"lifted_tensor_0" : tensor<f32>
    %lift_fresh_copy = fx.call "aten.lift_fresh_copy.default"(%c_lifted_tensor_0) : (tensor<f32>) -> tensor<f32> loc(#loc0)
    %index_put_ = fx.call "aten.index_put_.default"(%clone, [%gt], %lift_fresh_copy) : (tensor<4x6xf32>, tensor<4x6xi1>, tensor<f32>) -> tensor<4x6xf32> loc(#loc0)
    %clone_1 = fx.call "aten.clone.default"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32> loc(#loc0)
    %eq = fx.call "aten.eq.Scalar"(%i, 0) : (tensor<4x6xi64>) -> tensor<4x6xi1> loc(#loc0)
    %index = fx.call "aten.index.Tensor"(%clone_1, [%eq]) : (tensor<4x6xf32>, tensor<4x6xi1>) -> tensor<?xf32, #tc.dims<[u0]>> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%index, 2) : (tensor<?xf32, #tc.dims<[u0]>>) -> tensor<?xf32, #tc.dims<[u0]>> loc(#loc0)
    %eq_1 = fx.call "aten.eq.Scalar"(%i, 0) : (tensor<4x6xi64>) -> tensor<4x6xi1> loc(#loc0)
    %index_put__1 = fx.call "aten.index_put_.default"(%clone_1, [%eq_1], %mul) : (tensor<4x6xf32>, tensor<4x6xi1>, tensor<?xf32, #tc.dims<[u0]>>) -> tensor<4x6xf32> loc(#loc0)
    fx.output %index_put_, %index_put__1 : tensor<4x6xf32>, tensor<4x6xf32>
  }
}
#loc0 = loc("boolean_index_writes")
