// What is changed of a product's iterators stands in the schedule: groups, and
// rows and columns of an image with a border that are one iterator.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 >%t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=x86-64-v3 | cmp - %t.mlir
// RUN: tc-opt %t.mlir --loop-to-cpu=target=x86-64-v3 >%t.1
// RUN: env TC_NUMBERS=cpu_least_group=1000,cpu_least_rows=1000 tc-opt %t.mlir --loop-to-cpu=target=x86-64-v3 | cmp - %t.1
// Without the entry, or by other groups, there are no such iterators.
// RUN: sed -e 's/iters = {o = {group = 20 : i64}}, //' %t.mlir | not tc-opt - --loop-schedule=target=x86-64-v3 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sed -e 's/group = 20/group = 10/' %t.mlir | not tc-opt - --loop-schedule=target=x86-64-v3 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: [TC-0610] loop.schedule: phase 0: column: 'o.{{[0-9]+}}' is no iterator of the kernel
// RUN: sed -e 's/with = \["y"\]/with = ["n"]/' %t.mlir | not tc-opt - --loop-schedule=target=x86-64-v3 2>&1 | FileCheck %s --check-prefix=APART
// APART: [TC-061{{[12]}}] loop.schedule:

// CHECK-LABEL: @groups(
// CHECK-SAME: iters = {o = {group = 20 : i64}}
loop.kernel @groups(%x: tensor<25x40xf32>, %w: tensor<40x20xf32>) -> tensor<25x40xf32> iters(n = 25, o = 40, c = 20) {
  %y = loop.contract (n, o) over (c) reads(%a = %x[n, c + 20*floordiv(o, 20)] : tensor<25x40xf32>, %b = %w[o, c] : tensor<40x20xf32>) -> tensor<25x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<25x40xf32>
}

// CHECK-LABEL: @border(
// CHECK-SAME: iters = {x = {with = ["y"]}}
loop.kernel @border(%x: tensor<16x6x20xf32>, %w: tensor<24x16x3x3xf32>) -> tensor<24x6x20xf32> iters(o = 24, y = 6, x = 20, c = 16, p = 3, q = 3) {
  %y = loop.contract (o, y, x) over (c, p, q) reads(%a = %x[c, y + p - 1, x + q - 1] : tensor<16x6x20xf32> else 0.0, %b = %w[o, c, p, q] : tensor<24x16x3x3xf32>) -> tensor<24x6x20xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<24x6x20xf32>
}
