// One kernel is compiled on one thread, however many are allowed: each would make
// an MLIR context.
// UNSUPPORTED: sanitizers
// RUN: %cc -shared -fPIC -D_GNU_SOURCE %S/Inputs/count_threads.c -o %t.preload.so -ldl
// RUN: env LD_PRELOAD=%t.preload.so tc-compile %s --threads=32 -o %t.so | FileCheck %s
// CHECK: {{^[0-9]}} threads
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = prim.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
