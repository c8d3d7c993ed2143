// Versions of a product by its number of rows are compared at powers of two
// exactly, and at their multiples by the square root of two, though no number is
// the square of 128: ranges end between these.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// CHECK: versions = [
// CHECK-NOT: most =
// CHECK: most = {{(38|53|76|107|152|215|304|430|608|861|1217|1722|2435|3444|4870|6888|9741|13777)}} : i64, size = #tc.size<b*s>}]}
// CHECK-NOT: most =
// CHECK: most = {{(38|53|76|107|152|215|304|430|608|861|1217|1722|2435|3444|4870|6888|9741|13777)}} : i64, size = #tc.size<b*s>}]}
module attributes {tc.version = "0.1"} {
  loop.kernel private @rows(%x: tensor<?x?x768xbf16, #tc.dims<[b, s, 768]>>, %w: tensor<3072x768xbf16>) -> tensor<?x?x3072xbf16, #tc.dims<[b, s, 3072]>> iters(b0 = b, s0 = s, i = 3072, k = 768) {
    %y = loop.contract (b0, s0, i) over (k) reads(%a = %x[b0, s0, k] : tensor<?x?x768xbf16, #tc.dims<[b, s, 768]>>, %c = %w[i, k] : tensor<3072x768xbf16>) -> tensor<?x?x3072xbf16, #tc.dims<[b, s, 3072]>> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.convert_element_type %c : bf16 to f32
      loop.yield %0, %1 : f32, f32
    }
    loop.yield %y : tensor<?x?x3072xbf16, #tc.dims<[b, s, 3072]>>
  }
}
