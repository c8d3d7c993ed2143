// Maps behind a product with more operations than cpu_map_ops are a loop over
// the vectors of a panel; written out for each of them they are most of the
// kernel's code. With AVX-512 the rounds of prim.philox are a loop, too. Whole
// panels and parts of one, tiles of two heights, few rows, halves, and a map
// whose lanes are many vectors.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --repeat=1 --target=x86-64-v2
// RUN: tc-run %t.mlir --check --guard --repeat=1 --target=x86-64-v3
// RUN: tc-run %t.mlir --check --guard --repeat=1 --target=x86-64-v4

// Conversions to f64 of the sine's arguments, and multiplications of 64 bits of
// the rounds.
// RUN: sed 's/77/128/g; s/4928/8192/g' %s >%t.even.mlir
// RUN: tc-compile %t.even.mlir --target=x86-64-v4 --emit=asm -o - | tee %t.s | grep -c vcvtps2pd | FileCheck %s
// RUN: env TC_NUMBERS=cpu_map_ops=1000 tc-compile %t.even.mlir --target=x86-64-v4 --emit=asm -o - | grep -c vcvtps2pd | FileCheck %s --check-prefix=WRITTEN
// RUN: grep -c vpmuludq %t.s | FileCheck %s --check-prefix=LOOP
// RUN: tc-compile %t.even.mlir --target=x86-64-v3 --emit=asm -o - | grep -c vpmuludq | FileCheck %s --check-prefix=ROUNDS
// CHECK: {{^}}8{{$}}
// WRITTEN: {{^}}32{{$}}
// LOOP: {{^}}24{{$}}
// ROUNDS: {{^}}233{{$}}
func.func @main(%x: tensor<64x83xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %w: tensor<83x77xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %k: tensor<i64> {tc.init = {kind = "constant", value = -3}})
    -> (tensor<64x77xf32>, tensor<64x77xi32>, tensor<64x77xf32>, tensor<3x1000xi32>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<64x83xf32>, tensor<83x77xf32>
  %at = prim.iota 0, 1 : i64 : tensor<4928xi64>
  %key = prim.broadcast_in_dim %k [] : tensor<i64> to tensor<4928xi64>
  %bits = prim.philox %key, %at : tensor<4928xi64>
  %rows = prim.reshape %bits : tensor<4928xi32> to tensor<64x77xi32>
  %zero = prim.constant dense<0> : tensor<64x77xi32>
  %none = prim.constant dense<0.0> : tensor<64x77xf32>
  %keep = prim.lt %rows, %zero : tensor<64x77xi32>
  %1 = prim.where %keep, %0, %none : tensor<64x77xi1>, tensor<64x77xf32>
  %2 = prim.sin %0 : tensor<64x77xf32>
  %3 = prim.cos %2 : tensor<64x77xf32>
  %far = prim.iota -1500, 4294967311 : i64 : tensor<3000xi64>
  %same = prim.broadcast_in_dim %k [] : tensor<i64> to tensor<3000xi64>
  %words = prim.philox %same, %far : tensor<3000xi64>
  %4 = prim.reshape %words : tensor<3000xi32> to tensor<3x1000xi32>
  return %1, %rows, %3, %4 : tensor<64x77xf32>, tensor<64x77xi32>, tensor<64x77xf32>, tensor<3x1000xi32>
}
