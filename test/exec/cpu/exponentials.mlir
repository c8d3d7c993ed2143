// e^x and 2^x of f32, exact to two units of the last place, of every number of
// bf16 and of others between them: infinities, NaN, what overflows, and what is a
// denormal. On NVIDIA GPUs by the machine's 2^x of the fraction, not by a
// polynomial.
// RUN: tc-run %s --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | grep -E 'fma|ex2|max|min|setp[.].*f32' | FileCheck %s
// CHECK: fma.rn.f32
// CHECK-NEXT: max.NaN.f32
// CHECK-NEXT: min.NaN.f32
// CHECK-NEXT: fma.rn.f32
// CHECK-NEXT: fma.rn.f32
// CHECK-NEXT: ex2.approx.ftz.f32
// CHECK: max.NaN.f32
// CHECK-NEXT: min.NaN.f32
// CHECK-NEXT: ex2.approx.ftz.f32
// CHECK-COUNT-3: fma.rn.f32
// CHECK-NOT: {{fma|setp}}
module attributes {tc.version = "0.1"} {
  loop.kernel @every(%w: tensor<65536xi16>) -> (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>) iters(i = 65536) {
    %0:3 = loop.map (i) reads(%a = %w[i] : tensor<65536xi16>) -> (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>) {
      %x = prim.bitcast %a : i16 to bf16
      %f = prim.convert_element_type %x : bf16 to f32
      %1 = prim.exp %f : f32
      %2 = prim.exp2 %f : f32
      %c = prim.constant 1.0037 : f32
      %g = prim.mul %f, %c : f32
      %3 = prim.exp %g : f32
      loop.yield %1, %2, %3 : f32, f32, f32
    }
    loop.yield %0#0, %0#1, %0#2 : tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>
  }
  func.func @main(%w: tensor<65536xi16> {tc.init = {kind = "iota", start = -32768, step = 1}}) -> (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>) {
    %0:3 = loop.launch @every(%w) : (tensor<65536xi16>) -> (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>)
    return %0#0, %0#1, %0#2 : tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>
  }
}
