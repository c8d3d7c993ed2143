// Rows of a scatter that are left to a launch behind, three blocks of which a
// multiprocessor is to hold: the points that a thread looks at are under way at
// once without their numbers.
// REQUIRES: ptxas
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o %t.ptx
// RUN: %ptxas -v -arch=sm_80 %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file %t.ptx
// RUN: %ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// PTX: .entry k0_index_put_phase1(
// PTX: .minnctapersm 3
// CHECK-NOT: {{[1-9][0-9]* bytes spill}}
// CHECK: 0 bytes spill stores, 0 bytes spill loads
// CHECK-NOT: {{[1-9][0-9]* bytes spill}}
!x = tensor<?x?xf32, #tc.dims<[m, n]>>
!m = tensor<?xi64, #tc.dims<[m]>>
module attributes {tc.version = "0.1", tc.sizes = {m = 3, n = 4}} {
func.func @main(%x: !x, %i: !m, %base: tensor<9x?xf32, #tc.dims<[9, n]>>) -> tensor<9x?xf32, #tc.dims<[9, n]>> {
  %put = prim.index_put %base, %x[%i] [0] "max" : tensor<9x?xf32, #tc.dims<[9, n]>>, !x, !m
  return %put : tensor<9x?xf32, #tc.dims<[9, n]>>
}
}
