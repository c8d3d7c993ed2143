// Sorts, positions, gathers and scatters along dimensions of no, one, and many
// elements.
// SIZES: m = 0, n = 5 | m = 5, n = 1 | m = 3, n = 2 | m = 3, n = 700 | m = 300, n = 5
!x = tensor<?x?xf32, #tc.dims<[m, n]>>
!k = tensor<?x?xi64, #tc.dims<[m, n]>>
!m = tensor<?xi64, #tc.dims<[m]>>
module attributes {tc.version = "0.1", tc.sizes = {m = 3, n = 4}} {
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %i: !m {tc.init = {kind = "randint", low = 0, high = 9, stream = 2}},
                %base: tensor<9x?xf32, #tc.dims<[9, n]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}})
    -> (!x, !k, tensor<?x1xf32, #tc.dims<[m, 1]>>, tensor<?x1xi64, #tc.dims<[m, 1]>>, !m, tensor<9x?xf32, #tc.dims<[9, n]>>,
        !x, tensor<?xi64, #tc.dims<[m]>>) {
  %v, %p = prim.sort %x dim 1 descending : !x
  %t, %at = prim.topk %x, #tc.size<1> dim 1 : !x
  %best = prim.argmax %x dim 1 : !x
  %put = prim.index_put %base, %x[%i] [0] "max" : tensor<9x?xf32, #tc.dims<[9, n]>>, !x, !m
  %got = prim.index %base[%i] [0] : tensor<9x?xf32, #tc.dims<[9, n]>>, !m
  %is, %order = prim.sort %i dim 0 : !m
  return %v, %p, %t, %at, %best, %put, %got, %order : !x, !k, tensor<?x1xf32, #tc.dims<[m, 1]>>, tensor<?x1xi64, #tc.dims<[m, 1]>>, !m,
      tensor<9x?xf32, #tc.dims<[9, n]>>, !x, !m
}
}
