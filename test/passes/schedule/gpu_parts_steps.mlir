// Blocks that persist know how many steps each tile has: with the reduction in
// parts, those of a part. (The chooser once cut this one so that the last part was
// shorter, and wrote a schedule that is refused.)
// RUN: tc-opt %s --tc-gpu | tc-opt "--loop-schedule=target=cuda,tune=sm_90a" | FileCheck %s
// CHECK: unit = "wgmma.m64k16.bf16"
module attributes {tc.version = "0.1"} {
func.func @main(%a: tensor<12544x3072xbf16>, %b: tensor<12544x512xbf16>) -> tensor<3072x512xbf16> {
  %0 = prim.dot_general %a, %b batch [], [] contract [0], [0] : tensor<12544x3072xbf16>, tensor<12544x512xbf16>
  return %0 : tensor<3072x512xbf16>
}
}
