// Ordered products in each float type, of rows whose second half takes away what
// the first half adds (ordered_sums.mlir): no terms, one pair, short and long rows.
// SIZES: m = 0, n = 5, k = 3 | m = 3, n = 4, k = 0 | m = 1, n = 1, k = 1 | m = 5, n = 7, k = 31 | m = 9, n = 33, k = 200 | m = 2, n = 3, k = 3000
!f64x = tensor<?x?xf64, #tc.dims<[m, k]>>
!f64w = tensor<?x?xf64, #tc.dims<[k, n]>>
!f64t = tensor<?x?xf64, #tc.dims<[m, 2*k]>>
!f64u = tensor<?x?xf64, #tc.dims<[2*k, n]>>
!f64y = tensor<?x?xf64, #tc.dims<[m, n]>>
!f32x = tensor<?x?xf32, #tc.dims<[m, k]>>
!f32w = tensor<?x?xf32, #tc.dims<[k, n]>>
!f32t = tensor<?x?xf32, #tc.dims<[m, 2*k]>>
!f32u = tensor<?x?xf32, #tc.dims<[2*k, n]>>
!f32y = tensor<?x?xf32, #tc.dims<[m, n]>>
!bf16x = tensor<?x?xbf16, #tc.dims<[m, k]>>
!bf16w = tensor<?x?xbf16, #tc.dims<[k, n]>>
!bf16t = tensor<?x?xbf16, #tc.dims<[m, 2*k]>>
!bf16u = tensor<?x?xbf16, #tc.dims<[2*k, n]>>
!bf16y = tensor<?x?xbf16, #tc.dims<[m, n]>>
!f16x = tensor<?x?xf16, #tc.dims<[m, k]>>
!f16w = tensor<?x?xf16, #tc.dims<[k, n]>>
!f16t = tensor<?x?xf16, #tc.dims<[m, 2*k]>>
!f16u = tensor<?x?xf16, #tc.dims<[2*k, n]>>
!f16y = tensor<?x?xf16, #tc.dims<[m, n]>>
module attributes {tc.version = "0.1", tc.sizes = {m = 3, n = 5, k = 40}} {
func.func @main(%f64: !f64x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %f64w: !f64w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %f32: !f32x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %f32w: !f32w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %bf16: !bf16x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %bf16w: !bf16w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                %f16: !f16x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}}, %f16w: !f16w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}})
    -> (!f64y, !f32y, !bf16y, !f16y) {
  %f64n = prim.neg %f64 : !f64x
  %f64b = prim.rev %f64n [1] : !f64x
  %f64t = prim.cat %f64, %f64b dim 1 : !f64x, !f64x
  %f64v = prim.rev %f64w [0] : !f64w
  %f64u = prim.cat %f64w, %f64v dim 0 : !f64w, !f64w
  %f64y = prim.dot_general %f64t, %f64u batch [], [] contract [1], [0] {ordered} : !f64t, !f64u
  %f32n = prim.neg %f32 : !f32x
  %f32b = prim.rev %f32n [1] : !f32x
  %f32t = prim.cat %f32, %f32b dim 1 : !f32x, !f32x
  %f32v = prim.rev %f32w [0] : !f32w
  %f32u = prim.cat %f32w, %f32v dim 0 : !f32w, !f32w
  %f32y = prim.dot_general %f32t, %f32u batch [], [] contract [1], [0] {ordered} : !f32t, !f32u
  %bf16n = prim.neg %bf16 : !bf16x
  %bf16b = prim.rev %bf16n [1] : !bf16x
  %bf16t = prim.cat %bf16, %bf16b dim 1 : !bf16x, !bf16x
  %bf16v = prim.rev %bf16w [0] : !bf16w
  %bf16u = prim.cat %bf16w, %bf16v dim 0 : !bf16w, !bf16w
  %bf16y = prim.dot_general %bf16t, %bf16u batch [], [] contract [1], [0] {ordered} : !bf16t, !bf16u
  %f16n = prim.neg %f16 : !f16x
  %f16b = prim.rev %f16n [1] : !f16x
  %f16t = prim.cat %f16, %f16b dim 1 : !f16x, !f16x
  %f16v = prim.rev %f16w [0] : !f16w
  %f16u = prim.cat %f16w, %f16v dim 0 : !f16w, !f16w
  %f16y = prim.dot_general %f16t, %f16u batch [], [] contract [1], [0] {ordered} : !f16t, !f16u
  return %f64y, %f32y, %bf16y, %f16y : !f64y, !f32y, !bf16y, !f16y
}
}
