// One element is left behind the last whole vector: it alone is stored.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// With AVX-512 LLVM stores 32 bits of a vector of i16 or i8 under a mask of one
// lane, if it gets to see one (lib/target/cpu/masks.c): where it unrolls the
// loop of whole vectors, as it does in kernels that do not count as long.
// RUN: env TC_NUMBERS=cpu_long_kernel=100000 tc-compile %s --target=x86-64-v4 --emit=asm -o %t.s
// RUN: FileCheck %s --input-file=%t.s
// CHECK-NOT: {{(vmovss|vmovd|movl)[[:space:]]+%[a-z0-9]+, \(%r}}
// CHECK: {{(movw|vpextrw).*\(%r}}
// CHECK-NOT: {{(vmovss|vmovd|movl)[[:space:]]+%[a-z0-9]+, \(%r}}

func.func @main(%x: tensor<2x33x40xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> tensor<2x40x33xbf16> {
  %0 = prim.transpose %x [0, 2, 1] : tensor<2x33x40xbf16>
  return %0 : tensor<2x40x33xbf16>
}
