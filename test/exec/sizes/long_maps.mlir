// Maps along rows whose length the launch alone knows, in chunks: none, one,
// whole ones and what is left, of one row and of many.
// SIZES: n = 0, k = 5000 | n = 3, k = 0 | n = 1, k = 1 | n = 3, k = 4096 | n = 2, k = 8193 | n = 70, k = 3
!v = tensor<?xf32, #tc.dims<[k]>>
!m = tensor<?x?xf32, #tc.dims<[n, k]>>
!h = tensor<?x?xbf16, #tc.dims<[n, k]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 3, k = 4}} {
func.func @main(%x: !m {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 1}},
                %y: !m {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 2}},
                %v: !v {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 3}}) -> (!m, !h, !v) {
  %0 = prim.broadcast_in_dim %v [1] : !v to !m
  %1 = prim.mul %x, %0 : !m
  %2 = prim.tanh %1 : !m
  %3 = prim.sub %2, %y : !m
  %4 = prim.convert_element_type %3 : !m to !h
  %5 = prim.exp %v : !v
  return %3, %4, %5 : !m, !h, !v
}
}
