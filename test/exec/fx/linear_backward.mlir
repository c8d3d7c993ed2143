module attributes {
  tc.version = "0.1",
  tc.model = "linear_backward",
  tc.expected = [{shape = [4, 6], dtype = f32, sum = 0.389448457396004, norm = 4.650536058502681, eager_error = 9.224772706243915e-08, eager_max = 2.1696901919554534e-07, samples = dense<[-1.302438730910318, 2.0946203400678662, 0.9010462054452839, -1.4415376062339806, -0.07125523158622304, -0.344385804639071, -0.7726566005446733, 0.2967864950921187, 0.47398120198112453, 1.4522330546460211, -0.09335732969231039, 1.728183967213353, 1.2372893251484327, -0.35726048371314734, -0.42463802531214684, -1.1706914623607947, 0.02729207428412208, 0.07472848248193256, 0.8769777920778895, -0.3399881409227519, -0.5093433720181221, -1.1764485943870853, 0.10301619711673539, -0.8727052958382511]> : tensor<24xf64>}, {shape = [6, 5], dtype = f32, sum = 3.5941440063062027, norm = 4.4441945825825435, eager_error = 1.0582034408203165e-07, eager_max = 3.3049199132939577e-07, samples = dense<[0.010787329463992017, 0.09731800301261465, 0.2244298832399589, 0.42507554011161036, 0.5336695888394043, -0.2635026664263205, -0.35377593751629727, 0.739880072123627, -2.43542014665716, 1.3083051624629156, -0.5750208533035894, 0.096173184485196, 0.10514852496024972, 0.5670209557126523, 0.6199988855899174, -0.7377621437063453, 0.31777586784747835, -0.8636430667069156, 1.9970165244738736, -0.7204120081425734, 0.8465726394043555, -0.1366974588847837, 0.6131061166107572, -0.6836771693668082, 0.2239308111025809, -0.3606109958261132, 0.2580517486724072, -0.0691315861562967, 1.3618949788941008, 0.447642221991714]> : tensor<30xf64>}, {shape = [5], dtype = f32, sum = 0.4966248103771991, norm = 1.477473790365884, eager_error = 1.9606409672694753e-07, eager_max = 2.7855251161224004e-07, samples = dense<[-0.9836219903660641, 0.07107432277042812, 0.13714792704043677, 0.19867245395992128, 1.073352096972477]> : tensor<5xf64>}]
} {
  fx.graph @main(%x: tensor<4x6xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %dy: tensor<4x5xf32> {fx.name = "dy", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}}, %w: tensor<6x5xf32> {fx.name = "w", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 902, seed = 7}}, %b: tensor<5xf32> {fx.name = "b", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 903, seed = 7}})
      -> (tensor<4x6xf32>, tensor<6x5xf32>, tensor<5xf32>) {
    %matmul = fx.call "aten.matmul.default"(%x, %w) : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%matmul, %b) : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %mul = fx.call "aten.mul.Tensor"(%add, 0.7071067811865476) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %erf = fx.call "aten.erf.default"(%mul) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %add_1 = fx.call "aten.add.Tensor"(%erf, 1) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %mul_1 = fx.call "aten.mul.Tensor"(%add_1, 0.5) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %mul_2 = fx.call "aten.mul.Tensor"(%add, -0.5) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %mul_3 = fx.call "aten.mul.Tensor"(%mul_2, %add) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %exp = fx.call "aten.exp.default"(%mul_3) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %mul_4 = fx.call "aten.mul.Tensor"(%exp, 0.3989422804014327) : (tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %mul_5 = fx.call "aten.mul.Tensor"(%add, %mul_4) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %add_2 = fx.call "aten.add.Tensor"(%mul_1, %mul_5) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %mul_6 = fx.call "aten.mul.Tensor"(%dy, %add_2) : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32> loc(#loc0)
    %t = fx.call "aten.t.default"(%w) : (tensor<6x5xf32>) -> tensor<5x6xf32> loc(#loc0)
    %matmul_1 = fx.call "aten.matmul.default"(%mul_6, %t) : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32> loc(#loc0)
    %t_1 = fx.call "aten.t.default"(%x) : (tensor<4x6xf32>) -> tensor<6x4xf32> loc(#loc0)
    %matmul_2 = fx.call "aten.matmul.default"(%t_1, %mul_6) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> loc(#loc0)
    %sum_1 = fx.call "aten.sum.dim_IntList"(%mul_6, [0]) : (tensor<4x5xf32>) -> tensor<5xf32> loc(#loc0)
    fx.output %matmul_1, %matmul_2, %sum_1 : tensor<4x6xf32>, tensor<6x5xf32>, tensor<5xf32>
  }
}
#loc0 = loc("linear_backward")
