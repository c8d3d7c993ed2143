// 1 + erf x that is a factor of what is rounded to a narrow float, as in a gelu, is marked; on a machine with 2^x it is
// one polynomial and 2^y, with the constants beside it in the polynomial's coefficients.
// RUN: tc-opt %s --split-input-file --loop-exponentials=narrow=true | FileCheck %s
// RUN: tc-opt %s --split-input-file --loop-exponentials=narrow=true --prim-expand-math=exp2=true --cse | FileCheck %s --check-prefix=MACHINE
// RUN: tc-opt %s --split-input-file --loop-exponentials=narrow=true --prim-expand-math --cse | FileCheck %s --check-prefix=PORTABLE
// RUN: tc-opt %s --split-input-file --loop-exponentials | FileCheck %s --check-prefix=OFF --implicit-check-not=tc.narrow

!x = tensor<64xbf16>

// OFF: loop.kernel private @gelu
// CHECK-LABEL: loop.kernel private @gelu
// CHECK: prim.erf {{.*}} {tc.absolute} : f32
// CHECK: prim.add {{.*}} {tc.narrow} : f32
// MACHINE-LABEL: loop.kernel private @gelu
// MACHINE: [[X:%.*]] = prim.convert_element_type
// MACHINE-NOT: prim.mul
// MACHINE: [[A:%.*]] = prim.abs [[X]]
// MACHINE-COUNT-5: prim.fma {{.*}}, [[A]], {{.*}} : f32
// MACHINE-NOT: prim.fma
// MACHINE: [[LESS:%.*]] = prim.exp2 {{.*}} {tc.absolute} : f32
// MACHINE: [[REST:%.*]] = prim.sub {{.*}}, [[LESS]] : f32
// MACHINE: [[SUM:%.*]] = prim.where {{.*}}, [[LESS]], [[REST]] : i1, f32
// MACHINE: prim.mul [[X]], [[SUM]] : f32
// PORTABLE-LABEL: loop.kernel private @gelu
// PORTABLE-NOT: prim.exp2
// PORTABLE: prim.add {{.*}} {tc.narrow} : f32
loop.kernel private @gelu(%x: !x) -> !x iters(i = 64) {
  %y = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.constant 0.707106769 : f32
    %2 = prim.mul %0, %1 : f32
    %3 = prim.erf %2 : f32
    %4 = prim.constant 1.0 : f32
    %5 = prim.add %3, %4 : f32
    %6 = prim.constant 0.5 : f32
    %7 = prim.mul %0, %6 : f32
    %8 = prim.mul %7, %5 : f32
    %9 = prim.convert_element_type %8 : f32 to bf16
    loop.yield %9 : bf16
  }
  loop.yield %y : !x
}

// -----

!x = tensor<64xbf16>

// Where an operand of erf has no such factor, or a negative one, and the sum's factor is no power of two, they stay.

// CHECK-LABEL: loop.kernel private @factors
// CHECK-COUNT-2: prim.add {{.*}} {tc.narrow} : f32
// MACHINE-LABEL: loop.kernel private @factors
// MACHINE: [[MINUS:%.*]] = prim.mul
// MACHINE: prim.abs [[MINUS]]
// MACHINE: prim.exp2 {{.*}} {tc.absolute} : f32
// MACHINE: [[THIRD:%.*]] = prim.mul {{.*}} : f32
// MACHINE: prim.mul [[THIRD]], {{.*}} : f32
// MACHINE: prim.exp2 {{.*}} {tc.absolute} : f32
loop.kernel private @factors(%x: !x) -> (!x, !x) iters(i = 64) {
  %y = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.constant -2.0 : f32
    %2 = prim.mul %0, %1 : f32
    %3 = prim.erf %2 : f32
    %4 = prim.constant 1.0 : f32
    %5 = prim.add %4, %3 : f32
    %6 = prim.constant 0.3 : f32
    %7 = prim.mul %0, %6 : f32
    %8 = prim.mul %7, %5 : f32
    %9 = prim.convert_element_type %8 : f32 to bf16
    loop.yield %9 : bf16
  }
  %z = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.erf %0 : f32
    %2 = prim.constant 1.0 : f32
    %3 = prim.add %1, %2 : f32
    %4 = prim.convert_element_type %3 : f32 to bf16
    loop.yield %4 : bf16
  }
  loop.yield %y, %z : !x, !x
}

// -----

!x = tensor<64xbf16>
!f = tensor<64xf32>

// Not where other numbers are added, the sum's terms may cancel, or the result is wide.

// CHECK-LABEL: loop.kernel private @others
// CHECK-NOT: tc.narrow
// MACHINE-LABEL: loop.kernel private @others
loop.kernel private @others(%x: !x) -> (!f, !x, !x) iters(i = 64) {
  %wide = loop.map (i) reads(%a = %x[i] : !x) -> !f {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.erf %0 : f32
    %2 = prim.constant 1.0 : f32
    %3 = prim.add %1, %2 : f32
    loop.yield %3 : f32
  }
  %two = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.erf %0 : f32
    %2 = prim.constant 2.0 : f32
    %3 = prim.add %1, %2 : f32
    %4 = prim.convert_element_type %3 : f32 to bf16
    loop.yield %4 : bf16
  }
  %cancels = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.erf %0 : f32
    %2 = prim.constant 1.0 : f32
    %3 = prim.add %1, %2 : f32
    %4 = prim.sub %3, %0 : f32
    %5 = prim.convert_element_type %4 : f32 to bf16
    loop.yield %5 : bf16
  }
  loop.yield %wide, %two, %cancels : !f, !x, !x
}

// -----

!x = tensor<64xbf16>

// Not factors of x whose powers are beyond f32: the coefficients would be infinite, or 0.

// CHECK-LABEL: loop.kernel private @far
// MACHINE-LABEL: loop.kernel private @far
// MACHINE: [[LARGE:%.*]] = prim.mul
// MACHINE: prim.abs [[LARGE]]
// MACHINE: prim.fma {{.*}} : f32
// MACHINE: [[SMALL:%.*]] = prim.mul
// MACHINE: prim.abs [[SMALL]]
loop.kernel private @far(%x: !x) -> (!x, !x) iters(i = 64) {
  %y = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.constant 1.0e10 : f32
    %2 = prim.mul %0, %1 : f32
    %3 = prim.erf %2 : f32
    %4 = prim.constant 1.0 : f32
    %5 = prim.add %3, %4 : f32
    %6 = prim.convert_element_type %5 : f32 to bf16
    loop.yield %6 : bf16
  }
  %z = loop.map (i) reads(%a = %x[i] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.constant 1.0e-10 : f32
    %2 = prim.mul %0, %1 : f32
    %3 = prim.erf %2 : f32
    %4 = prim.constant 1.0 : f32
    %5 = prim.add %3, %4 : f32
    %6 = prim.convert_element_type %5 : f32 to bf16
    loop.yield %6 : bf16
  }
  loop.yield %y, %z : !x, !x
}
