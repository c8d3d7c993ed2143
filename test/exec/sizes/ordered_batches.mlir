// Ordered products in batches, of transposed operands, and of halves into f32:
// nothing for matrix units or splits of the terms.
// SIZES: b = 0, m = 3, k = 5 | b = 2, m = 3, k = 0 | b = 1, m = 1, k = 1 | b = 3, m = 5, k = 31 | b = 2, m = 33, k = 300 | b = 1, m = 2, k = 2000
!f64x = tensor<?x?x?xf64, #tc.dims<[b, m, k]>>
!f64y = tensor<?x?x?xf64, #tc.dims<[b, m, m]>>
!f32x = tensor<?x?x?xf32, #tc.dims<[b, m, k]>>
!f32y = tensor<?x?x?xf32, #tc.dims<[b, m, m]>>
!bf16x = tensor<?x?xbf16, #tc.dims<[k, m]>>
!bf16w = tensor<?x?xbf16, #tc.dims<[m, k]>>
!f16x = tensor<?x?xf16, #tc.dims<[k, m]>>
!f16w = tensor<?x?xf16, #tc.dims<[m, k]>>
!y = tensor<?x?xf32, #tc.dims<[m, m]>>
module attributes {tc.version = "0.1", tc.sizes = {b = 2, m = 5, k = 40}} {
func.func @main(%d: !f64x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %e: !f64x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %f: !f32x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %g: !f32x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %x: !bf16x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %w: !bf16w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                %u: !f16x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}}, %v: !f16w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}})
    -> (!f64y, !f32y, !y, !y) {
  %0 = prim.dot_general %d, %e batch [0], [0] contract [2], [2] {ordered} : !f64x, !f64x
  %1 = prim.dot_general %f, %g batch [0], [0] contract [2], [2] {ordered} : !f32x, !f32x
  %2 = prim.dot_general %x, %w batch [], [] contract [0], [1] {ordered, out = f32} : !bf16x, !bf16w
  %3 = prim.dot_general %u, %v batch [], [] contract [0], [1] {ordered, out = f32} : !f16x, !f16w
  return %0, %1, %2, %3 : !f64y, !f32y, !y, !y
}
}
