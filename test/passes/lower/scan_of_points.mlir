// A scan of few operations along rows is a loop.scan in order where rows are run
// through one at a time.
// RUN: tc-opt %s --split-input-file --prim-to-loop=rows=true | FileCheck %s
// RUN: tc-opt %s --split-input-file --prim-to-loop | FileCheck %s --check-prefix=LOOP
// RUN: tc-opt %s --split-input-file --prim-to-loop | FileCheck %s --check-prefix=ANY
// LOOP-COUNT-6: loop.for

// A product, from the last point to the first; constants are in its combination.
// It has the order of what is transposed for it.
// CHECK-LABEL: loop.kernel private @k{{.*}}_scan
// CHECK: loop.scan (d1, d0) along d0 [custom] reverse ordered reads(
// CHECK: combine [1.000000e+00 : f32] (%[[A:.*]]: f32, %[[B:.*]]: f32) {
// CHECK: %[[P:.*]] = prim.mul %[[A]], %[[B]] : f32
// CHECK: %[[C:.*]] = prim.constant 5.000000e-01 : f32
// CHECK: prim.add %[[P]], %[[C]] : f32
func.func @main(%x: tensor<3x5xf32>) -> tensor<5x3xf32> {
  %one = prim.constant dense<1.0> : tensor<f32>
  %half = prim.constant dense<0.5> : tensor<3xf32>
  %xs = prim.transpose %x [1, 0] : tensor<3x5xf32>
  %init = prim.broadcast_in_dim %one [] : tensor<f32> to tensor<3xf32>
  %0:2 = prim.scan(%init) over(%xs) reverse : (tensor<3xf32>, tensor<5x3xf32>) -> (tensor<3xf32>, tensor<5x3xf32>) {
  ^bb0(%c: tensor<3xf32>, %s: tensor<3xf32>):
    %1 = prim.mul %c, %s : tensor<3xf32>
    %2 = prim.add %1, %half : tensor<3xf32>
    prim.yield %2, %2 : tensor<3xf32>, tensor<3xf32>
  }
  return %0#1 : tensor<5x3xf32>
}

// -----

// Not down columns; not where the last carried value is read; not halves; not
// from a start that is no number; not where what is yielded is another tensor.
// CHECK-NOT: loop.scan
// CHECK-COUNT-5: loop.for
func.func @main(%x: tensor<5x3xf32>, %y: tensor<5xf32>, %z: tensor<5xbf16>, %from: tensor<f32>) -> (tensor<5x3xf32>, tensor<f32>, tensor<5xbf16>, tensor<5xf32>, tensor<5xf32>) {
  %one = prim.constant dense<1.0> : tensor<f32>
  %half = prim.constant dense<1.0> : tensor<bf16>
  %init = prim.broadcast_in_dim %one [] : tensor<f32> to tensor<3xf32>
  %0:2 = prim.scan(%init) over(%x) : (tensor<3xf32>, tensor<5x3xf32>) -> (tensor<3xf32>, tensor<5x3xf32>) {
  ^bb0(%c: tensor<3xf32>, %s: tensor<3xf32>):
    %1 = prim.mul %c, %s : tensor<3xf32>
    prim.yield %1, %1 : tensor<3xf32>, tensor<3xf32>
  }
  %2:2 = prim.scan(%one) over(%y) : (tensor<f32>, tensor<5xf32>) -> (tensor<f32>, tensor<5xf32>) {
  ^bb0(%c: tensor<f32>, %s: tensor<f32>):
    %1 = prim.mul %c, %s : tensor<f32>
    prim.yield %1, %1 : tensor<f32>, tensor<f32>
  }
  %3:2 = prim.scan(%half) over(%z) : (tensor<bf16>, tensor<5xbf16>) -> (tensor<bf16>, tensor<5xbf16>) {
  ^bb0(%c: tensor<bf16>, %s: tensor<bf16>):
    %1 = prim.mul %c, %s : tensor<bf16>
    prim.yield %1, %1 : tensor<bf16>, tensor<bf16>
  }
  %4:2 = prim.scan(%from) over(%y) : (tensor<f32>, tensor<5xf32>) -> (tensor<f32>, tensor<5xf32>) {
  ^bb0(%c: tensor<f32>, %s: tensor<f32>):
    %1 = prim.mul %c, %s : tensor<f32>
    prim.yield %1, %1 : tensor<f32>, tensor<f32>
  }
  %5:2 = prim.scan(%one) over(%y) : (tensor<f32>, tensor<5xf32>) -> (tensor<f32>, tensor<5xf32>) {
  ^bb0(%c: tensor<f32>, %s: tensor<f32>):
    prim.yield %from, %from : tensor<f32>, tensor<f32>
  }
  return %0#1, %2#0, %3#1, %4#1, %5#1 : tensor<5x3xf32>, tensor<f32>, tensor<5xbf16>, tensor<5xf32>, tensor<5xf32>
}

// -----

// An associative one on each target, down columns, too: with and without each
// point's own value.
// ANY-LABEL: func.func @main
// ANY-LABEL: func.func @main
// ANY: loop.kernel private @k{{.*}}_scan
// ANY: loop.scan (d0, d1) along d0 [custom] exclusive reverse reads(%[[X:.*]] = %{{.*}}[d0, d1] : tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>) {
// ANY: %[[ONE:.*]] = prim.constant 1.000000e+00 : f32
// ANY: loop.yield %[[X]], %[[ONE]] : f32, f32
// ANY: combine [0xFF800000 : f32, 0.000000e+00 : f32]
// ANY: loop.scan (d2, d3) along d2 [custom] reverse reads(
func.func @main(%x: tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>) {
  %ones = prim.constant dense<1.0> : tensor<5x3xf32>
  %least = prim.constant dense<0xFF800000> : tensor<3xf32>
  %none = prim.constant dense<0.0> : tensor<3xf32>
  %0:4 = prim.scan(%least, %none) over(%x, %ones) reverse {prim.associative} : (tensor<3xf32>, tensor<3xf32>, tensor<5x3xf32>, tensor<5x3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<5x3xf32>, tensor<5x3xf32>) {
  ^bb0(%m: tensor<3xf32>, %n: tensor<3xf32>, %s: tensor<3xf32>, %one: tensor<3xf32>):
    %1 = prim.maximum %m, %s : tensor<3xf32>
    %2 = prim.add %n, %one : tensor<3xf32>
    prim.yield %1, %2, %m, %2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
  return %0#2, %0#3 : tensor<5x3xf32>, tensor<5x3xf32>
}

// -----

// A product of f32 in any grouping is one of kind [mul], whichever factor is
// carried; not where the body does more.
// ANY: loop.kernel
// ANY: loop.scan (d0) along d0 [mul] reads(
// ANY: loop.scan (d1) along d1 [mul] exclusive reads(
// ANY: loop.kernel
// ANY: loop.scan (d0) along d0 [mul] reverse reads(
// ANY: loop.kernel
// ANY: loop.scan (d0) along d0 [custom] reads(
func.func @products(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %one = prim.constant dense<1.0> : tensor<f32>
  %0:3 = prim.scan(%one) over(%x) {prim.associative} : (tensor<f32>, tensor<5xf32>) -> (tensor<f32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%c: tensor<f32>, %s: tensor<f32>):
    %1 = prim.mul %c, %s : tensor<f32>
    prim.yield %1, %1, %c : tensor<f32>, tensor<f32>, tensor<f32>
  }
  %2:2 = prim.scan(%one) over(%x) reverse {prim.associative} : (tensor<f32>, tensor<5xf32>) -> (tensor<f32>, tensor<5xf32>) {
  ^bb0(%c: tensor<f32>, %s: tensor<f32>):
    %1 = prim.mul %s, %c : tensor<f32>
    prim.yield %1, %1 : tensor<f32>, tensor<f32>
  }
  %3:2 = prim.scan(%one) over(%x) {prim.associative} : (tensor<f32>, tensor<5xf32>) -> (tensor<f32>, tensor<5xf32>) {
  ^bb0(%c: tensor<f32>, %s: tensor<f32>):
    %1 = prim.mul %c, %s : tensor<f32>
    %4 = prim.abs %1 : tensor<f32>
    prim.yield %4, %4 : tensor<f32>, tensor<f32>
  }
  return %0#1, %0#2, %2#1, %3#1 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// -----

// What is transposed, scanned, and transposed back is scanned where it lies; who
// reads the stack itself reads a transposition of that.
// ANY: loop.scan (d1, d2, d0) along d0 [mul] reads(%{{.*}} = %{{.*}}[d0, d1, d2] : tensor<5x3x4xf32>) -> tensor<3x4x5xf32>
// ANY-LABEL: func.func @there_and_back
// ANY-NOT: prim.transpose
// ANY: %[[Y:.*]] = loop.launch @{{.*}}_scan(
// ANY: %[[T:.*]] = loop.launch @{{.*}}_transpose(%[[Y]])
// ANY: %[[N:.*]] = loop.launch @{{.*}}_neg(%[[Y]])
// ANY: return %[[N]], %[[T]]
func.func @there_and_back(%x: tensor<3x4x5xf32>) -> (tensor<3x4x5xf32>, tensor<5x3x4xf32>) {
  %one = prim.constant dense<1.0> : tensor<f32>
  %xs = prim.transpose %x [2, 0, 1] : tensor<3x4x5xf32>
  %init = prim.broadcast_in_dim %one [] : tensor<f32> to tensor<3x4xf32>
  %0:2 = prim.scan(%init) over(%xs) {prim.associative} : (tensor<3x4xf32>, tensor<5x3x4xf32>) -> (tensor<3x4xf32>, tensor<5x3x4xf32>) {
  ^bb0(%c: tensor<3x4xf32>, %s: tensor<3x4xf32>):
    %1 = prim.mul %c, %s : tensor<3x4xf32>
    prim.yield %1, %1 : tensor<3x4xf32>, tensor<3x4xf32>
  }
  %back = prim.transpose %0#1 [1, 2, 0] : tensor<5x3x4xf32>
  %y = prim.neg %back : tensor<3x4x5xf32>
  return %y, %0#1 : tensor<3x4x5xf32>, tensor<5x3x4xf32>
}
