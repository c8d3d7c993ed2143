// Of weights that the second cache keeps, a task of a product in tile registers
// has all panels, and tiles of rows as many as leave work for all cores: 13
// groups of the 98 tiles.
// RUN: tc-compile %s --target=x86-64-v4,features=amx-tile+amx-bf16,l2=2097152,cores=16 --emit=ll -o %t.ll
// RUN: FileCheck %s <%t.ll
// CHECK: define void @{{.*}}_dot_general
// CHECK: urem i64 %{{.*}}, 13{{$}}
module attributes {tc.version = "0.1"} {
prim.weight @w : tensor<256x64xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 11}}
func.func @main(%x: tensor<3136x64xbf16>) -> tensor<3136x256xbf16> {
  %w = prim.get_weight @w : tensor<256x64xbf16>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<3136x64xbf16>, tensor<256x64xbf16>
  func.return %0 : tensor<3136x256xbf16>
}
}
