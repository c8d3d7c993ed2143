// A softmax and a layer norm with what stands around them, fused: rows that a
// wave holds, rows that a block holds, rows that are too long for either.
// SIZES: m = 0, n = 5 | m = 1, n = 1 | m = 3, n = 31 | m = 3, n = 256 | m = 65, n = 1000 | m = 2, n = 20000
!x = tensor<?x?xf32, #tc.dims<[m, n]>>
!r = tensor<?xf32, #tc.dims<[m]>>
module attributes {tc.version = "0.1", tc.sizes = {m = 3, n = 4}} {
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 2.0, stream = 1}}) -> (!x, !x) {
  %m = prim.amax %x [1] : !x
  %mb = prim.broadcast_in_dim %m [0] : !r to !x
  %d = prim.sub %x, %mb : !x
  %e = prim.exp %d : !x
  %s = prim.sum %e [1] : !x
  %sb = prim.broadcast_in_dim %s [0] : !r to !x
  %soft = prim.div %e, %sb : !x
  %sum = prim.sum %x [1] : !x
  %count = prim.size <n> : tensor<i64>
  %nf = prim.convert_element_type %count : tensor<i64> to tensor<f32>
  %nr = prim.broadcast_in_dim %nf [] : tensor<f32> to !r
  %mean = prim.div %sum, %nr : !r
  %meanb = prim.broadcast_in_dim %mean [0] : !r to !x
  %c = prim.sub %x, %meanb : !x
  %sq = prim.mul %c, %c : !x
  %var = prim.sum %sq [1] : !x
  %vn = prim.div %var, %nr : !r
  %eps = prim.constant dense<1.0e-05> : tensor<f32>
  %epsr = prim.broadcast_in_dim %eps [] : tensor<f32> to !r
  %ve = prim.add %vn, %epsr : !r
  %rs = prim.rsqrt %ve : !r
  %rsb = prim.broadcast_in_dim %rs [0] : !r to !x
  %norm = prim.mul %c, %rsb : !x
  return %soft, %norm : !x, !x
}
}
