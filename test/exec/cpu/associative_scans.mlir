// Running log-sum-exps of rows, of columns, of a long row, from the end, with
// what is before each point, too; counts of those in front, and products of
// integers.
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// CHECK-NOT: loop.for
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<37x53xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 20.0, stream = 1}}, %l: tensor<40000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 2.0, stream = 2}}, %n: tensor<40000xi64> {tc.init = {kind = "odd", stream = 3}}) -> (tensor<53x37xf32>, tensor<37x53xf32>, tensor<37x53xf32>, tensor<40000xf32>, tensor<40000xi64>) {
  %one = prim.constant dense<1.0> : tensor<f32>
  %least = prim.constant dense<0xFF800000> : tensor<f32>
  %zero = prim.constant dense<0.0> : tensor<f32>
  %xs = prim.transpose %x [1, 0] : tensor<37x53xf32>
  %ones = prim.broadcast_in_dim %one [] : tensor<f32> to tensor<53x37xf32>
  %m = prim.broadcast_in_dim %least [] : tensor<f32> to tensor<37xf32>
  %s = prim.broadcast_in_dim %zero [] : tensor<f32> to tensor<37xf32>
  %0:4 = prim.scan(%m, %s) over(%xs, %ones) {prim.associative} : (tensor<37xf32>, tensor<37xf32>, tensor<53x37xf32>, tensor<53x37xf32>) -> (tensor<37xf32>, tensor<37xf32>, tensor<53x37xf32>, tensor<53x37xf32>) {
  ^bb0(%m0: tensor<37xf32>, %s0: tensor<37xf32>, %m1: tensor<37xf32>, %s1: tensor<37xf32>):
    %c = prim.constant dense<1.0> : tensor<37xf32>
    %most = prim.maximum %m0, %m1 : tensor<37xf32>
    %low = prim.minimum %m0, %m1 : tensor<37xf32>
    %gap = prim.sub %low, %most : tensor<37xf32>
    %e = prim.exp %gap : tensor<37xf32>
    %is0 = prim.eq %m0, %most : tensor<37xf32>
    %is1 = prim.eq %m1, %most : tensor<37xf32>
    %e0 = prim.where %is0, %c, %e : tensor<37xi1>, tensor<37xf32>
    %e1 = prim.where %is1, %c, %e : tensor<37xi1>, tensor<37xf32>
    %t0 = prim.mul %s0, %e0 : tensor<37xf32>
    %t1 = prim.mul %s1, %e1 : tensor<37xf32>
    %sum = prim.add %t0, %t1 : tensor<37xf32>
    prim.yield %most, %sum, %most, %sum : tensor<37xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>
  }
  %log = prim.log %0#3 : tensor<53x37xf32>
  %y = prim.add %0#2, %log : tensor<53x37xf32>
  %from = prim.constant dense<-100.0> : tensor<53xf32>
  %1:3 = prim.scan(%from) over(%x) reverse {prim.associative} : (tensor<53xf32>, tensor<37x53xf32>) -> (tensor<53xf32>, tensor<37x53xf32>, tensor<37x53xf32>) {
  ^bb0(%a: tensor<53xf32>, %b: tensor<53xf32>):
    %most = prim.maximum %b, %a : tensor<53xf32>
    prim.yield %most, %a, %most : tensor<53xf32>, tensor<53xf32>, tensor<53xf32>
  }
  %2:2 = prim.scan(%zero) over(%l) {prim.associative} : (tensor<f32>, tensor<40000xf32>) -> (tensor<f32>, tensor<40000xf32>) {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = prim.maximum %a, %b : tensor<f32>
    prim.yield %c, %c : tensor<f32>, tensor<f32>
  }
  %i = prim.constant dense<1> : tensor<i64>
  %3:2 = prim.scan(%i) over(%n) {prim.associative} : (tensor<i64>, tensor<40000xi64>) -> (tensor<i64>, tensor<40000xi64>) {
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %c = prim.mul %a, %b : tensor<i64>
    prim.yield %c, %c : tensor<i64>, tensor<i64>
  }
  return %y, %1#1, %1#2, %2#1, %3#1 : tensor<53x37xf32>, tensor<37x53xf32>, tensor<37x53xf32>, tensor<40000xf32>, tensor<40000xi64>
}
}
