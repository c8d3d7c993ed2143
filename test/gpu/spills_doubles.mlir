// Products on the units of f64 keep sums and fragments in registers, whichever
// dimension of an operand is contiguous.
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir %t
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o %t/80
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t/90
// RUN: awk '/^.version/ { n++ } n { print > "%t/80-" n ".ptx" }' %t/80
// RUN: awk '/^.version/ { n++ } n { print > "%t/90-" n ".ptx" }' %t/90
// RUN: %ptxas -v -arch=sm_80 %t/80-1.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_80 %t/80-2.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_80 %t/80-3.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_80 %t/80-4.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t/90-1.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t/90-2.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t/90-3.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t/90-4.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=PTX --input-file %t/90-1.ptx
// A lane's two steps of a point are one load. Within the loop copies are issued
// behind the first products, not before the fragments of these are loaded.
// PTX: bar.sync
// PTX-NOT: cp.async
// PTX: ld.shared.v2.{{(f|b)}}64
// PTX-NOT: cp.async
// PTX: mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64
// PTX: cp.async.cg.shared.global
// PTX: mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64
// CHECK: 0 bytes spill stores, 0 bytes spill loads
!x = tensor<4096x4096xf64>
module attributes {tc.version = "0.1"} {
func.func @main(%a: !x, %b: !x) -> (!x, !x, !x, !x) {
  %0 = prim.dot_general %a, %b batch [], [] contract [1], [1] : !x, !x
  %1 = prim.dot_general %a, %b batch [], [] contract [1], [0] : !x, !x
  %2 = prim.dot_general %a, %b batch [], [] contract [0], [1] : !x, !x
  %3 = prim.dot_general %a, %b batch [], [] contract [0], [0] : !x, !x
  return %0, %1, %2, %3 : !x, !x, !x, !x
}
}
