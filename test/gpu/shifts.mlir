// An amount of 64 bits is limited before its high bits go: LLVM's NVPTX back end
// makes of a selection of 0 one shift by the low 32 bits, which are 0 of 2^32.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx

// CHECK: min.u64 [[MOST:%rd[0-9]+]], %rd{{[0-9]+}}, 63
// CHECK: cvt.u32.u64 [[BY:%r[0-9]+]], [[MOST]]
// CHECK: shl.b64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, [[BY]]
// CHECK: shl.b64
func.func @main(%x: tensor<64xi64>, %y: tensor<64xi64>) -> tensor<64xi64> {
  %0 = prim.shift_left %x, %y : tensor<64xi64>
  return %0 : tensor<64xi64>
}
