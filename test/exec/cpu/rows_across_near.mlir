// Where it is known what the second cache delivers in a cycle, and that is too
// little, blocks of rows that a task packs are so short that a panel stays in
// the first cache, and are blocks of the sum: 128 steps of 8192 in place of
// 1024. A cache that delivers enough is left as it is, and so are steps that
// cannot be cut so (of %c, a prime number of them).
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: tc-compile %t.mlir --target=x86-64-v3,l2-rate=48,cores=1 -o %t.so && tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3,l2-rate=48,cores=4 -o %t.so && tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v3,l2-rate=48,cores=1 --emit=asm -o - | FileCheck %s
// RUN: tc-compile %s --target=x86-64-v3,l2-rate=512,cores=1 --emit=asm -o - | FileCheck %s --check-prefix=FAST
// RUN: tc-compile %s --target=x86-64-v3,cores=1 --emit=asm -o - | FileCheck %s --check-prefix=FAST
// CHECK-NOT: cmpq $1024,
// CHECK: cmpq $128,
// FAST-NOT: cmpq $128,
// FAST: cmpq $1024,
// Sums of blocks that are no longer than blocks of the sum are added to those
// before, not continued: the error against f64, relative to the result's norm,
// is under 6 units of 2^-24 (of one chain it is 7).
// RUN: tc-compile %s --target=x86-64-v3,l2=32768 -o %t.so && tc-run %t.so --repeat=1 --out %t.out
// RUN: od -An -tu1 -N1 %t.out | FileCheck %s --check-prefix=EXACT
// EXACT: 1
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<64x128x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<64x128x36xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %c: tensor<1031x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %d: tensor<1031x36xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
      -> (tensor<i1>, tensor<40x36xf32>) {
    %0 = prim.dot_general %a, %b batch [], [] contract [0, 1], [0, 1] : tensor<64x128x40xf32>, tensor<64x128x36xf32>
    %1 = prim.convert_element_type %a : tensor<64x128x40xf32> to tensor<64x128x40xf64>
    %2 = prim.convert_element_type %b : tensor<64x128x36xf32> to tensor<64x128x36xf64>
    %3 = prim.dot_general %1, %2 batch [], [] contract [0, 1], [0, 1] : tensor<64x128x40xf64>, tensor<64x128x36xf64>
    %4 = prim.convert_element_type %0 : tensor<40x36xf32> to tensor<40x36xf64>
    %5 = prim.sub %4, %3 : tensor<40x36xf64>
    %6 = prim.mul %5, %5 : tensor<40x36xf64>
    %7 = prim.mul %3, %3 : tensor<40x36xf64>
    %8 = prim.dot_general %c, %d batch [], [] contract [0], [0] : tensor<1031x40xf32>, tensor<1031x36xf32>
    %9 = prim.sum %6 [0, 1] : tensor<40x36xf64>
    %10 = prim.sum %7 [0, 1] : tensor<40x36xf64>
    %11 = prim.constant dense<1.2789769243681803e-13> : tensor<f64>
    %12 = prim.mul %10, %11 : tensor<f64>
    %13 = prim.lt %9, %12 : tensor<f64>
    return %13, %8 : tensor<i1>, tensor<40x36xf32>
  }
}
