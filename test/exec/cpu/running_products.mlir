// Running products of rows, of a row, from its end, and of integers: each row
// where it lies.
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// CHECK-COUNT-4: ordered
// CHECK-NOT: loop.for
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<37x53xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 1}}, %n: tensor<3x2x7xi64> {tc.init = {kind = "odd", stream = 2}}) -> (tensor<37x53xf32>, tensor<53x37xf64>, tensor<37xf32>, tensor<3x2x7xi64>) {
  %one = prim.constant dense<1.0> : tensor<f32>
  %xs = prim.transpose %x [1, 0] : tensor<37x53xf32>
  %init = prim.broadcast_in_dim %one [] : tensor<f32> to tensor<37xf32>
  %0:2 = prim.scan(%init) over(%xs) : (tensor<37xf32>, tensor<53x37xf32>) -> (tensor<37xf32>, tensor<53x37xf32>) {
  ^bb0(%c: tensor<37xf32>, %s: tensor<37xf32>):
    %1 = prim.mul %c, %s : tensor<37xf32>
    prim.yield %1, %1 : tensor<37xf32>, tensor<37xf32>
  }
  %y = prim.transpose %0#1 [1, 0] : tensor<53x37xf32>
  %half = prim.constant dense<0.5> : tensor<37xf64>
  %wide = prim.convert_element_type %x : tensor<37x53xf32> to tensor<37x53xf64>
  %ws = prim.transpose %wide [1, 0] : tensor<37x53xf64>
  %2:2 = prim.scan(%half) over(%ws) reverse : (tensor<37xf64>, tensor<53x37xf64>) -> (tensor<37xf64>, tensor<53x37xf64>) {
  ^bb0(%c: tensor<37xf64>, %s: tensor<37xf64>):
    %1 = prim.mul %c, %half : tensor<37xf64>
    %3 = prim.sub %1, %s : tensor<37xf64>
    prim.yield %3, %3 : tensor<37xf64>, tensor<37xf64>
  }
  %row = prim.slice %x <[0, 5]> step [1, 1] : tensor<37x53xf32> to tensor<37x1xf32>
  %flat = prim.reshape %row : tensor<37x1xf32> to tensor<37xf32>
  %4:2 = prim.scan(%one) over(%flat) : (tensor<f32>, tensor<37xf32>) -> (tensor<f32>, tensor<37xf32>) {
  ^bb0(%c: tensor<f32>, %s: tensor<f32>):
    %1 = prim.mul %c, %s : tensor<f32>
    prim.yield %1, %1 : tensor<f32>, tensor<f32>
  }
  %two = prim.constant dense<2> : tensor<3x2xi64>
  %ns = prim.transpose %n [2, 0, 1] : tensor<3x2x7xi64>
  %5:2 = prim.scan(%two) over(%ns) : (tensor<3x2xi64>, tensor<7x3x2xi64>) -> (tensor<3x2xi64>, tensor<7x3x2xi64>) {
  ^bb0(%c: tensor<3x2xi64>, %s: tensor<3x2xi64>):
    %1 = prim.mul %s, %c : tensor<3x2xi64>
    prim.yield %1, %1 : tensor<3x2xi64>, tensor<3x2xi64>
  }
  %k = prim.transpose %5#1 [1, 2, 0] : tensor<7x3x2xi64>
  return %y, %2#1, %4#1, %k : tensor<37x53xf32>, tensor<53x37xf64>, tensor<37xf32>, tensor<3x2x7xi64>
}
}
