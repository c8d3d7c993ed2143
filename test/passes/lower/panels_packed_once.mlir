// Panels of tile registers that several tasks would each pack for their own
// tiles of rows are packed once, by tasks of a phase before: those of 3136 rows
// on 16 cores. Not those of 256 rows, which one task has, or of vectors.
// RUN: tc-compile %s --target=x86-64-v4,features=amx-tile+amx-bf16,l2=2097152,cores=16 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// RUN: tc-compile %s --target=x86-64-v4,l2=2097152,cores=16 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=VECTORS <%t.s
// CHECK-LABEL: {{^}}k{{[0-9]+}}_dot_general:
// CHECK-NOT: tdpbf16ps
// CHECK-LABEL: dot_general.phase1:
// CHECK-NOT: vpunpck
// CHECK: tdpbf16ps
// CHECK-LABEL: {{^}}k{{[0-9]+}}_dot_general:
// CHECK: tdpbf16ps
// CHECK-NOT: phase1
// VECTORS-NOT: phase1
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<3136x64xbf16>, %w: tensor<64x256xbf16>, %y: tensor<256x64xbf16>) -> (tensor<3136x256xbf16>, tensor<256x256xbf16>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<3136x64xbf16>, tensor<64x256xbf16>
  %1 = prim.dot_general %y, %w batch [], [] contract [1], [0] : tensor<256x64xbf16>, tensor<64x256xbf16>
  func.return %0, %1 : tensor<3136x256xbf16>, tensor<256x256xbf16>
}
}
