// Results whose points alternate in memory (stacks along a last dimension, real
// and imaginary parts) are computed as vectors and stored together: two, three
// and four points, elements of all sizes, ends of rows, chunks of a task,
// several results, a result that has no such dimension; a hand-written schedule
// whose tasks have one point each.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-run %t.mlir --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// RUN: tc-run %t.mlir --check --guard --repeat=1 --target=x86-64-v3
// RUN: tc-opt %s '--pass-pipeline=builtin.module(loop-schedule{target=x86-64-v4})' | FileCheck %s --check-prefix=TEXT
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o - | FileCheck %s
// The tasks leave the points together.
// TEXT-LABEL: @turned
// TEXT-SAME: tasks = ["h", "i"], vector = "j"
// CHECK-LABEL: turned:
// CHECK-NOT: vscatter
// CHECK-NOT: vextract
// CHECK: .size
module attributes {tc.version = "0.1"} {
loop.kernel private @turned(%x: tensor<3x130x64xf32>, %w: tensor<130x32xcomplex<f32>>) -> tensor<3x130x32x2xf32> iters(h = 3, i = 130, j = 32, p = 2) {
  %0 = loop.map (h, i, j, p) reads(%a = %x[h, i, 2*j] : tensor<3x130x64xf32>, %b = %x[h, i, 2*j + 1] : tensor<3x130x64xf32>, %c = %w[i, j] : tensor<130x32xcomplex<f32>>) -> tensor<3x130x32x2xf32> {
    %1 = prim.complex %a, %b : f32
    %2 = prim.mul %1, %c : complex<f32>
    %3 = prim.real %2 : complex<f32>
    %4 = prim.imag %2 : complex<f32>
    %at = loop.index <p>
    %one = prim.constant 1 : i64
    %isReal = prim.lt %at, %one : i64
    %5 = prim.where %isReal, %3, %4 : i1, f32
    loop.yield %5 : f32
  }
  loop.yield %0 : tensor<3x130x32x2xf32>
}
loop.kernel private @three(%x: tensor<3x1201xbf16>) -> (tensor<1201x3xbf16>, tensor<1201x3xi1>) iters(j = 1201, p = 3) {
  %0:2 = loop.map (j, p) reads(%a = %x[p, j] : tensor<3x1201xbf16>) -> (tensor<1201x3xbf16>, tensor<1201x3xi1>) {
    %zero = prim.constant 0.0 : bf16
    %1 = prim.gt %a, %zero : bf16
    %2 = prim.neg %a : bf16
    loop.yield %2, %1 : bf16, i1
  }
  loop.yield %0#0, %0#1 : tensor<1201x3xbf16>, tensor<1201x3xi1>
}
loop.kernel private @four(%x: tensor<4x5x77xf64>) -> tensor<5x77x4xf64> iters(i = 5, j = 77, p = 4) {
  %0 = loop.map (i, j, p) reads(%a = %x[p, i, j] : tensor<4x5x77xf64>) -> tensor<5x77x4xf64> {
    %1 = prim.mul %a, %a : f64
    loop.yield %1 : f64
  }
  loop.yield %0 : tensor<5x77x4xf64>
}
loop.kernel private @both(%x: tensor<2x500xi32>) -> (tensor<500x2xi32>, tensor<500xi32>) iters(j = 500, p = 2) {
  %0 = loop.map (j, p) reads(%a = %x[p, j] : tensor<2x500xi32>) -> tensor<500x2xi32> {
    %at = loop.index <j - p>
    %1 = prim.convert_element_type %at : i64 to i32
    %2 = prim.add %a, %1 : i32
    loop.yield %2 : i32
  }
  %1 = loop.map (j) reads(%a = %0[j, 0] : tensor<500x2xi32>, %b = %0[j, 1] : tensor<500x2xi32>) -> tensor<500xi32> {
    %2 = prim.sub %a, %b : i32
    loop.yield %2 : i32
  }
  loop.yield %0, %1 : tensor<500x2xi32>, tensor<500xi32>
}
loop.kernel private @by_hand(%x: tensor<2x9x200xf32>) -> tensor<9x200x2xf32> iters(i = 9, j = 200, p = 2)
    attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i", "p"], vector = "j", lanes = 16}]}} {
  %0 = loop.map (i, j, p) reads(%a = %x[p, i, j] : tensor<2x9x200xf32>) -> tensor<9x200x2xf32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<9x200x2xf32>
}
func.func @main(%x: tensor<3x130x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %w: tensor<130x32xcomplex<f32>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %a: tensor<3x1201xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %b: tensor<4x5x77xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %c: tensor<2x500xi32> {tc.init = {kind = "randint", low = -99, high = 99, stream = 5}},
                %d: tensor<2x9x200xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
    -> (tensor<3x130x32x2xf32>, tensor<1201x3xbf16>, tensor<1201x3xi1>, tensor<5x77x4xf64>, tensor<500x2xi32>, tensor<500xi32>, tensor<9x200x2xf32>) {
  %0 = loop.launch @turned(%x, %w) : (tensor<3x130x64xf32>, tensor<130x32xcomplex<f32>>) -> tensor<3x130x32x2xf32>
  %1:2 = loop.launch @three(%a) : (tensor<3x1201xbf16>) -> (tensor<1201x3xbf16>, tensor<1201x3xi1>)
  %2 = loop.launch @four(%b) : (tensor<4x5x77xf64>) -> tensor<5x77x4xf64>
  %3:2 = loop.launch @both(%c) : (tensor<2x500xi32>) -> (tensor<500x2xi32>, tensor<500xi32>)
  %4 = loop.launch @by_hand(%d) : (tensor<2x9x200xf32>) -> tensor<9x200x2xf32>
  return %0, %1#0, %1#1, %2, %3#0, %3#1, %4 : tensor<3x130x32x2xf32>, tensor<1201x3xbf16>, tensor<1201x3xi1>, tensor<5x77x4xf64>, tensor<500x2xi32>, tensor<500xi32>, tensor<9x200x2xf32>
}
}
