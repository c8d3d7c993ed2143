// The machine's 2^x will do where all that is made of it by products and choices is
// rounded to narrow floats; not where something is added before.
// RUN: tc-opt %s --split-input-file --loop-stream | FileCheck %s

// CHECK-LABEL: loop.kernel @rounded
// CHECK: prim.exp {{.*}} {tc.absolute} : f32
!x = tensor<64x8xbf16>
!o = tensor<64x8xf32>
!s = tensor<64x64xf32>
!p = tensor<64x64xbf16>
loop.kernel @rounded(%q: !x, %k: !x, %v: !x) -> !o iters(i = 64, j = 64, d = 8) {
  %s = loop.contract (i, j) over (d) reads(%a = %q[i, d] : !x, %b = %k[j, d] : !x) -> !s {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %p = loop.map (i, j) reads(%a = %s[i, j] : !s) -> !p {
    %0 = prim.exp %a : f32
    %1 = prim.mul %0, %a : f32
    %2 = prim.convert_element_type %1 : f32 to bf16
    loop.yield %2 : bf16
  }
  %o = loop.contract (i, d) over (j) reads(%a = %p[i, j] : !p, %b = %v[j, d] : !x) -> !o {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %o : !o
}

// -----

// CHECK-LABEL: loop.kernel @added
// CHECK: prim.exp
// CHECK-NOT: tc.absolute
!x = tensor<64x8xbf16>
!o = tensor<64x8xf32>
!s = tensor<64x64xf32>
!p = tensor<64x64xbf16>
loop.kernel @added(%q: !x, %k: !x, %v: !x) -> !o iters(i = 64, j = 64, d = 8) {
  %s = loop.contract (i, j) over (d) reads(%a = %q[i, d] : !x, %b = %k[j, d] : !x) -> !s {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %p = loop.map (i, j) reads(%a = %s[i, j] : !s) -> !p {
    %0 = prim.exp %a : f32
    %1 = prim.sub %0, %a : f32
    %2 = prim.convert_element_type %1 : f32 to bf16
    loop.yield %2 : bf16
  }
  %o = loop.contract (i, d) over (j) reads(%a = %p[i, j] : !p, %b = %v[j, d] : !x) -> !o {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %o : !o
}
