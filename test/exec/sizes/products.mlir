// Products of no rows, over nothing, of one, of tiles and what is left of them.
// SIZES: m = 0, n = 5, k = 3 | m = 5, n = 4, k = 0 | m = 1, n = 1, k = 1 | m = 65, n = 63, k = 33 | m = 130, n = 70, k = 100
!a = tensor<?x?xf32, #tc.dims<[m, k]>>
!b = tensor<?x?xf32, #tc.dims<[k, n]>>
!c = tensor<?x?xf32, #tc.dims<[m, n]>>
!h = tensor<?x?xbf16, #tc.dims<[m, k]>>
!g = tensor<?x?xbf16, #tc.dims<[n, k]>>
module attributes {tc.version = "0.1", tc.sizes = {m = 3, n = 4, k = 2}} {
func.func @main(%a: !a {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 1}},
                %b: !b {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 2}},
                %h: !h {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 3}},
                %g: !g {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 4}})
    -> (!c, !c, tensor<?x?xbf16, #tc.dims<[m, n]>>, tensor<?xf32, #tc.dims<[m]>>) {
  %0 = prim.dot_general %a, %b batch [], [] contract [1], [0] : !a, !b
  %1 = prim.maximum %0, %0 : !c
  %2 = prim.mul %1, %0 : !c
  %3 = prim.dot_general %h, %g batch [], [] contract [1], [1] : !h, !g
  %4 = prim.dot_general %a, %a batch [0], [0] contract [1], [1] : !a, !a
  return %0, %2, %3, %4 : !c, !c, tensor<?x?xbf16, #tc.dims<[m, n]>>, tensor<?xf32, #tc.dims<[m]>>
}
}
