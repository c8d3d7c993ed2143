// The same where sizes are symbols: versions of whole blocks, and of any, whose
// addresses and bounds take more registers; so these have no roles.
// REQUIRES: ptxas
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx
// RUN: %ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: sed 's/x64x/x128x/g; s/, 64\]/, 128]/g' %s >%t.128.mlir && tc-compile %t.128.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.128.ptx
// RUN: %ptxas -v -arch=sm_90a %t.128.ptx -o %t.128.cubin 2>&1 | FileCheck %s
// CHECK-NOT: C75
// CHECK: 0 bytes spill stores, 0 bytes spill loads
// CHECK-NOT: C75
// CHECK: 0 bytes spill stores, 0 bytes spill loads
// CHECK-NOT: bytes spill
// CHECK-NOT: C75
module attributes {tc.version = "0.1", tc.sizes = {b = 8 : i64, s = 1024 : i64}} {
fx.graph @main(%q: tensor<?x12x?x64xbf16, #tc.dims<[b, 12, s, 64]>>, %k: tensor<?x12x?x64xbf16, #tc.dims<[b, 12, s, 64]>>, %v: tensor<?x12x?x64xbf16, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xbf16, #tc.dims<[b, 12, s, 64]>> {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, true) : (tensor<?x12x?x64xbf16, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xbf16, #tc.dims<[b, 12, s, 64]>>, tensor<?x12x?x64xbf16, #tc.dims<[b, 12, s, 64]>>) -> tensor<?x12x?x64xbf16, #tc.dims<[b, 12, s, 64]>>
  fx.output %0 : tensor<?x12x?x64xbf16, #tc.dims<[b, 12, s, 64]>>
}
}
