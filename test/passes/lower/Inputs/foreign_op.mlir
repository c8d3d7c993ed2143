loop.kernel @k(%x: tensor<4xf32>) -> (tensor<4xf32>) iters(i = 4) {
  %y = loop.map (i) reads(%a = %x[i] : tensor<4xf32>) -> tensor<4xf32> {
    %0 = prim.neg %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<4xf32>
}
func.func private @log()
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {loop.arena = #tc.size<0>} {
  func.call @log() : () -> ()
  %0 = loop.launch @k(%x) {loop.places = [{result = 0 : i64}]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
