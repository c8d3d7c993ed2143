// A logistic function that is rounded to bf16: the machine's 2^x and 1/x; in f32
// its 2^x of the fraction alone, and a division.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s
// RUN: sed 's/bf16/f32/g' %s | tc-compile - --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=WIDE
// CHECK-NOT: div.
// CHECK: ex2.approx.ftz.f32
// CHECK: rcp.approx.ftz.f32
// CHECK-NOT: div.
// WIDE-NOT: {{ex2|rcp}}
// WIDE: fma.rn.f32 {{.*}}, 0f32A57060,
// WIDE-NEXT: ex2.
// WIDE-NOT: {{ex2|rcp}}
// WIDE: div.rn.f32
module attributes {tc.version = "0.1"} {
  fx.graph @main(%a: tensor<1024xbf16> {fx.name = "a"}) -> (tensor<1024xbf16>) {
    %silu = fx.call "aten.silu.default"(%a) : (tensor<1024xbf16>) -> tensor<1024xbf16>
    fx.output %silu : tensor<1024xbf16>
  }
}
