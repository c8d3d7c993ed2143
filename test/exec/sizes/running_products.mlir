// Running products of f32 in any grouping along rows and columns, from either
// end, with and without each point's own factor, with maps behind them.
// SIZES: m = 0, n = 5 | m = 3, n = 0 | m = 1, n = 1 | m = 5, n = 31 | m = 65, n = 200 | m = 2, n = 3000
!x = tensor<?x?xf32, #tc.dims<[m, n]>>
!t = tensor<?x?xf32, #tc.dims<[n, m]>>
!h = tensor<?x?xbf16, #tc.dims<[m, n]>>
!m = tensor<?xf32, #tc.dims<[m]>>
!n = tensor<?xf32, #tc.dims<[n]>>
module attributes {tc.version = "0.1", tc.sizes = {m = 3, n = 40}} {
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 1}}) -> (!x, !h, !x, !x) {
  %one = prim.constant dense<1.0> : tensor<f32>
  %ones = prim.broadcast_in_dim %one [] : tensor<f32> to !m
  %xs = prim.transpose %x [1, 0] : !x
  %0:2 = prim.scan(%ones) over(%xs) {prim.associative} : (!m, !t) -> (!m, !t) {
  ^bb0(%c: !m, %s: !m):
    %p = prim.mul %c, %s : !m
    prim.yield %p, %p : !m, !m
  }
  %rows = prim.transpose %0#1 [1, 0] : !t
  %1:2 = prim.scan(%ones) over(%xs) reverse {prim.associative} : (!m, !t) -> (!m, !t) {
  ^bb0(%c: !m, %s: !m):
    %p = prim.mul %s, %c : !m
    prim.yield %p, %c : !m, !m
  }
  %back = prim.transpose %1#1 [1, 0] : !t
  %half = prim.convert_element_type %back : !x to !h
  %every = prim.broadcast_in_dim %one [] : tensor<f32> to !n
  %2:3 = prim.scan(%every) over(%x) {prim.associative} : (!n, !x) -> (!n, !x, !x) {
  ^bb0(%c: !n, %s: !n):
    %p = prim.mul %c, %s : !n
    prim.yield %p, %p, %c : !n, !n, !n
  }
  %both = prim.sub %2#1, %2#2 : !x
  return %rows, %half, %2#1, %both : !x, !h, !x, !x
}
}
