// Quotients of rows by one number each are products with its reciprocal that are
// put right, with the bits of divisions: of zeros, whose signs the second result
// tells apart, of infinities and NaN, of numbers so small that vectors of them
// are divided, by divisors from 1 to 2^26, and by all others.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so && tc-run %t.so --check --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v4 --emit=asm -o %t.s && FileCheck %s < %t.s
// RUN: tc-compile %t.mlir --target=x86-64-v3 --emit=asm -o %t.s && FileCheck %s < %t.s
// RUN: tc-compile %t.mlir --target=x86-64-v2 --emit=asm -o %t.s && FileCheck %s --check-prefix=NONE < %t.s
// CHECK: vdivss
// CHECK: vfnmadd
// NONE: divps
// NONE-NOT: mulps

loop.kernel @rows(%x: tensor<53xf32>, %y: tensor<13xf32>) -> (tensor<13x53xf32>, tensor<13x53xf32>) iters(i = 13, j = 53) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 16}]}} {
  %q:2 = loop.map (i, j) reads(%a = %x[j] : tensor<53xf32>, %b = %y[i] : tensor<13xf32>) -> (tensor<13x53xf32>, tensor<13x53xf32>) {
    %one = prim.constant 1.0 : f32
    %0 = prim.div %a, %b : f32
    %1 = prim.div %one, %0 : f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %q#0, %q#1 : tensor<13x53xf32>, tensor<13x53xf32>
}

func.func @main() -> (tensor<13x53xf32>, tensor<13x53xf32>) {
  %x = prim.constant dense<[0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x40400000, 0x40F00000, 0xF149F2CA, 0x0F4AD2F8, 0x7F7FC99E, 0xFF7FC99E, 0x3F7BB3E2, 0x3FF79702, 0x4017239C, 0x406288D8, 0x3FF5A7F9, 0x40583AFB, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3CF11FFB, 0x3F206C56, 0x4037BE2B, 0x3F8600B5, 0x4013F1C2, 0x3DF60D49, 0x3F22145E, 0x3E90F57D, 0x3F48E49A, 0x3F5A69DE, 0x3C5848C1, 0x3E7A23E6, 0x3EA7D37D, 0x00000001, 0x80000003, 0x007FFFFF, 0x00800000, 0x0D800001, 0x0DFFFFFF, 0x0E000000, 0x0E000001, 0x3F6A959C, 0x3F440695, 0x3E236F49, 0x3F4C11D3, 0x3E0E190C, 0x3F1E115E, 0x3E01BD72, 0x3AE8A27E, 0x3F800000, 0x80000000, 0x40000000, 0x3DCCCCCD, 0x40A00000]> : tensor<53xf32>
  %y = prim.constant dense<[0x3F800000, 0x40400000, 0x42440000, 0x3FFFFFFF, 0x4C800000, 0x4C800000, 0x3F7FFFFE, 0xC0400000, 0x00000000, 0x80000000, 0x000116C2, 0x7F800000, 0x7FC00000]> : tensor<13xf32>
  %0:2 = loop.launch @rows(%x, %y) : (tensor<53xf32>, tensor<13xf32>) -> (tensor<13x53xf32>, tensor<13x53xf32>)
  return %0#0, %0#1 : tensor<13x53xf32>, tensor<13x53xf32>
}
