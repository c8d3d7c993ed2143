// Products of bytes on NVIDIA's units: mma.sync of bytes of either sign, wgmma
// of one sign. Operands that are contiguous along the steps are copied in
// vectors, others one by one, both to rows of steps. That they are right:
// test/exec/cpu/int8.mlir. Sums and fragments stay in registers.
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir %t
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o %t/80
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t/90
// RUN: FileCheck %s --check-prefix=SYNC <%t/80
// RUN: FileCheck %s --check-prefix=GROUP <%t/90
// RUN: awk '/^.version/ { n++ } n { print > "%t/80-" n ".ptx" }' %t/80
// RUN: awk '/^.version/ { n++ } n { print > "%t/90-" n ".ptx" }' %t/90
// RUN: %ptxas -v -arch=sm_80 %t/80-1.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_80 %t/80-2.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t/90-1.ptx -o %t/cubin 2>&1 | FileCheck %s
// RUN: %ptxas -v -arch=sm_90a %t/90-2.ptx -o %t/cubin 2>&1 | FileCheck %s
// CHECK-NOT: serialized
// CHECK: 0 bytes spill stores, 0 bytes spill loads
// SYNC: cp.async.cg.shared.global
// SYNC: mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32
// SYNC: .entry
// SYNC: mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
// GROUP: mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32
// GROUP: .entry
// GROUP: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k32.s32.s8.s8

!x = tensor<4096x4096xi8>
!u = tensor<4096x4096xui8>
!y = tensor<4096x4096xi32>
loop.kernel private @mixed(%x: !u, %w: !x) -> !y iters(i = 4096, n = 4096, k = 4096) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : !u, %b = %w[n, k] : !x) -> !y {
    %0 = prim.convert_element_type %a : ui8 to i32
    %1 = prim.convert_element_type %b : i8 to i32
    loop.yield %0, %1 : i32, i32
  }
  loop.yield %y : !y
}
func.func @main(%x: !x, %w: !x, %u: !u, %s: tensor<4096xf32>) -> (tensor<4096x4096xbf16>, !y) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] {out = i32} : !x, !x
  %1 = prim.convert_element_type %0 : !y to tensor<4096x4096xf32>
  %2 = prim.broadcast_in_dim %s [0] : tensor<4096xf32> to tensor<4096x4096xf32>
  %3 = prim.mul %1, %2 : tensor<4096x4096xf32>
  %4 = prim.convert_element_type %3 : tensor<4096x4096xf32> to tensor<4096x4096xbf16>
  %5 = loop.launch @mixed(%u, %w) : (!u, !x) -> !y
  return %4, %5 : tensor<4096x4096xbf16>, !y
}
