// Products of few columns, plain, of a transposed factor, of f64, of long sums and
// in small batches: panels, or vectors, as narrow as they are, of which lanes
// without a column are masked; the longer side is cut into tasks.
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4 | FileCheck %s
// CHECK-LABEL: @k2_dot_general({{.*}}tensor<70x3xf32>
// CHECK-SAME: chunk = "d1"
// CHECK-SAME: rows = 8
// CHECK-LABEL: @k6_dot_general({{.*}}tensor<70x12xf32>
// CHECK-SAME: product = {column = "d2", panels = 1 : i64, rows = 12 : i64, {{.*}}vectors = 1
// A matrix of as many columns as a vector has lanes is a panel as it comes.
// CHECK-LABEL: @k8_dot_general({{.*}}tensor<70x16xf32>
// CHECK-SAME: columns_from = "panels"
// CHECK-LABEL: @k9_dot_general(
// CHECK-NOT: columns_from
// CHECK-LABEL: @k10_dot_general(
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<67x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %d: tensor<19x70xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w1: tensor<70x1xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %w2: tensor<70x2xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %w3: tensor<70x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %w5: tensor<70x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}}, %w7: tensor<70x7xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}}, %w8: tensor<70x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}}, %w12: tensor<70x12xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}}, %w15: tensor<70x15xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10}}, %w16: tensor<70x16xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}}, %w17: tensor<70x17xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}}, %w24: tensor<70x24xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 13}}, %t2: tensor<2x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 14}}, %t3: tensor<3x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 15}}, %t5: tensor<5x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 16}}, %t9: tensor<9x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 17}}, %t13: tensor<13x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 18}}, %e3: tensor<70x3xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 19}}, %e6: tensor<70x6xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 20}}, %tall: tensor<1030x6xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 21}}, %tall2: tensor<1030x11xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 22}}, %u3: tensor<9x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 23}}, %v3: tensor<9x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 24}}, %u8: tensor<9x8x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 25}}, %v8: tensor<9x8x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 26}}, %u11: tensor<9x11x11xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 27}}, %v11: tensor<9x11x11xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 28}}, %u18: tensor<9x18x18xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 29}}, %v18: tensor<9x18x18xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 30}}) -> (tensor<67x1xf32>, tensor<67x2xf32>, tensor<67x3xf32>, tensor<67x5xf32>, tensor<67x7xf32>, tensor<67x8xf32>, tensor<67x12xf32>, tensor<67x15xf32>, tensor<67x16xf32>, tensor<67x17xf32>, tensor<67x24xf32>, tensor<67x2xf32>, tensor<67x3xf32>, tensor<67x5xf32>, tensor<67x9xf32>, tensor<67x13xf32>, tensor<19x3xf64>, tensor<19x6xf64>, tensor<6x11xf32>, tensor<9x3x3xf32>, tensor<9x8x8xf32>, tensor<9x11x11xf32>, tensor<9x18x18xf32>) {
  %p1 = prim.dot_general %x, %w1 batch [], [] contract [1], [0] : tensor<67x70xf32>, tensor<70x1xf32>
  %p2 = prim.dot_general %x, %w2 batch [], [] contract [1], [0] : tensor<67x70xf32>, tensor<70x2xf32>
  %p3 = prim.dot_general %x, %w3 batch [], [] contract [1], [0] : tensor<67x70xf32>, tensor<70x3xf32>
  %p5 = prim.dot_general %x, %w5 batch [], [] contract [1], [0] : tensor<67x70xf32>, tensor<70x5xf32>
  %p7 = prim.dot_general %x, %w7 batch [], [] contract [1], [0] : tensor<67x70xf32>, tensor<70x7xf32>
  %p8 = prim.dot_general %x, %w8 batch [], [] contract [1], [0] : tensor<67x70xf32>, tensor<70x8xf32>
  %p12 = prim.dot_general %x, %w12 batch [], [] contract [1], [0] : tensor<67x70xf32>, tensor<70x12xf32>
  %p15 = prim.dot_general %x, %w15 batch [], [] contract [1], [0] : tensor<67x70xf32>, tensor<70x15xf32>
  %p16 = prim.dot_general %x, %w16 batch [], [] contract [1], [0] : tensor<67x70xf32>, tensor<70x16xf32>
  %p17 = prim.dot_general %x, %w17 batch [], [] contract [1], [0] : tensor<67x70xf32>, tensor<70x17xf32>
  %p24 = prim.dot_general %x, %w24 batch [], [] contract [1], [0] : tensor<67x70xf32>, tensor<70x24xf32>
  %q2 = prim.dot_general %x, %t2 batch [], [] contract [1], [1] : tensor<67x70xf32>, tensor<2x70xf32>
  %q3 = prim.dot_general %x, %t3 batch [], [] contract [1], [1] : tensor<67x70xf32>, tensor<3x70xf32>
  %q5 = prim.dot_general %x, %t5 batch [], [] contract [1], [1] : tensor<67x70xf32>, tensor<5x70xf32>
  %q9 = prim.dot_general %x, %t9 batch [], [] contract [1], [1] : tensor<67x70xf32>, tensor<9x70xf32>
  %q13 = prim.dot_general %x, %t13 batch [], [] contract [1], [1] : tensor<67x70xf32>, tensor<13x70xf32>
  %f3 = prim.dot_general %d, %e3 batch [], [] contract [1], [0] : tensor<19x70xf64>, tensor<70x3xf64>
  %f6 = prim.dot_general %d, %e6 batch [], [] contract [1], [0] : tensor<19x70xf64>, tensor<70x6xf64>
  %g = prim.dot_general %tall, %tall2 batch [], [] contract [0], [0] : tensor<1030x6xf32>, tensor<1030x11xf32>
  %b3 = prim.dot_general %u3, %v3 batch [0], [0] contract [2], [1] : tensor<9x3x3xf32>, tensor<9x3x3xf32>
  %b8 = prim.dot_general %u8, %v8 batch [0], [0] contract [2], [1] : tensor<9x8x8xf32>, tensor<9x8x8xf32>
  %b11 = prim.dot_general %u11, %v11 batch [0], [0] contract [2], [1] : tensor<9x11x11xf32>, tensor<9x11x11xf32>
  %b18 = prim.dot_general %u18, %v18 batch [0], [0] contract [2], [1] : tensor<9x18x18xf32>, tensor<9x18x18xf32>
  return %p1, %p2, %p3, %p5, %p7, %p8, %p12, %p15, %p16, %p17, %p24, %q2, %q3, %q5, %q9, %q13, %f3, %f6, %g, %b3, %b8, %b11, %b18 : tensor<67x1xf32>, tensor<67x2xf32>, tensor<67x3xf32>, tensor<67x5xf32>, tensor<67x7xf32>, tensor<67x8xf32>, tensor<67x12xf32>, tensor<67x15xf32>, tensor<67x16xf32>, tensor<67x17xf32>, tensor<67x24xf32>, tensor<67x2xf32>, tensor<67x3xf32>, tensor<67x5xf32>, tensor<67x9xf32>, tensor<67x13xf32>, tensor<19x3xf64>, tensor<19x6xf64>, tensor<6x11xf32>, tensor<9x3x3xf32>, tensor<9x8x8xf32>, tensor<9x11x11xf32>, tensor<9x18x18xf32>
}
}
