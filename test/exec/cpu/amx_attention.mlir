// Attention in bf16, streamed, with both products in tile registers where the
// machine has them: keys that are no whole blocks, an odd number of them, causal
// masks, features that are no whole step of the unit, lengths that are not known.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 -o %t.text.mlir
// RUN: FileCheck %s --check-prefix=TEXT <%t.text.mlir
// Tiles hold the lanes of a task, no more and no fewer.
// RUN: sed 's/chunk_size = 64/chunk_size = 16/' %t.text.mlir | not tc-opt - --loop-schedule=target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 2>&1 | FileCheck %s --check-prefix=CHUNK
// RUN: sed 's/chunk = "[a-z0-9]*", chunk_size = 64 : i64, //' %t.text.mlir | not tc-opt - --loop-schedule=target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 2>&1 | FileCheck %s --check-prefix=CHUNK
// CHUNK: TC-0611{{.*}}unit: tasks of 'amx.bf16' have chunks of 64 points
// CHECK: ldtilecfg
// CHECK: tdpbf16ps %tmm
// CHECK: ldtilecfg
// CHECK: tdpbf16ps %tmm
// CHECK: tilerelease
// TEXT: unit = "amx.bf16", vector =
module attributes {tc.version = "0.1", tc.sizes = {s = 150}} {
  fx.graph @main(
      %q0: tensor<1x2x75x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0, seed = 1}},
      %k0: tensor<1x2x139x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 1}},
      %v0: tensor<1x2x139x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 1}},
      %q1: tensor<1x3x100x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 1}},
      %k1: tensor<1x3x100x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4, seed = 1}},
      %v1: tensor<1x3x100x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5, seed = 1}},
      %q2: tensor<1x1x33x48xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6, seed = 1}},
      %k2: tensor<1x1x90x48xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7, seed = 1}},
      %v2: tensor<1x1x90x48xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8, seed = 1}},
      %qs: tensor<1x2x?x64xbf16, #tc.dims<[1, 2, s, 64]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9, seed = 1}},
      %ks: tensor<1x2x?x64xbf16, #tc.dims<[1, 2, s, 64]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10, seed = 1}},
      %vs: tensor<1x2x?x64xbf16, #tc.dims<[1, 2, s, 64]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11, seed = 1}})
      -> (tensor<1x2x75x64xbf16>, tensor<1x3x100x32xbf16>, tensor<1x1x33x48xbf16>, tensor<1x2x?x64xbf16, #tc.dims<[1, 2, s, 64]>>) {
    %0 = fx.call "aten.scaled_dot_product_attention.default"(%q0, %k0, %v0, none, 0.0, false) : (tensor<1x2x75x64xbf16>, tensor<1x2x139x64xbf16>, tensor<1x2x139x64xbf16>) -> tensor<1x2x75x64xbf16>
    %1 = fx.call "aten.scaled_dot_product_attention.default"(%q1, %k1, %v1, none, 0.0, true) : (tensor<1x3x100x32xbf16>, tensor<1x3x100x32xbf16>, tensor<1x3x100x32xbf16>) -> tensor<1x3x100x32xbf16>
    %2 = fx.call "aten.scaled_dot_product_attention.default"(%q2, %k2, %v2, none, 0.0, false) : (tensor<1x1x33x48xbf16>, tensor<1x1x90x48xbf16>, tensor<1x1x90x48xbf16>) -> tensor<1x1x33x48xbf16>
    %s = fx.call "aten.scaled_dot_product_attention.default"(%qs, %ks, %vs, none, 0.0, true) : (tensor<1x2x?x64xbf16, #tc.dims<[1, 2, s, 64]>>, tensor<1x2x?x64xbf16, #tc.dims<[1, 2, s, 64]>>, tensor<1x2x?x64xbf16, #tc.dims<[1, 2, s, 64]>>) -> tensor<1x2x?x64xbf16, #tc.dims<[1, 2, s, 64]>>
    fx.output %0, %1, %2, %s : tensor<1x2x75x64xbf16>, tensor<1x3x100x32xbf16>, tensor<1x1x33x48xbf16>, tensor<1x2x?x64xbf16, #tc.dims<[1, 2, s, 64]>>
  }
}
