// Attention in bf16 in tile registers: blocks of 256 points, where a mask bounds
// them of 128, a single one in whole tiles. Rows of keys are loaded where they
// lie (128 bytes apart, or 256 where heads are side by side; what is packed is 64
// apart), of a last block that is no whole tile from a copy, behind which
// nothing is read. Queries are packed in the first block of a task alone.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 -o %t.text.mlir
// RUN: FileCheck %s --check-prefix=TEXT <%t.text.mlir
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 --emit=ll -o %t.ll
// RUN: FileCheck %s <%t.ll
// TEXT: d2b = 2, d2i = 256)
// TEXT: d2b = 2, d2i = 160)
// TEXT: d2b = 1, d2i = 224)
// TEXT: d2b = 2, d2i = 128)
// CHECK: [[FIRST:%[0-9]+]] = icmp eq i64 %{{[0-9]+}}, 0{{$}}
// CHECK-NEXT: br i1 [[FIRST]]
// CHECK: @llvm.x86.tileloadd64(i8 4, ptr %{{.*}}, i64 128)
// CHECK: @llvm.x86.tileloadd64(i8 4, ptr %{{.*}}, i64 64)
// CHECK: select i1 %{{.*}}, i64 256, i64 64
module attributes {tc.version = "0.1"} {
  fx.graph @main(
      %q0: tensor<1x2x70x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0, seed = 1}},
      %k0: tensor<1x2x512x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 1}},
      %v0: tensor<1x2x512x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 1}},
      %q1: tensor<1x300x2x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 1}},
      %k1: tensor<1x300x2x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4, seed = 1}},
      %v1: tensor<1x300x2x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5, seed = 1}},
      %x2: tensor<1x3x197x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6, seed = 1}},
      %x3: tensor<1x3x200x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7, seed = 1}})
      -> (tensor<1x2x70x64xbf16>, tensor<1x2x300x64xbf16>, tensor<1x3x197x64xbf16>, tensor<1x3x200x32xbf16>) {
    %0 = fx.call "aten.scaled_dot_product_attention.default"(%q0, %k0, %v0, none, 0.0, false) : (tensor<1x2x70x64xbf16>, tensor<1x2x512x64xbf16>, tensor<1x2x512x64xbf16>) -> tensor<1x2x70x64xbf16>
    %q = fx.call "aten.permute.default"(%q1, [0, 2, 1, 3]) : (tensor<1x300x2x64xbf16>) -> tensor<1x2x300x64xbf16>
    %k = fx.call "aten.permute.default"(%k1, [0, 2, 1, 3]) : (tensor<1x300x2x64xbf16>) -> tensor<1x2x300x64xbf16>
    %v = fx.call "aten.permute.default"(%v1, [0, 2, 1, 3]) : (tensor<1x300x2x64xbf16>) -> tensor<1x2x300x64xbf16>
    %1 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, false) : (tensor<1x2x300x64xbf16>, tensor<1x2x300x64xbf16>, tensor<1x2x300x64xbf16>) -> tensor<1x2x300x64xbf16>
    %2 = fx.call "aten.scaled_dot_product_attention.default"(%x2, %x2, %x2, none, 0.0, false) : (tensor<1x3x197x64xbf16>, tensor<1x3x197x64xbf16>, tensor<1x3x197x64xbf16>) -> tensor<1x3x197x64xbf16>
    %3 = fx.call "aten.scaled_dot_product_attention.default"(%x3, %x3, %x3, none, 0.0, true) : (tensor<1x3x200x32xbf16>, tensor<1x3x200x32xbf16>, tensor<1x3x200x32xbf16>) -> tensor<1x3x200x32xbf16>
    fx.output %0, %1, %2, %3 : tensor<1x2x70x64xbf16>, tensor<1x2x300x64xbf16>, tensor<1x3x197x64xbf16>, tensor<1x3x200x32xbf16>
  }
}
