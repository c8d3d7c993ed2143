// Products of bytes on the target's matrix units.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v4,features=avx512bf16+amx-tile+amx-int8 | FileCheck %s --check-prefixes=CHECK,AMX
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v4,features=avx512vnni | FileCheck %s --check-prefixes=CHECK,VNNI
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v4,vector=256,features=avx512vnni | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v3,features=avxvnni | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v3 | FileCheck %s --check-prefixes=CHECK,NONE

// Bytes: two rows of one unit's table, by the width of vectors.
// CHECK-LABEL: loop.kernel @bytes
// AMX-SAME: {grain = 1 : i64, product = {{.*}}, stages = [0], unit = "amx.i8"}
// VNNI-SAME: {grain = 1 : i64, product = {{.*}}, stages = [0], unit = "dot.i8"}
// NARROW-SAME: {grain = 1 : i64, product = {{.*}}, stages = [0], unit = "dot.256.i8"}
// NONE-SAME: {grain = 1 : i64, product = {{.*}}, stages = [0]}
loop.kernel @bytes(%x: tensor<64x96xui8>, %w: tensor<70x96xi8>) -> tensor<64x70xi32> iters(i = 64, n = 70, k = 96) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<64x96xui8>, %b = %w[n, k] : tensor<70x96xi8>) -> tensor<64x70xi32> {
    %0 = prim.convert_element_type %a : ui8 to i32
    %1 = prim.convert_element_type %b : i8 to i32
    loop.yield %0, %1 : i32, i32
  }
  loop.yield %y : tensor<64x70xi32>
}

// -----

// 90 steps are no quadruples.
// CHECK-LABEL: loop.kernel @quadruples
// CHECK-SAME: {grain = 1 : i64, product = {{.*}}, stages = [0]}
loop.kernel @quadruples(%x: tensor<64x90xi8>, %w: tensor<70x90xi8>) -> tensor<64x70xi32> iters(i = 64, n = 70, k = 90) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<64x90xi8>, %b = %w[n, k] : tensor<70x90xi8>) -> tensor<64x70xi32> {
    %0 = prim.convert_element_type %a : i8 to i32
    %1 = prim.convert_element_type %b : i8 to i32
    loop.yield %0, %1 : i32, i32
  }
  loop.yield %y : tensor<64x70xi32>
}

// -----

// A sum of 32 bits of i8 would not be i8's.
// CHECK-LABEL: loop.kernel @narrow
// CHECK-NOT: product
// CHECK: loop.contract
loop.kernel @narrow(%x: tensor<64x96xi8>, %w: tensor<70x96xi8>) -> tensor<64x70xi8> iters(i = 64, n = 70, k = 96) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<64x96xi8>, %b = %w[n, k] : tensor<70x96xi8>) -> tensor<64x70xi8> {
    loop.yield %a, %b : i8, i8
  }
  loop.yield %y : tensor<64x70xi8>
}
