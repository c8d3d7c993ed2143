// The elements of all results, in the order of their indices, one after another.
// RUN: tc-run %s --out=%t.bin --repeat=1
// RUN: od -An -v -t x1 -w4 %t.bin | FileCheck %s
// CHECK:      02 00 05 00
// CHECK-NEXT: 03 00 06 00
// CHECK-NEXT: 04 00 07 00
// CHECK-NEXT: 01{{$}}
// RUN: not tc-run %s --out=%t.none/bin --repeat=1 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: [TC-1709]
module attributes {tc.version = "0.1"} {
  func.func @main(%x: tensor<2x3xi16> {tc.init = dense<[[2, 3, 4], [5, 6, 7]]> : tensor<2x3xi16>}) -> (tensor<3x2xi16>, tensor<i8>) {
    %0 = prim.transpose %x [1, 0] : tensor<2x3xi16>
    %1 = prim.constant dense<1> : tensor<i8>
    return %0, %1 : tensor<3x2xi16>, tensor<i8>
  }
}
