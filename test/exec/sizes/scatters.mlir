// Many updates of few elements: what threads of other blocks add, multiply and
// compare at the same places.
// SIZES: m = 0 | m = 1 | m = 33 | m = 5000 | m = 100000
!m = tensor<?xi64, #tc.dims<[m]>>
!f = tensor<?x5xf32, #tc.dims<[m, 5]>>
!d = tensor<?xf64, #tc.dims<[m]>>
!i = tensor<?x5xi32, #tc.dims<[m, 5]>>
!b = tensor<?xi8, #tc.dims<[m]>>
!p = tensor<?xi1, #tc.dims<[m]>>
module attributes {tc.version = "0.1", tc.sizes = {m = 3}} {
func.func @main(%at: !m {tc.init = {kind = "randint", low = 0, high = 7, stream = 1}},
                %f: !f {tc.init = {kind = "uniform", mean = 1.0, std = 0.5, stream = 2}},
                %d: !d {tc.init = {kind = "uniform", mean = 1.0, std = 0.5, stream = 3}},
                %i: !i {tc.init = {kind = "randint", low = -100, high = 100, stream = 4}},
                %b: !b {tc.init = {kind = "randint", low = -9, high = 9, stream = 5}},
                %p: !p {tc.init = {kind = "randint", low = 0, high = 2, stream = 6}})
    -> (tensor<7x5xf32>, tensor<7x5xf32>, tensor<7xf64>, tensor<7x5xi32>, tensor<7x5xi32>, tensor<7xi8>, tensor<7xi8>, tensor<7xi1>) {
  %zf = prim.constant dense<0.5> : tensor<7x5xf32>
  %zd = prim.constant dense<0.5> : tensor<7xf64>
  %zi = prim.constant dense<3> : tensor<7x5xi32>
  %zb = prim.constant dense<3> : tensor<7xi8>
  %zp = prim.constant dense<false> : tensor<7xi1>
  %0 = prim.index_put %zf, %f[%at] [0] "add" : tensor<7x5xf32>, !f, !m
  %1 = prim.index_put %zf, %f[%at] [0] "max" : tensor<7x5xf32>, !f, !m
  %2 = prim.index_put %zd, %d[%at] [0] "add" : tensor<7xf64>, !d, !m
  %3 = prim.index_put %zi, %i[%at] [0] "add" : tensor<7x5xi32>, !i, !m
  %4 = prim.index_put %zi, %i[%at] [0] "set" : tensor<7x5xi32>, !i, !m
  %5 = prim.index_put %zb, %b[%at] [0] "add" : tensor<7xi8>, !b, !m
  %6 = prim.index_put %zb, %b[%at] [0] "min" : tensor<7xi8>, !b, !m
  %7 = prim.index_put %zp, %p[%at] [0] "add" : tensor<7xi1>, !p, !m
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<7x5xf32>, tensor<7x5xf32>, tensor<7xf64>, tensor<7x5xi32>, tensor<7x5xi32>, tensor<7xi8>, tensor<7xi8>, tensor<7xi1>
}
}
