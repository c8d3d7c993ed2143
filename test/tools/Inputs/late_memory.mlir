// How many values there are between its launches is known when it runs.
!n = tensor<?x1xi64, #tc.dims<[n, 1]>>
func.func @main(%x: tensor<100xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64, seed = 0 : i64}}) -> tensor<1xi64> {
  %0 = prim.nonzero %x : tensor<100xf32> to !n
  %1 = prim.cumsum %0 dim 0 : !n
  %2 = prim.cumsum %1 dim 0 : !n
  %3 = prim.sum %2 [0] : !n
  return %3 : tensor<1xi64>
}
