// Exponentials of what is at most 0, and quotients by the sum of 1 and one, may be the machine's where they end in
// narrow floats (tc.narrow).
// RUN: tc-opt %s --split-input-file --loop-exponentials=narrow=true | FileCheck %s
// RUN: tc-opt %s --split-input-file --loop-exponentials | FileCheck %s --check-prefix=OFF --implicit-check-not=tc.narrow
// RUN: tc-opt %s --split-input-file --loop-exponentials=narrow=true --tc-verify-loop | FileCheck %s
// RUN: tc-opt %s --split-input-file --loop-exponentials=narrow=true --prim-expand-math=exp2=true | FileCheck %s --check-prefix=MACHINE
// RUN: tc-opt %s --split-input-file --loop-exponentials=narrow=true --prim-expand-math | FileCheck %s --check-prefix=PORTABLE

!x = tensor<64xbf16>

// OFF: loop.kernel private @silu
// CHECK-LABEL: loop.kernel private @silu
// CHECK: prim.exp {{.*}} {tc.narrow} : f32
// CHECK: prim.div {{.*}} {tc.narrow} : f32
// MACHINE-LABEL: loop.kernel private @silu
// MACHINE: [[E:%.*]] = prim.exp2 {{.*}} {tc.absolute} : f32
// MACHINE: [[S:%.*]] = prim.constant 5.96046448E-8 : f32
// MACHINE: prim.mul [[E]], [[S]] : f32
// MACHINE: prim.reciprocal {{.*}} {tc.absolute} : f32
// MACHINE-NOT: prim.div
// PORTABLE-LABEL: loop.kernel private @silu
// PORTABLE-NOT: prim.exp2
// PORTABLE: prim.div
loop.kernel private @silu(%x: !x) -> !x iters(i = 64) {
  %y = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.constant 0.0 : f32
    %2 = prim.lt %0, %1 : f32
    %3 = prim.neg %0 : f32
    %4 = prim.where %2, %0, %3 : i1, f32
    %5 = prim.exp %4 : f32
    %6 = prim.constant 1.0 : f32
    %7 = prim.add %6, %5 : f32
    %8 = prim.where %2, %5, %6 : i1, f32
    %9 = prim.div %8, %7 : f32
    %10 = prim.mul %0, %9 : f32
    %11 = prim.convert_element_type %10 : f32 to bf16
    loop.yield %11 : bf16
  }
  loop.yield %y : !x
}

// -----

!x = tensor<64xbf16>
!f = tensor<64xf32>

// Of -|x|, too; the rounding may be that of the maps that read the result.

// CHECK-LABEL: loop.kernel private @next_map
// CHECK: prim.exp {{.*}} {tc.narrow} : f32
// CHECK: prim.div {{.*}} {tc.narrow} : f32
loop.kernel private @next_map(%x: !x) -> !x iters(i = 64) {
  %y = loop.map (i) reads(%a = %x[i] : !x) -> !f {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.abs %0 : f32
    %2 = prim.neg %1 : f32
    %3 = prim.exp %2 : f32
    %4 = prim.constant 1.0 : f32
    %5 = prim.add %3, %4 : f32
    %6 = prim.div %0, %5 : f32
    loop.yield %6 : f32
  }
  %z = loop.map (i) reads(%a = %y[i] : !f) -> !x {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  loop.yield %z : !x
}

// -----

!x = tensor<64xbf16>
!f = tensor<64xf32>

// Not where the result is wide, the exponential may overflow (of x, and of what is not -|x|), the sum is of less than 1
// (it may be 0), its reciprocal is no normal number, or terms may cancel.

// CHECK-LABEL: loop.kernel private @others
// CHECK-NOT: tc.narrow
// MACHINE-LABEL: loop.kernel private @others
loop.kernel private @others(%x: !x) -> (!f, !x, !x, !x, !x, !x) iters(i = 64) {
  %wide = loop.map (i) reads(%a = %x[i] : !x) -> !f {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.abs %0 : f32
    %2 = prim.neg %1 : f32
    %3 = prim.exp %2 : f32
    %4 = prim.constant 1.0 : f32
    %5 = prim.add %3, %4 : f32
    %6 = prim.div %0, %5 : f32
    loop.yield %6 : f32
  }
  %large = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.neg %0 : f32
    %3 = prim.exp %1 : f32
    %4 = prim.constant 1.0 : f32
    %5 = prim.add %3, %4 : f32
    %6 = prim.div %0, %5 : f32
    %7 = prim.convert_element_type %6 : f32 to bf16
    loop.yield %7 : bf16
  }
  %absolute = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.constant 0.0 : f32
    %2 = prim.lt %0, %1 : f32
    %3 = prim.neg %0 : f32
    %4 = prim.where %2, %3, %0 : i1, f32
    %5 = prim.exp %4 : f32
    %6 = prim.convert_element_type %5 : f32 to bf16
    loop.yield %6 : bf16
  }
  %half = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.abs %0 : f32
    %2 = prim.neg %1 : f32
    %3 = prim.exp %2 : f32
    %4 = prim.constant 0.5 : f32
    %5 = prim.add %3, %4 : f32
    %6 = prim.div %0, %5 : f32
    %7 = prim.convert_element_type %6 : f32 to bf16
    loop.yield %7 : bf16
  }
  %huge = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.abs %0 : f32
    %2 = prim.neg %1 : f32
    %3 = prim.exp %2 : f32
    %4 = prim.constant 1.0e+38 : f32
    %5 = prim.add %3, %4 : f32
    %6 = prim.div %0, %5 : f32
    %7 = prim.convert_element_type %6 : f32 to bf16
    loop.yield %7 : bf16
  }
  %less = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.abs %0 : f32
    %2 = prim.neg %1 : f32
    %3 = prim.exp %2 : f32
    %4 = prim.constant 1.0 : f32
    %5 = prim.sub %4, %3 : f32
    %6 = prim.convert_element_type %5 : f32 to bf16
    loop.yield %6 : bf16
  }
  loop.yield %wide, %large, %absolute, %half, %huge, %less : !f, !x, !x, !x, !x, !x
}

// -----

!x = tensor<64xbf16>

// A power of two that is marked keeps its denormals, too.

// CHECK-LABEL: loop.kernel private @power
// CHECK: prim.exp2 {{.*}} {tc.narrow} : f32
// MACHINE-LABEL: loop.kernel private @power
// MACHINE: [[E:%.*]] = prim.exp2 {{.*}} {tc.absolute} : f32
// MACHINE: [[S:%.*]] = prim.constant 5.96046448E-8 : f32
// MACHINE: prim.mul [[E]], [[S]] : f32
loop.kernel private @power(%x: !x) -> !x iters(i = 64) {
  %y = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.abs %0 : f32
    %2 = prim.neg %1 : f32
    %3 = prim.exp2 %2 : f32
    %4 = prim.convert_element_type %3 : f32 to bf16
    loop.yield %4 : bf16
  }
  loop.yield %y : !x
}
