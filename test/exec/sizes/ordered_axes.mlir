// Ordered sums over several axes of what is computed on the way without rounding:
// magnitudes, positive parts, what a mask leaves, other layouts.
// SIZES: m = 0, n = 5 | m = 3, n = 0 | m = 1, n = 1 | m = 5, n = 31 | m = 33, n = 65 | m = 2, n = 900
!x = tensor<?x?x7xf32, #tc.dims<[m, n, 7]>>
!t = tensor<7x?x?xf32, #tc.dims<[7, n, m]>>
!p = tensor<?x?x7xi1, #tc.dims<[m, n, 7]>>
!d = tensor<?x?x7xf64, #tc.dims<[m, n, 7]>>
!h = tensor<?x?x7xbf16, #tc.dims<[m, n, 7]>>
!hh = tensor<?x?x7xbf16, #tc.dims<[m, 2*n, 7]>>
!m = tensor<?xf32, #tc.dims<[m]>>
!n = tensor<?xf32, #tc.dims<[n]>>
!o = tensor<?x7xf64, #tc.dims<[m, 7]>>
!mb = tensor<?xbf16, #tc.dims<[m]>>
module attributes {tc.version = "0.1", tc.sizes = {m = 3, n = 40}} {
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %p: !p {tc.init = {kind = "randint", low = 0, high = 2, stream = 2}},
                %d: !d {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %h: !h {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
    -> (!n, !m, tensor<f32>, !o, !mb) {
  %abs = prim.abs %x : !x
  %columns = prim.sum %abs [0, 2] {ordered} : !x
  %zero = prim.constant dense<0.0> : tensor<f32>
  %turned = prim.transpose %x [2, 1, 0] : !x
  %zt = prim.broadcast_in_dim %zero [] : tensor<f32> to !t
  %positive = prim.maximum %turned, %zt : !t
  %rows = prim.sum %positive [0, 1] {ordered} : !t
  %zx = prim.broadcast_in_dim %zero [] : tensor<f32> to !x
  %left = prim.where %p, %x, %zx : !p, !x
  %all = prim.sum %left [0, 1, 2] {ordered} : !x
  %middle = prim.sum %d [1] {ordered} : !d
  %hn = prim.neg %h : !h
  %hr = prim.rev %hn [1, 2] : !h
  %both = prim.cat %h, %hr dim 1 : !h, !h
  %halves = prim.sum %both [1, 2] {ordered} : !hh
  return %columns, %rows, %all, %middle, %halves : !n, !m, tensor<f32>, !o, !mb
}
}
