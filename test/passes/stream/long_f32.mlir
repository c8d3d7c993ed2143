// Blocks of a stream whose factors of f32 are split, with heads of 128: 64 points
// where a tile of 128 rows and two such blocks fit in shared memory and no mask
// bounds them, else 32.
// RUN: sed 's/tc.version = "0.1"/&, tc.target = "cuda,tune=sm_90a"/' %s | tc-opt --tc-gpu | FileCheck %s --check-prefix=LONG
// RUN: sed 's/tc.version = "0.1"/&, tc.target = "cuda,tune=sm_80"/' %s | tc-opt --tc-gpu | FileCheck %s --check-prefix=SHORT
// RUN: sed 's/tc.version = "0.1"/&, tc.target = "cuda,tune=sm_90a"/; s/0.0, false/0.0, true/' %s | tc-opt --tc-gpu | FileCheck %s --check-prefix=SHORT
// LONG: loop.stream = {block = "[[B:.*]]b", extent = #tc.size<4096>, point = "[[B]]i"
// LONG: tensor<4x16x4096x64xf32>
// SHORT: loop.stream
// SHORT: tensor<4x16x4096x32xf32>
!f = tensor<4x16x4096x128xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%q: !f, %k: !f, %v: !f) -> (!f) {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, false) : (!f, !f, !f) -> !f
  fx.output %0 : !f
}
}
