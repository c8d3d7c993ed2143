// tanh and erf on a machine with 2^x and 1/x: neither a division nor a polynomial for
// e^x. Other targets have the portable formula.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx && FileCheck %s --input-file %t.ptx
// RUN: tc-opt %s --tc-gpu --prim-expand-math | FileCheck %s --check-prefix=PORTABLE
// CHECK-NOT: div.
// CHECK: ex2.approx.ftz.f32
// CHECK: rcp.approx.ftz.f32
// CHECK-NOT: div.
// PORTABLE-NOT: prim.exp2
// PORTABLE: prim.div
// ERF-NOT: div.
// ERF: ex2.approx.ftz.f32
// ERF-NOT: ex2.
// RUN: sed 's/prim.tanh/prim.erf/' %s >%t.erf.mlir
// RUN: tc-compile %t.erf.mlir --target=cuda --target-cpu=sm_90a --emit=ptx -o - | grep -E '(ex2|div)[.]|fma' | FileCheck %s --check-prefix=ERF
module attributes {tc.version = "0.1"} {
  func.func @main(%x: tensor<1024xf32>) -> tensor<1024xf32> {
    %0 = prim.tanh %x : tensor<1024xf32>
    return %0 : tensor<1024xf32>
  }
}
