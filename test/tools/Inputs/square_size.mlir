module attributes {tc.version = "0.1"} {
loop.kernel @k(%x: tensor<?xf32, #tc.dims<[n*n]>>) -> tensor<?xf32, #tc.dims<[n]>> iters(i = n) {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n*n]>>) -> tensor<?xf32, #tc.dims<[n]>> { loop.yield %a : f32 }
  loop.yield %y : tensor<?xf32, #tc.dims<[n]>>
}
func.func @main(%x: tensor<?xf32, #tc.dims<[n*n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
  %0 = loop.launch @k(%x) : (tensor<?xf32, #tc.dims<[n*n]>>) -> tensor<?xf32, #tc.dims<[n]>>
  return %0 : tensor<?xf32, #tc.dims<[n]>>
}
}
