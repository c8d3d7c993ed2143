// Attention in formulas, as PyTorch decomposes it for bf16: queries and keys
// are widened, scaled by the root of the scale, and multiplied as f32 with
// leading dimensions flattened. It is streamed, and its scores are a product of
// bf16 in tile registers; sizes known or not.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 | FileCheck %s --check-prefix=TEXT
// CHECK: tdpbf16ps %tmm
// TEXT: unit = "amx.bf16", vector =
// TEXT: loop.for
// TEXT: unit = "amx.bf16", vector =
// TEXT: loop.for
!q = tensor<2x3x75x64xbf16>
!k = tensor<2x3x139x64xbf16>
!qw = tensor<2x3x75x64xf32>
!kw = tensor<2x3x139x64xf32>
!s = tensor<?x2x?x64xbf16, #tc.dims<[b, 2, s, 64]>>
!sw = tensor<?x2x?x64xf32, #tc.dims<[b, 2, s, 64]>>
!st = tensor<?x2x64x?xf32, #tc.dims<[b, 2, 64, s]>>
!f = tensor<?x?x64xf32, #tc.dims<[2*b, s, 64]>>
!ft = tensor<?x64x?xf32, #tc.dims<[2*b, 64, s]>>
!p = tensor<?x?x?xf32, #tc.dims<[2*b, s, s]>>
!ps = tensor<?x2x?x?xf32, #tc.dims<[b, 2, s, s]>>
module attributes {tc.version = "0.1", tc.sizes = {b = 2, s = 150}} {
  fx.graph @main(
      %q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0, seed = 1}},
      %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 1}},
      %v: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 1}},
      %m: tensor<2x1x75x139xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 1}},
      %qs: !s {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4, seed = 1}},
      %ks: !s {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5, seed = 1}},
      %vs: !s {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6, seed = 1}})
      -> (!q, !s) {
    %0 = fx.call "aten._to_copy.default"(%q, dtype = f32) : (!q) -> !qw
    %1 = fx.call "aten._to_copy.default"(%k, dtype = f32) : (!k) -> !kw
    %2 = fx.call "aten._to_copy.default"(%v, dtype = f32) : (!k) -> !kw
    %3 = fx.call "aten.mul.Scalar"(%0, 0.3535533905932738) : (!qw) -> !qw
    %4 = fx.call "aten.transpose.int"(%1, -2, -1) : (!kw) -> tensor<2x3x64x139xf32>
    %5 = fx.call "aten.mul.Scalar"(%4, 0.3535533905932738) : (tensor<2x3x64x139xf32>) -> tensor<2x3x64x139xf32>
    %6 = fx.call "aten.view.default"(%3, [6, 75, 64]) : (!qw) -> tensor<6x75x64xf32>
    %7 = fx.call "aten.view.default"(%5, [6, 64, 139]) : (tensor<2x3x64x139xf32>) -> tensor<6x64x139xf32>
    %8 = fx.call "aten.bmm.default"(%6, %7) : (tensor<6x75x64xf32>, tensor<6x64x139xf32>) -> tensor<6x75x139xf32>
    %9 = fx.call "aten.view.default"(%8, [2, 3, 75, 139]) : (tensor<6x75x139xf32>) -> tensor<2x3x75x139xf32>
    %10 = fx.call "aten.add.Tensor"(%9, %m) : (tensor<2x3x75x139xf32>, tensor<2x1x75x139xbf16>) -> tensor<2x3x75x139xf32>
    %11 = fx.call "aten._safe_softmax.default"(%10, -1) : (tensor<2x3x75x139xf32>) -> tensor<2x3x75x139xf32>
    %12 = fx.call "aten.view.default"(%11, [6, 75, 139]) : (tensor<2x3x75x139xf32>) -> tensor<6x75x139xf32>
    %13 = fx.call "aten.view.default"(%2, [6, 139, 64]) : (!kw) -> tensor<6x139x64xf32>
    %14 = fx.call "aten.bmm.default"(%12, %13) : (tensor<6x75x139xf32>, tensor<6x139x64xf32>) -> tensor<6x75x64xf32>
    %15 = fx.call "aten.view.default"(%14, [2, 3, 75, 64]) : (tensor<6x75x64xf32>) -> !qw
    %16 = fx.call "aten._to_copy.default"(%15, dtype = bf16) : (!qw) -> !q
    %20 = fx.call "aten._to_copy.default"(%qs, dtype = f32) : (!s) -> !sw
    %21 = fx.call "aten._to_copy.default"(%ks, dtype = f32) : (!s) -> !sw
    %22 = fx.call "aten._to_copy.default"(%vs, dtype = f32) : (!s) -> !sw
    %23 = fx.call "aten.mul.Scalar"(%20, 0.3535533905932738) : (!sw) -> !sw
    %24 = fx.call "aten.transpose.int"(%21, -2, -1) : (!sw) -> !st
    %25 = fx.call "aten.mul.Scalar"(%24, 0.3535533905932738) : (!st) -> !st
    %26 = fx.call "aten.view.default"(%23, [#tc.size<2*b>, #tc.size<s>, 64]) : (!sw) -> !f
    %27 = fx.call "aten.view.default"(%25, [#tc.size<2*b>, 64, #tc.size<s>]) : (!st) -> !ft
    %28 = fx.call "aten.bmm.default"(%26, %27) : (!f, !ft) -> !p
    %29 = fx.call "aten.view.default"(%28, [#tc.size<b>, 2, #tc.size<s>, #tc.size<s>]) : (!p) -> !ps
    %30 = fx.call "aten._safe_softmax.default"(%29, -1) : (!ps) -> !ps
    %31 = fx.call "aten.view.default"(%30, [#tc.size<2*b>, #tc.size<s>, #tc.size<s>]) : (!ps) -> !p
    %32 = fx.call "aten.view.default"(%22, [#tc.size<2*b>, #tc.size<s>, 64]) : (!sw) -> !f
    %33 = fx.call "aten.bmm.default"(%31, %32) : (!p, !f) -> !f
    %34 = fx.call "aten.view.default"(%33, [#tc.size<b>, 2, #tc.size<s>, 64]) : (!f) -> !sw
    %35 = fx.call "aten._to_copy.default"(%34, dtype = bf16) : (!sw) -> !s
    fx.output %16, %35 : !q, !s
  }
}
