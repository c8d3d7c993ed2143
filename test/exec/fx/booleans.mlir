module attributes {
  tc.version = "0.1",
  tc.model = "booleans",
  tc.expected = [{shape = [4, 6], dtype = i1, sum = 8.0, norm = 2.8284271247461903, samples = dense<[0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0]> : tensor<24xf64>}, {shape = [4, 6], dtype = i1, sum = 18.0, norm = 4.242640687119285, samples = dense<[0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]> : tensor<24xf64>}, {shape = [4, 6], dtype = i1, sum = 11.0, norm = 3.3166247903554, samples = dense<[1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0]> : tensor<24xf64>}, {shape = [4, 6], dtype = i1, sum = 7.0, norm = 2.6457513110645907, samples = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<24xf64>}, {shape = [4, 6], dtype = f32, sum = -1.2841863632202148, norm = 3.332420699758316, eager_error = 0.0, eager_max = 0.0, samples = dense<[0.0, -0.9600401520729065, -1.7119847536087036, 0.0, 0.0, 0.35834914445877075, 0.0, 0.0, 0.0, 0.0, 0.2872041165828705, -1.4544895887374878, 1.1443923711776733, 0.9315431118011475, 0.45176243782043457, 0.0, 0.6871396899223328, 0.7338632941246033, 0.0, 0.0, 0.0, -0.9396314024925232, -0.8067643642425537, -0.005530267953872681]> : tensor<24xf64>}, {shape = [4], dtype = i1, sum = 4.0, norm = 2.0, samples = dense<[1.0, 1.0, 1.0, 1.0]> : tensor<4xf64>}, {shape = [6], dtype = i1, sum = 0.0, norm = 0.0, samples = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<6xf64>}, {shape = [4], dtype = i64, sum = 13.0, norm = 6.855654600401044, samples = dense<[3.0, 2.0, 5.0, 3.0]> : tensor<4xf64>}, {shape = [4, 6], dtype = i1, sum = 0.0, norm = 0.0, samples = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<24xf64>}, {shape = [], dtype = f32, sum = 0.5416666666666666, norm = 0.5416666666666666, eager_error = 3.6679781468561806e-08, eager_max = 1.9868214962137642e-08, samples = dense<[0.5416666666666666]> : tensor<1xf64>}]
} {
  fx.graph @main(%p: tensor<4x6xi1> {fx.name = "p", tc.init = {kind = "randint", low = 0, high = 2, stream = 900, seed = 7}}, %q: tensor<4x6xi1> {fx.name = "q", tc.init = {kind = "randint", low = 0, high = 2, stream = 901, seed = 7}}, %x: tensor<4x6xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}})
      -> (tensor<4x6xi1>, tensor<4x6xi1>, tensor<4x6xi1>, tensor<4x6xi1>, tensor<4x6xf32>, tensor<4xi1>, tensor<6xi1>, tensor<4xi64>, tensor<4x6xi1>, tensor<f32>) {
    %and_1 = fx.call "aten.__and__.Tensor"(%p, %q) : (tensor<4x6xi1>, tensor<4x6xi1>) -> tensor<4x6xi1> loc(#loc0)
    %bitwise_not = fx.call "aten.bitwise_not.default"(%q) : (tensor<4x6xi1>) -> tensor<4x6xi1> loc(#loc0)
    %or_1 = fx.call "aten.__or__.Tensor"(%p, %bitwise_not) : (tensor<4x6xi1>, tensor<4x6xi1>) -> tensor<4x6xi1> loc(#loc0)
    %xor = fx.call "aten.__xor__.Tensor"(%p, %q) : (tensor<4x6xi1>, tensor<4x6xi1>) -> tensor<4x6xi1> loc(#loc0)
    %gt = fx.call "aten.gt.Scalar"(%x, 0) : (tensor<4x6xf32>) -> tensor<4x6xi1> loc(#loc0)
    %logical_and = fx.call "aten.logical_and.default"(%p, %gt) : (tensor<4x6xi1>, tensor<4x6xi1>) -> tensor<4x6xi1> loc(#loc0)
    %where = fx.call "aten.where.ScalarOther"(%p, %x, 0.0) : (tensor<4x6xi1>, tensor<4x6xf32>) -> tensor<4x6xf32> loc(#loc0)
    %any_1 = fx.call "aten.any.dim"(%p, 1) : (tensor<4x6xi1>) -> tensor<4xi1> loc(#loc0)
    %all_1 = fx.call "aten.all.dim"(%q, 0) : (tensor<4x6xi1>) -> tensor<6xi1> loc(#loc0)
    %sum_1 = fx.call "aten.sum.dim_IntList"(%p, [1]) : (tensor<4x6xi1>) -> tensor<4xi64> loc(#loc0)
    %logical_not = fx.call "aten.logical_not.default"(%x) : (tensor<4x6xf32>) -> tensor<4x6xi1> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%p, dtype = i1, device = "cpu", layout = "strided") : (tensor<4x6xi1>) -> () loc(#loc0)
    %to = fx.call "aten.to.dtype"(%p, f32) : (tensor<4x6xi1>) -> tensor<4x6xf32> loc(#loc0)
    %mean = fx.call "aten.mean.default"(%to) : (tensor<4x6xf32>) -> tensor<f32> loc(#loc0)
    fx.output %and_1, %or_1, %xor, %logical_and, %where, %any_1, %all_1, %sum_1, %logical_not, %mean : tensor<4x6xi1>, tensor<4x6xi1>, tensor<4x6xi1>, tensor<4x6xi1>, tensor<4x6xf32>, tensor<4xi1>, tensor<6xi1>, tensor<4xi64>, tensor<4x6xi1>, tensor<f32>
  }
}
#loc0 = loc("booleans")
