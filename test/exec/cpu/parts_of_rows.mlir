// A map that a reduction in parts and another stage read lies in rows of one
// size, also where the last part is shorter than the others.
// RUN: tc-run %s --check --size s0=5 --threads=1
// RUN: tc-run %s --check --size s0=9 --threads=2
module attributes {tc.version = "0.1", tc.sizes = {s0 = 5}} {
  fx.graph @main(%arg0: tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>> {tc.init = {kind = "uniform", mean = 0.5, std = 1.0, stream = 1, seed = 7}},
      %arg1: tensor<?x?x?x?xi1, #tc.dims<[s0, s0, s0, s0]>> {tc.init = {kind = "randint", low = 0, high = 2, stream = 2, seed = 7}},
      %arg2: tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>> {tc.init = {kind = "uniform", mean = 0.5, std = 1.0, stream = 3, seed = 7}},
      %arg3: tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>> {tc.init = {kind = "uniform", mean = 0.5, std = 1.0, stream = 4, seed = 7}},
      %arg4: tensor<?xf32, #tc.dims<[s0]>> {tc.init = {kind = "uniform", mean = 0.5, std = 1.0, stream = 5, seed = 7}})
      -> (tensor<?xf32, #tc.dims<[s0]>>, tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) {
    %0 = fx.call "aten.div.Scalar"(%arg0, 2) : (tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) -> tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>
    %1 = fx.call "aten.where.self"(%arg1, %0, %arg0) : (tensor<?x?x?x?xi1, #tc.dims<[s0, s0, s0, s0]>>, tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>, tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) -> tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>
    %2 = fx.call "aten.sum.dim_IntList"(%1, [0, 1, 2], true) : (tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) -> tensor<1x1x1x?xf64, #tc.dims<[1, 1, 1, s0]>>
    %3 = fx.call "aten.view.default"(%2, [#tc.size<s0>]) : (tensor<1x1x1x?xf64, #tc.dims<[1, 1, 1, s0]>>) -> tensor<?xf64, #tc.dims<[s0]>>
    %4 = fx.call "aten._to_copy.default"(%3, dtype = f32) : (tensor<?xf64, #tc.dims<[s0]>>) -> tensor<?xf32, #tc.dims<[s0]>>
    %5 = fx.call "aten.add.Tensor"(%arg4, %4) : (tensor<?xf32, #tc.dims<[s0]>>, tensor<?xf32, #tc.dims<[s0]>>) -> tensor<?xf32, #tc.dims<[s0]>>
    %6 = fx.call "aten._log_softmax_backward_data.default"(%arg2, %arg3, 1, f64) : (tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>, tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) -> tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>
    %7 = fx.call "aten.add.Tensor"(%1, %6) : (tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>, tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>) -> tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>
    fx.output %5, %7 : tensor<?xf32, #tc.dims<[s0]>>, tensor<?x?x?x?xf64, #tc.dims<[s0, s0, s0, s0]>>
  }
}
