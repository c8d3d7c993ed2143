// Ordered running sums along rows and columns, in each float type, of terms that
// are added and taken away again (ordered_sums.mlir).
// SIZES: m = 0, n = 5 | m = 3, n = 0 | m = 1, n = 1 | m = 5, n = 31 | m = 65, n = 200 | m = 2, n = 3000
!f64x = tensor<?x?xf64, #tc.dims<[m, n]>>
!f64t = tensor<?x?xf64, #tc.dims<[m, 2*n]>>
!f32x = tensor<?x?xf32, #tc.dims<[m, n]>>
!f32t = tensor<?x?xf32, #tc.dims<[m, 2*n]>>
!bf16x = tensor<?x?xbf16, #tc.dims<[m, n]>>
!bf16t = tensor<?x?xbf16, #tc.dims<[m, 2*n]>>
!f16x = tensor<?x?xf16, #tc.dims<[m, n]>>
!f16t = tensor<?x?xf16, #tc.dims<[m, 2*n]>>
!f32u = tensor<?x?xf32, #tc.dims<[2*m, n]>>
module attributes {tc.version = "0.1", tc.sizes = {m = 3, n = 40}} {
func.func @main(%f64: !f64x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %f32: !f32x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %bf16: !bf16x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %f16: !f16x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
    -> (!f64t, !f32t, !bf16t, !f16t, !f32u) {
  %f64n = prim.neg %f64 : !f64x
  %f64b = prim.rev %f64n [1] : !f64x
  %f64t = prim.cat %f64, %f64b dim 1 : !f64x, !f64x
  %f64s = prim.cumsum %f64t dim 1 {ordered} : !f64t
  %f32n = prim.neg %f32 : !f32x
  %f32b = prim.rev %f32n [1] : !f32x
  %f32t = prim.cat %f32, %f32b dim 1 : !f32x, !f32x
  %f32s = prim.cumsum %f32t dim 1 {ordered} : !f32t
  %bf16n = prim.neg %bf16 : !bf16x
  %bf16b = prim.rev %bf16n [1] : !bf16x
  %bf16t = prim.cat %bf16, %bf16b dim 1 : !bf16x, !bf16x
  %bf16s = prim.cumsum %bf16t dim 1 {ordered} : !bf16t
  %f16n = prim.neg %f16 : !f16x
  %f16b = prim.rev %f16n [1] : !f16x
  %f16t = prim.cat %f16, %f16b dim 1 : !f16x, !f16x
  %f16s = prim.cumsum %f16t dim 1 {ordered} : !f16t
  %up = prim.rev %f32n [0] : !f32x
  %tall = prim.cat %f32, %up dim 0 : !f32x, !f32x
  %columns = prim.cumsum %tall dim 0 {ordered} : !f32u
  return %f64s, %f32s, %bf16s, %f16s, %columns : !f64t, !f32t, !bf16t, !f16t, !f32u
}
}
