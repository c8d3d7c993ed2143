// Products on the unit of TF32 keep sums and fragments in registers, whichever
// dimension of an operand is contiguous.
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir %t
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o %t/all
// RUN: awk '/^.version/ { n++ } n { print > "%t/" n ".ptx" }' %t/all
// RUN: FileCheck %s --check-prefix=PTX --input-file %t/1.ptx
// RUN: %ptxas -v -arch=sm_80 %t/1.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=PTX --input-file %t/2.ptx
// RUN: %ptxas -v -arch=sm_80 %t/2.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=PTX --input-file %t/3.ptx
// RUN: %ptxas -v -arch=sm_80 %t/3.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=PTX --input-file %t/4.ptx
// RUN: %ptxas -v -arch=sm_80 %t/4.ptx -o %t/cubin 2>&1 | FileCheck %s
// The same on warp groups, where threads round and transpose what they copy; no
// wgmma is serialised (C75xx).
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t/groups
// RUN: awk '/^.version/ { n++ } n { print > "%t/groups" n ".ptx" }' %t/groups
// RUN: FileCheck %s --check-prefix=GROUPS --input-file %t/groups1.ptx
// RUN: %ptxas -v -arch=sm_90a %t/groups1.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=GROUPS --input-file %t/groups2.ptx
// RUN: %ptxas -v -arch=sm_90a %t/groups2.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=GROUPS --input-file %t/groups3.ptx
// RUN: %ptxas -v -arch=sm_90a %t/groups3.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=GROUPS --input-file %t/groups4.ptx
// RUN: %ptxas -v -arch=sm_90a %t/groups4.ptx -o %t/cubin 2>&1 | FileCheck %s
// GROUPS: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
// PTX: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
// CHECK-NOT: C75
// CHECK: 0 bytes spill stores, 0 bytes spill loads
// CHECK-NOT: C75
module attributes {tc.version = "0.1"} {
func.func @main(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>) -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>) {
  %0 = prim.dot_general %a, %b batch [], [] contract [1], [1] {prim.tf32} : tensor<4096x4096xf32>, tensor<4096x4096xf32>
  %1 = prim.dot_general %a, %b batch [], [] contract [1], [0] {prim.tf32} : tensor<4096x4096xf32>, tensor<4096x4096xf32>
  %2 = prim.dot_general %a, %b batch [], [] contract [0], [1] {prim.tf32} : tensor<4096x4096xf32>, tensor<4096x4096xf32>
  %3 = prim.dot_general %a, %b batch [], [] contract [0], [0] {prim.tf32} : tensor<4096x4096xf32>, tensor<4096x4096xf32>
  return %0, %1, %2, %3 : tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>
}
}
