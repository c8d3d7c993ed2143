// Gradients of weights whose tasks would be too few for the cores: parts of the
// sum are tasks of their own, a phase adds them up. A task has all windows, for
// which it packs its rows once; its sums wait for the next block of steps where
// the second cache is small. f32 and f64; a last panel and tiles that are not
// whole, a map behind, nine windows that alone are enough tasks for nine cores,
// but not for eight, of which one would have two.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: tc-compile %t.mlir --target=x86-64-v3,cores=8 -o %t.so && tc-run %t.so --check --guard --repeat=1
// RUN: tc-run %t.so --check --guard --repeat=1 --threads=3
// RUN: tc-compile %t.mlir --target=x86-64-v3,cores=8,l2=32768 -o %t.so && tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3,cores=1,l2=32768 -o %t.so && tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v3,cores=9 --emit=asm -o %t.s && FileCheck %s <%t.s
// RUN: tc-compile %s --target=x86-64-v3,cores=8 --emit=asm -o %t.s && FileCheck %s --check-prefix=EIGHT <%t.s
// RUN: tc-compile %s --target=x86-64-v3,cores=1 --emit=asm -o %t.s && FileCheck %s --check-prefix=ONE <%t.s
// CHECK: k1_neg.phase1:
// CHECK: k2_dot_general.phase1:
// CHECK-NOT: phase1:
// EIGHT: k3_convolution.phase1:
// ONE-NOT: phase1:
#first = #tc.layout<order = [1, 2, 3, 0]>
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<768x50xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<768x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %c: tensor<768x24xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %d: tensor<768x24xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %e: tensor<32x4x12x12xf32> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                  %f: tensor<50x4x10x10xf32> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
      -> (tensor<50x40xf32>, tensor<24x24xf64>, tensor<32x50x3x3xf32>) {
    %0 = prim.dot_general %a, %b batch [], [] contract [0], [0] : tensor<768x50xf32>, tensor<768x40xf32>
    %1 = prim.neg %0 : tensor<50x40xf32>
    %2 = prim.dot_general %c, %d batch [], [] contract [0], [0] : tensor<768x24xf64>, tensor<768x24xf64>
    %3 = prim.convolution %e, %f strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<32x4x12x12xf32>, tensor<50x4x10x10xf32>
    return %1, %2, %3 : tensor<50x40xf32>, tensor<24x24xf64>, tensor<32x50x3x3xf32>
  }
}
