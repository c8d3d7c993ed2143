// Attention with a score beside the keys' own in each head's softmax, which is
// cut off behind it (an attention sink): as in the text and, as GPUs get it,
// with the halves' maximum subtracted before; rows that are masked but for it,
// infinite and not a number.
// RUN: tc-run %s --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
!s = tensor<2x4x16x32xbf16>
!c = tensor<2x4x16x33xbf16>
!f = tensor<2x4x16x33xf32>
module attributes {tc.version = "0.1"} {
  func.func @main(%q: tensor<2x4x16x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %k: tensor<2x4x32x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %v: tensor<2x4x32x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %sink: tensor<4xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 2.0, stream = 4}}) -> tensor<2x4x16x64xbf16> {
    %0 = prim.dot_general %q, %k batch [0, 1], [0, 1] contract [3], [3] : tensor<2x4x16x64xbf16>, tensor<2x4x32x64xbf16>
    %row = prim.iota 0 : i64, 1 : i64 : tensor<16xi64>
    %one = prim.constant dense<1> : tensor<i64>
    %two = prim.constant dense<2> : tensor<i64>
    %ones = prim.broadcast_in_dim %one [] : tensor<i64> to tensor<16xi64>
    %twos = prim.broadcast_in_dim %two [] : tensor<i64> to tensor<16xi64>
    %first = prim.le %row, %ones : tensor<16xi64>
    %second = prim.eq %row, %twos : tensor<16xi64>
    %inf = prim.constant dense<0xFF80> : tensor<bf16>
    %most = prim.constant dense<0x7F80> : tensor<bf16>
    %infs = prim.broadcast_in_dim %inf [] : tensor<bf16> to !s
    %mosts = prim.broadcast_in_dim %most [] : tensor<bf16> to !s
    %f1 = prim.broadcast_in_dim %first [2] : tensor<16xi1> to tensor<2x4x16x32xi1>
    %f2 = prim.broadcast_in_dim %second [2] : tensor<16xi1> to tensor<2x4x16x32xi1>
    %m0 = prim.where %f1, %infs, %0 : tensor<2x4x16x32xi1>, !s
    %1 = prim.where %f2, %mosts, %m0 : tensor<2x4x16x32xi1>, !s
    %2 = prim.broadcast_in_dim %sink [1] : tensor<4xbf16> to tensor<2x4x16x1xbf16>
    %3 = prim.cat %1, %2 dim 3 : !s, tensor<2x4x16x1xbf16>
    %4 = prim.amax %3 [3] : !c
    %5 = prim.broadcast_in_dim %4 [0, 1, 2] : tensor<2x4x16xbf16> to !c
    %6 = prim.sub %3, %5 : !c
    %7 = prim.convert_element_type %6 : !c to !f
    %8 = prim.amax %7 [3] {tc.detached} : !f
    %9 = prim.broadcast_in_dim %8 [0, 1, 2] : tensor<2x4x16xf32> to !f
    %10 = prim.sub %7, %9 : !f
    %11 = prim.exp %10 : !f
    %12 = prim.sum %11 [3] : !f
    %13 = prim.broadcast_in_dim %12 [0, 1, 2] : tensor<2x4x16xf32> to !f
    %14 = prim.div %11, %13 : !f
    %15 = prim.convert_element_type %14 : !f to !c
    %16 = prim.slice %15 <[0, 0, 0, 0]> step [1, 1, 1, 1] : !c to !s
    %17 = prim.dot_general %16, %v batch [0, 1], [0, 1] contract [3], [2] : !s, tensor<2x4x32x64xbf16>
    return %17 : tensor<2x4x16x64xbf16>
  }
}
