// Ops that move elements, at sizes of nothing, of one, and of no multiple.
// SIZES: n = 0 | n = 1 | n = 2 | n = 65 | n = 1000
!x = tensor<?x6xf32, #tc.dims<[n, 6]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 3}} {
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %u: tensor<?xf32, #tc.dims<[2*n + 1]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %i: tensor<?xi64, #tc.dims<[n]>> {tc.init = {kind = "randint", low = 0, high = 6, stream = 3}})
    -> (tensor<6x?xf32, #tc.dims<[6, n]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x6xf32, #tc.dims<[2*n + 2, 6]>>,
        tensor<?x8xf32, #tc.dims<[n, 8]>>, tensor<?xf32, #tc.dims<[n]>>, tensor<6x?xf32, #tc.dims<[6, n]>>,
        tensor<?xf32, #tc.dims<[6*n]>>, tensor<?x6xf32, #tc.dims<[n, 6]>>, tensor<?xi64, #tc.dims<[n]>>) {
  %t = prim.transpose %x [1, 0] : !x
  %s = prim.slice %x <[0, 1]> step [1, 2] : !x to tensor<?x3xf32, #tc.dims<[n, 3]>>
  %w = prim.constant dense<1.5> : tensor<2x6xf32>
  %c = prim.cat %x, %w, %x dim 0 : !x, tensor<2x6xf32>, !x
  %z = prim.constant dense<7.0> : tensor<f32>
  %p = prim.pad %x, %z low <[0, 1]> high <[0, 1]> interior [0, 0] : !x, tensor<f32> to tensor<?x8xf32, #tc.dims<[n, 8]>>
  %odd = prim.slice %u <[1]> step [2] : tensor<?xf32, #tc.dims<[2*n + 1]>> to tensor<?xf32, #tc.dims<[n]>>
  %g = prim.index %t[%i] [0] : tensor<6x?xf32, #tc.dims<[6, n]>>, tensor<?xi64, #tc.dims<[n]>>
  %r = prim.rev %x [0, 1] : !x
  %flat = prim.reshape %r : !x to tensor<?xf32, #tc.dims<[6*n]>>
  %turned = prim.transpose %t [1, 0] : tensor<6x?xf32, #tc.dims<[6, n]>>
  %gt = prim.transpose %g [1, 0] : tensor<?x?xf32, #tc.dims<[n, n]>>
  %first = prim.sum %gt [0] : tensor<?x?xf32, #tc.dims<[n, n]>>
  %zero = prim.sub %first, %first : tensor<?xf32, #tc.dims<[n]>>
  %o = prim.add %odd, %zero : tensor<?xf32, #tc.dims<[n]>>
  %where = prim.iota 0 : i64, 3 : i64 : tensor<?xi64, #tc.dims<[n]>>
  return %t, %s, %c, %p, %o, %t, %flat, %turned, %where : tensor<6x?xf32, #tc.dims<[6, n]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>,
      tensor<?x6xf32, #tc.dims<[2*n + 2, 6]>>, tensor<?x8xf32, #tc.dims<[n, 8]>>, tensor<?xf32, #tc.dims<[n]>>,
      tensor<6x?xf32, #tc.dims<[6, n]>>, tensor<?xf32, #tc.dims<[6*n]>>, tensor<?x6xf32, #tc.dims<[n, 6]>>, tensor<?xi64, #tc.dims<[n]>>
}
}
