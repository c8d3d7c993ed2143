prim.weight @w : tensor<16x8xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 7}}
fx.graph @main(%x: tensor<?x8xf32> {fx.name = "x"}) -> (tensor<?x16xf32>) {
  %w = fx.get_attr @w : tensor<16x8xf32>
  %y = fx.call "aten.linear.default"(%x, %w) : (tensor<?x8xf32>, tensor<16x8xf32>) -> tensor<?x16xf32>
  %z = fx.call "aten.relu.default"(%y) : (tensor<?x16xf32>) -> tensor<?x16xf32>
  fx.output %z : tensor<?x16xf32>
}
func.func @prims(%x: tensor<4xf32>, %n: tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
  %a = prim.exp %x : tensor<4xf32>
  %b = prim.exp %x : tensor<4xf32>
  %c = prim.add %a, %b : tensor<4xf32>
  %d = prim.neg %n : tensor<?xf32>
  return %c, %d : tensor<4xf32>, tensor<?xf32>
}
loop.kernel @by_hand(%x: tensor<4xf32>) -> tensor<4xf32> iters(i = 4) {
  %y = loop.map (i) reads(%a = %x[i] : tensor<4xf32>) -> tensor<4xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<4xf32>
}
func.func @launches(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = loop.launch @by_hand(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
