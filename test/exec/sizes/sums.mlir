// Reductions over nothing, over one element, over parts of many blocks; rows of
// no elements, and no rows.
// SIZES: m = 0, n = 5 | m = 5, n = 0 | m = 1, n = 1 | m = 3, n = 33 | m = 70, n = 1025 | m = 2, n = 20000
!x = tensor<?x?xf32, #tc.dims<[m, n]>>
!h = tensor<?x?xbf16, #tc.dims<[m, n]>>
!k = tensor<?x?xi32, #tc.dims<[m, n]>>
module attributes {tc.version = "0.1", tc.sizes = {m = 3, n = 4}} {
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 1}},
                %h: !h {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 2}},
                %k: !k {tc.init = {kind = "randint", low = -100, high = 100, stream = 3}})
    -> (tensor<?xf32, #tc.dims<[m]>>, tensor<?xf32, #tc.dims<[n]>>, tensor<f32>, tensor<?xbf16, #tc.dims<[m]>>, tensor<?xi32, #tc.dims<[n]>>,
        !x, tensor<?xi32, #tc.dims<[m]>>, tensor<i32>) {
  %rows = prim.sum %x [1] : !x
  %columns = prim.sum %x [0] : !x
  %all = prim.sum %x [0, 1] : !x
  %halves = prim.sum %h [1] : !h
  %ints = prim.sum %k [0] : !k
  %run = prim.cumsum %x dim 1 : !x
  %most = prim.amax %k [1] : !k
  %least = prim.amin %k [0, 1] : !k
  return %rows, %columns, %all, %halves, %ints, %run, %most, %least : tensor<?xf32, #tc.dims<[m]>>, tensor<?xf32, #tc.dims<[n]>>,
      tensor<f32>, tensor<?xbf16, #tc.dims<[m]>>, tensor<?xi32, #tc.dims<[n]>>, !x, tensor<?xi32, #tc.dims<[m]>>, tensor<i32>
}
}
