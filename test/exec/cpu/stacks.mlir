// Matrices chosen from a stack by numbers, read where they lie: in vectors and
// on units, transposed, by two numbers, by i32, from the end, for single rows.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --repeat=1 --threads=2 --target=x86-64-v3
// RUN: tc-run %t.mlir --check --repeat=1 --target=x86-64-v2
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --check --repeat=1 --target=emulate
// RUN: tc-opt %s --tc-gpu | FileCheck %s
// No launch copies what is chosen.
// CHECK-LABEL: func.func @main(
// CHECK-NOT: loop.launch @{{.*}}_index(
// CHECK: return
#table = {kind = "randint", low = 0, high = 5, stream = 1}
#wraps = {kind = "randint", low = -5, high = 5, stream = 2}
#f32 = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}
func.func @main(
    %i: tensor<16xi64> {tc.init = #table}, %j: tensor<16xi32> {tc.init = #wraps}, %pairs: tensor<3x4xi64> {tc.init = #table},
    %x: tensor<16x37x64xf32> {tc.init = #f32}, %w: tensor<5x64x96xf32> {tc.init = #f32},
    %h: tensor<16x70x128xbf16> {tc.init = #f32}, %v: tensor<5x128x256xbf16> {tc.init = #f32},
    %t: tensor<5x256x128xbf16> {tc.init = #f32},
    %q: tensor<3x4x64xf32> {tc.init = #f32}, %keys: tensor<5x48x64xf32> {tc.init = #f32},
    %d: tensor<16x9x33xf64> {tc.init = #f32}, %e: tensor<5x33x17xf64> {tc.init = #f32})
    -> (tensor<16x37x96xf32>, tensor<16x37x96xf32>, tensor<16x70x256xbf16>, tensor<16x70x256xf32>, tensor<3x4x48xf32>, tensor<16x9x17xf64>, tensor<16x96x37xf32>) {
  // f32
  %0 = prim.index %w[%i] [0] : tensor<5x64x96xf32>, tensor<16xi64>
  %1 = prim.dot_general %x, %0 batch [0], [0] contract [2], [1] : tensor<16x37x64xf32>, tensor<16x64x96xf32>
  // Negative numbers count from the end.
  %wide = prim.convert_element_type %j : tensor<16xi32> to tensor<16xi64>
  %zero = prim.constant dense<0> : tensor<16xi64>
  %size = prim.constant dense<5> : tensor<16xi64>
  %below = prim.lt %wide, %zero : tensor<16xi64>
  %later = prim.add %wide, %size : tensor<16xi64>
  %at = prim.where %below, %later, %wide : tensor<16xi1>, tensor<16xi64>
  %2 = prim.index %w[%at] [0] : tensor<5x64x96xf32>, tensor<16xi64>
  %3 = prim.dot_general %x, %2 batch [0], [0] contract [2], [1] : tensor<16x37x64xf32>, tensor<16x64x96xf32>
  // bf16
  %4 = prim.index %v[%i] [0] : tensor<5x128x256xbf16>, tensor<16xi64>
  %5 = prim.dot_general %h, %4 batch [0], [0] contract [2], [1] : tensor<16x70x128xbf16>, tensor<16x128x256xbf16>
  // Transposed, summed in f32
  %6 = prim.index %t[%i] [0] : tensor<5x256x128xbf16>, tensor<16xi64>
  %7 = prim.dot_general %h, %6 batch [0], [0] contract [2], [2] {out = f32} : tensor<16x70x128xbf16>, tensor<16x256x128xbf16>
  // Rows by a table of two dimensions
  %8 = prim.index %keys[%pairs] [0] : tensor<5x48x64xf32>, tensor<3x4xi64>
  %9 = prim.dot_general %q, %8 batch [0, 1], [0, 1] contract [2], [3] : tensor<3x4x64xf32>, tensor<3x4x48x64xf32>
  // f64
  %10 = prim.index %e[%i] [0] : tensor<5x33x17xf64>, tensor<16xi64>
  %11 = prim.dot_general %d, %10 batch [0], [0] contract [2], [1] : tensor<16x9x33xf64>, tensor<16x33x17xf64>
  // The stack's matrix as rows
  %12 = prim.index %w[%i] [0] : tensor<5x64x96xf32>, tensor<16xi64>
  %13 = prim.dot_general %12, %x batch [0], [0] contract [1], [2] : tensor<16x64x96xf32>, tensor<16x37x64xf32>
  return %1, %3, %5, %7, %9, %11, %13 : tensor<16x37x96xf32>, tensor<16x37x96xf32>, tensor<16x70x256xbf16>, tensor<16x70x256xf32>, tensor<3x4x48xf32>, tensor<16x9x17xf64>, tensor<16x96x37xf32>
}
