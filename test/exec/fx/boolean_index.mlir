module attributes {
  tc.version = "0.1",
  tc.model = "boolean_index",
  tc.expected = [{shape = [16], dtype = f32, sum = 5.839985311962664, norm = 3.338363877129694, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.36028918623924255, 1.6019290685653687, 0.4716578722000122, 0.886431872844696, 1.688693881034851, 1.2026559114456177, -0.18232126533985138, -0.6518838405609131, 0.31871017813682556, -0.15949569642543793, 0.7485908269882202, -0.0060123903676867485, -0.6215303540229797, 0.05452777072787285, -0.8303693532943726, 0.9581116437911987]> : tensor<16xf64>}, {shape = [16], dtype = f32, sum = 11.679970623925328, norm = 6.676727754259388, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.7205783724784851, 3.2038581371307373, 0.9433157444000244, 1.772863745689392, 3.377387762069702, 2.4053118228912354, -0.36464253067970276, -1.3037676811218262, 0.6374203562736511, -0.31899139285087585, 1.4971816539764404, -0.012024780735373497, -1.2430607080459595, 0.1090555414557457, -1.6607387065887451, 1.9162232875823975]> : tensor<16xf64>}, {shape = [], dtype = f32, sum = 3.9299811283126473, norm = 3.9299811283126473, eager_error = 9.502853581924286e-08, eager_max = 3.734603524208069e-07, samples = dense<[3.9299811283126473]> : tensor<1xf64>}, {shape = [16], dtype = f32, sum = 30.492967907616272, norm = 9.640835660641018, eager_error = 1.3865065222829003e-08, eager_max = 8.212492197401389e-08, samples = dense<[1.4337439736428346, 4.9625963853506185, 1.6026489791503085, 2.426456282098595, 5.412406839261797, 3.328946579475362, 0.833333576211788, 0.5210632515031367, 1.375352659867503, 0.8525736365027425, 2.1140188982723993, 0.9940056478821745, 0.537121821767728, 1.056041803056047, 0.4358882598207888, 2.606769313752445]> : tensor<16xf64>}]
} {
  fx.graph @main(%i: tensor<4x6xi64> {fx.name = "i", tc.init = {kind = "randint", low = 0, high = 3, stream = 900, seed = 7}}, %x: tensor<4x6xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<?xf32, #tc.dims<[u0]>>, tensor<?xf32, #tc.dims<[u0]>>, tensor<f32>, tensor<?xf32, #tc.dims<[u2]>>) {
    %gt = fx.call "aten.gt.Scalar"(%i, 0) : (tensor<4x6xi64>) -> tensor<4x6xi1> loc(#loc0)
    %index = fx.call "aten.index.Tensor"(%x, [%gt]) : (tensor<4x6xf32>, tensor<4x6xi1>) -> tensor<?xf32, #tc.dims<[u0]>> loc(#loc0)
    %any_1 = fx.call "aten.any.dim"(%gt, 1) : (tensor<4x6xi1>) -> tensor<4xi1> loc(#loc0)
    %index_1 = fx.call "aten.index.Tensor"(%x, [%any_1]) : (tensor<4x6xf32>, tensor<4xi1>) -> tensor<?x6xf32, #tc.dims<[u1, 6]>> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%index, 2) : (tensor<?xf32, #tc.dims<[u0]>>) -> tensor<?xf32, #tc.dims<[u0]>> loc(#loc0)
    %sum_1 = fx.call "aten.sum.default"(%index_1) : (tensor<?x6xf32, #tc.dims<[u1, 6]>>) -> tensor<f32> loc(#loc0)
    %masked_select = fx.call "aten.masked_select.default"(%x, %gt) : (tensor<4x6xf32>, tensor<4x6xi1>) -> tensor<?xf32, #tc.dims<[u2]>> loc(#loc0)
    %exp = fx.call "aten.exp.default"(%masked_select) : (tensor<?xf32, #tc.dims<[u2]>>) -> tensor<?xf32, #tc.dims<[u2]>> loc(#loc0)
    fx.output %index, %mul, %sum_1, %exp : tensor<?xf32, #tc.dims<[u0]>>, tensor<?xf32, #tc.dims<[u0]>>, tensor<f32>, tensor<?xf32, #tc.dims<[u2]>>
  }
}
#loc0 = loc("boolean_index")
