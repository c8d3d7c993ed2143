// e^(c x - h), where the machine's 2^x will do, is 2^(k x - h log2 e), k = c log2
// e: one FMA, also where a mask selects between the product and a constant.
// RUN: tc-opt %s --prim-expand-math=exp2=true | FileCheck %s
// CHECK-LABEL: loop.kernel @plain
// CHECK: [[K:%.*]] = prim.constant 0.180336878
// CHECK: [[L:%.*]] = prim.constant 1.44269502
// CHECK: [[H:%.*]] = prim.mul %{{.*}}, [[L]]
// CHECK-NEXT: [[N:%.*]] = prim.neg [[H]]
// CHECK-NEXT: [[D:%.*]] = prim.fma %{{.*}}, [[K]], [[N]]
// CHECK-NEXT: prim.exp2 [[D]]
loop.kernel @plain(%x: tensor<8x4xf32>, %h: tensor<8xf32>) -> tensor<8x4xf32> iters(i = 8, j = 4) {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x4xf32>, %b = %h[i] : tensor<8xf32>) -> tensor<8x4xf32> {
    %c = prim.constant 0.125 : f32
    %1 = prim.mul %a, %c : f32
    %2 = prim.sub %1, %b : f32
    %3 = prim.exp %2 {tc.absolute} : f32
    loop.yield %3 : f32
  }
  loop.yield %0 : tensor<8x4xf32>
}
// CHECK-LABEL: loop.kernel @masked
// CHECK: [[D:%.*]] = prim.fma
// CHECK: [[O:%.*]] = prim.sub
// CHECK-NEXT: [[W:%.*]] = prim.where %{{.*}}, [[D]], [[O]]
// CHECK-NEXT: prim.exp2 [[W]]
loop.kernel @masked(%x: tensor<8x4xf32>, %h: tensor<8xf32>) -> tensor<8x4xf32> iters(i = 8, j = 4) {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x4xf32>, %b = %h[i] : tensor<8xf32>) -> tensor<8x4xf32> {
    %c = prim.constant 0.125 : f32
    %none = prim.constant 0xFF800000 : f32
    %1 = prim.mul %a, %c : f32
    %i = loop.index <i>
    %j = loop.index <j>
    %m = prim.le %j, %i : i64
    %w = prim.where %m, %1, %none : i1, f32
    %2 = prim.sub %w, %b : f32
    %3 = prim.exp %2 {tc.absolute} : f32
    loop.yield %3 : f32
  }
  loop.yield %0 : tensor<8x4xf32>
}
// log2 e times the least finite number is none: there the difference is first.
// CHECK-LABEL: loop.kernel @finite
// CHECK: prim.fma
// CHECK: [[O:%.*]] = prim.sub %{{.*}}, %{{.*}}
// CHECK-NEXT: [[M:%.*]] = prim.mul [[O]]
// CHECK-NEXT: prim.where %{{.*}}, %{{.*}}, [[M]]
loop.kernel @finite(%x: tensor<8x4xf32>, %h: tensor<8xf32>) -> tensor<8x4xf32> iters(i = 8, j = 4) {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x4xf32>, %b = %h[i] : tensor<8xf32>) -> tensor<8x4xf32> {
    %c = prim.constant 0.125 : f32
    %least = prim.constant 0xFF7FFFFF : f32
    %1 = prim.mul %a, %c : f32
    %i = loop.index <i>
    %j = loop.index <j>
    %m = prim.le %j, %i : i64
    %w = prim.where %m, %1, %least : i1, f32
    %2 = prim.sub %w, %b : f32
    %3 = prim.exp %2 {tc.absolute} : f32
    loop.yield %3 : f32
  }
  loop.yield %0 : tensor<8x4xf32>
}
// Beside a maximum of the kernel's own the difference is exact: the greatest term
// is 1, also of numbers that are as large as can be.
// CHECK-LABEL: loop.kernel @maximum
// CHECK-NOT: prim.fma
// CHECK: [[M:%.*]] = prim.mul
// CHECK: [[D:%.*]] = prim.sub [[M]], %
// CHECK: [[S:%.*]] = prim.mul [[D]], %
// CHECK: prim.exp2 [[S]]
// CHECK-NOT: prim.fma
loop.kernel @maximum(%x: tensor<8x4xf32>) -> tensor<8x4xf32> iters(i = 8, j = 4) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<8x4xf32>) -> tensor<8xf32> {
    %c = prim.constant 0.125 : f32
    %1 = prim.mul %a, %c : f32
    loop.yield %1 : f32
  }
  %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x4xf32>, %b = %m[i] : tensor<8xf32>) -> tensor<8x4xf32> {
    %c = prim.constant 0.125 : f32
    %1 = prim.mul %a, %c : f32
    %2 = prim.sub %1, %b : f32
    %3 = prim.exp %2 {tc.absolute} : f32
    loop.yield %3 : f32
  }
  loop.yield %0 : tensor<8x4xf32>
}
// Sums of other things than products are left as they are.
// CHECK-LABEL: loop.kernel @other
// CHECK-NOT: prim.fma
// CHECK: prim.exp2
loop.kernel @other(%x: tensor<8x4xf32>, %h: tensor<8xf32>) -> tensor<8x4xf32> iters(i = 8, j = 4) {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x4xf32>, %b = %h[i] : tensor<8xf32>) -> tensor<8x4xf32> {
    %2 = prim.sub %a, %b : f32
    %3 = prim.exp %2 {tc.absolute} : f32
    loop.yield %3 : f32
  }
  loop.yield %0 : tensor<8x4xf32>
}
