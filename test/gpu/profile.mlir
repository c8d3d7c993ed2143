// --profile on a GPU: the share of the card's own limits, of bytes, or of products
// on the unit that the kernel has. The stand-in has 128 GB/s, ten multiprocessors of
// 1 GHz, and each kernel takes it 0.5 ms.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 -o %t.so
// RUN: env LD_LIBRARY_PATH=%build/test/drivers tc-run %t.so --repeat 1 --profile | FileCheck %s
// CHECK: limits: 128.0 GB/s, of products what the kernel's unit does in 10.0 billion cycles
// Of bf16 1024 multiply-adds a cycle; of f32, whose factors are split, 170.
// CHECK-DAG: {{^ +0.500 .* 21 +k[0-9]+_dot_general}}
// CHECK-DAG: {{^ +0.500 .* 126 +k[0-9]+_dot_general}}
// 12.8 MB.
// CHECK-DAG: {{^ +0.500 .* 20 +k[0-9]+_neg}}
// What a driver does not say is not printed.
// RUN: tc-compile %s --target=rocm --target-cpu=gfx942 -o %t.so
// RUN: env LD_LIBRARY_PATH=%build/test/drivers tc-run %t.so --repeat 1 --profile | FileCheck %s --check-prefix=NONE
// NONE-NOT: limits:
// NONE: {{ - +k[0-9]+_neg}}
!h = tensor<1024x1024xbf16>
!f = tensor<1024x1024xf32>
!x = tensor<1600000xf32>
func.func @main(%a: !h {tc.init = {kind = "constant", value = 1.0 : f64}}, %b: !h {tc.init = {kind = "constant", value = 1.0 : f64}},
    %c: !f {tc.init = {kind = "constant", value = 1.0 : f64}}, %d: !f {tc.init = {kind = "constant", value = 1.0 : f64}}, %x: !x {tc.init = {kind = "constant", value = 1.0 : f64}}) -> (!h, !f, !x) {
  %0 = prim.dot_general %a, %b batch [], [] contract [1], [0] : !h, !h
  %1 = prim.dot_general %c, %d batch [], [] contract [1], [0] : !f, !f
  %2 = prim.neg %x : !x
  return %0, %1, %2 : !h, !f, !x
}
