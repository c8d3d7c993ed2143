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
// The same on warp groups, where factors are given and perhaps transposed; no
// wgmma is serialised (C75xx).
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t/given
// RUN: awk '/^.version/ { n++ } n { print > "%t/given" n ".ptx" }' %t/given
// RUN: FileCheck %s --check-prefix=GROUPS --input-file %t/given2.ptx
// RUN: %ptxas -v -arch=sm_90a %t/given2.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=GROUPS --input-file %t/given3.ptx
// RUN: %ptxas -v -arch=sm_90a %t/given3.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=GROUPS --input-file %t/given4.ptx
// RUN: %ptxas -v -arch=sm_90a %t/given4.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=GROUPS --input-file %t/given5.ptx
// RUN: %ptxas -v -arch=sm_90a %t/given5.ptx -o %t/cubin 2>&1 | FileCheck %s
// Where they are not given, threads round them.
// RUN: tc-opt %s --tc-gpu | sed -e 's/, loop.tf32_factors = array<i64: 0, 1>//' | tc-compile - --target=cuda --target-cpu=sm_90a --emit=ptx -o %t/rounded
// RUN: awk '/^.version/ { n++ } n { print > "%t/rounded" n ".ptx" }' %t/rounded
// RUN: FileCheck %s --check-prefixes=GROUPS,ROUND --input-file %t/rounded2.ptx
// RUN: %ptxas -v -arch=sm_90a %t/rounded2.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefixes=GROUPS,ROUND --input-file %t/rounded3.ptx
// RUN: %ptxas -v -arch=sm_90a %t/rounded3.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefixes=GROUPS,ROUND --input-file %t/rounded4.ptx
// RUN: %ptxas -v -arch=sm_90a %t/rounded4.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefixes=GROUPS,ROUND --input-file %t/rounded5.ptx
// RUN: %ptxas -v -arch=sm_90a %t/rounded5.ptx -o %t/cubin 2>&1 | FileCheck %s
// GROUPS-DAG: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
// ROUND-DAG: cvt.rna.tf32.f32
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
