module attributes {
  tc.version = "0.1",
  tc.model = "cond",
  tc.expected = [{shape = [3, 4], dtype = f32, sum = 11.038505986332893, norm = 5.64414155131924, eager_error = 2.781529722923579e-08, eager_max = 1.1920928955078125e-07, samples = dense<[0.9180457293987274, 2.843373656272888, 1.070312261581421, -0.9263681620359421, 0.6760498583316803, 2.0545008778572083, 1.0039880871772766, -1.0454543679952621, 0.8421880900859833, 3.2865970134735107, -0.9793205261230469, 1.2945934683084488]> : tensor<12xf64>}, {shape = [4, 3], dtype = f32, sum = 8.43047547340393, norm = 6.771010213690921, eager_error = 0.0, eager_max = 0.0, samples = dense<[1.1155130863189697, 0.6315213441848755, 0.9637978076934814, 2.482889175415039, 0.9051436185836792, 3.369335889816284, 1.1973087787628174, 1.0646604299545288, -2.901956796646118, -1.5338295698165894, -1.7720019817352295, 2.9080936908721924]> : tensor<12xf64>}, {shape = [3, 4], dtype = f32, sum = -2.6080305129289627, norm = 2.954688681325467, eager_error = 2.1982910144108386e-08, eager_max = 5.960464477539063e-08, samples = dense<[0.1974673569202423, -0.3604844808578491, 0.12699651718139648, -0.6074614077806473, -0.04452851414680481, -1.149357259273529, 0.0606723427772522, -0.7265476137399673, 0.12160971760749817, 0.08273887634277344, -1.9226362705230713, 1.6135002225637436]> : tensor<12xf64>}, {shape = [4, 3], dtype = f32, sum = 24.074869830058777, norm = 8.719751281637622, eager_error = 2.0864531414870803e-08, eager_max = 1.2397254600671204e-07, samples = dense<[1.7467493444606768, 1.3713020255058952, 1.6191460875864423, 3.4606090088778823, 1.5723507763580729, 5.390660638814319, 1.8196685868707438, 1.702895802232094, 0.23434089715344184, 0.4644437690922094, 0.4123012568579234, 4.280401636249076]> : tensor<12xf64>}]
} {
  fx.graph @main(%x: tensor<3x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %y: tensor<4xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<3x4xf32>, tensor<4x3xf32>, tensor<3x4xf32>, tensor<4x3xf32>) {
    %sum_1 = fx.call "aten.sum.default"(%x) : (tensor<3x4xf32>) -> tensor<f32> loc(#loc0)
    %gt = fx.call "aten.gt.Scalar"(%sum_1, 0) : (tensor<f32>) -> tensor<i1> loc(#loc0)
    %cond:2 = fx.cond %gt(%x, %y) : (tensor<i1>, tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4x3xf32>) then {
    ^bb0(%cond.0.x: tensor<3x4xf32>, %cond.0.y: tensor<4xf32>):
      %cond.0.add = fx.call "aten.add.Tensor"(%cond.0.x, %cond.0.y) : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
      %cond.0.t = fx.call "aten.t.default"(%cond.0.x) : (tensor<3x4xf32>) -> tensor<4x3xf32>
      %cond.0.mul = fx.call "aten.mul.Tensor"(%cond.0.t, 2) : (tensor<4x3xf32>) -> tensor<4x3xf32>
      fx.output %cond.0.add, %cond.0.mul : tensor<3x4xf32>, tensor<4x3xf32>
    } else {
    ^bb0(%cond.1.x: tensor<3x4xf32>, %cond.1.y: tensor<4xf32>):
      %cond.1.sub = fx.call "aten.sub.Tensor"(%cond.1.x, %cond.1.y) : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
      %cond.1.t = fx.call "aten.t.default"(%cond.1.x) : (tensor<3x4xf32>) -> tensor<4x3xf32>
      %cond.1.exp = fx.call "aten.exp.default"(%cond.1.t) : (tensor<4x3xf32>) -> tensor<4x3xf32>
      fx.output %cond.1.sub, %cond.1.exp : tensor<3x4xf32>, tensor<4x3xf32>
    } loc(#loc0)
    %sum_2 = fx.call "aten.sum.default"(%x) : (tensor<3x4xf32>) -> tensor<f32> loc(#loc0)
    %lt = fx.call "aten.lt.Scalar"(%sum_2, 0) : (tensor<f32>) -> tensor<i1> loc(#loc0)
    %cond_1:2 = fx.cond %lt(%x, %y) : (tensor<i1>, tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4x3xf32>) then {
    ^bb0(%cond_1.0.x: tensor<3x4xf32>, %cond_1.0.y: tensor<4xf32>):
      %cond_1.0.add = fx.call "aten.add.Tensor"(%cond_1.0.x, %cond_1.0.y) : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
      %cond_1.0.t = fx.call "aten.t.default"(%cond_1.0.x) : (tensor<3x4xf32>) -> tensor<4x3xf32>
      %cond_1.0.mul = fx.call "aten.mul.Tensor"(%cond_1.0.t, 2) : (tensor<4x3xf32>) -> tensor<4x3xf32>
      fx.output %cond_1.0.add, %cond_1.0.mul : tensor<3x4xf32>, tensor<4x3xf32>
    } else {
    ^bb0(%cond_1.1.x: tensor<3x4xf32>, %cond_1.1.y: tensor<4xf32>):
      %cond_1.1.sub = fx.call "aten.sub.Tensor"(%cond_1.1.x, %cond_1.1.y) : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
      %cond_1.1.t = fx.call "aten.t.default"(%cond_1.1.x) : (tensor<3x4xf32>) -> tensor<4x3xf32>
      %cond_1.1.exp = fx.call "aten.exp.default"(%cond_1.1.t) : (tensor<4x3xf32>) -> tensor<4x3xf32>
      fx.output %cond_1.1.sub, %cond_1.1.exp : tensor<3x4xf32>, tensor<4x3xf32>
    } loc(#loc0)
    fx.output %cond#0, %cond#1, %cond_1#0, %cond_1#1 : tensor<3x4xf32>, tensor<4x3xf32>, tensor<3x4xf32>, tensor<4x3xf32>
  }
}
#loc0 = loc("cond")
