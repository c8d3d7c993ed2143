// Packed sequences that are all of one length are a plain batch.
// RUN: tc-interpret %s --pipeline=tc-to-prim --same-as=reference | FileCheck %s
// CHECK-COUNT-4: same:
!rows = tensor<12x4xf32>
!h = tensor<1x3x5xf32>
!y = tensor<12x5xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: !rows {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %n: tensor<4xi64> {tc.init = {kind = "constant", value = 3}}, %h: !h {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w: tensor<5x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %u: tensor<5x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %b: tensor<5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %c: tensor<5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}}) -> (!y, !h, !y, !h) {
  %t:2 = fx.call "aten.rnn_tanh.data"(%x, %n, %h, [%w, %u, %b, %c], true, 1, 0.0, false, false) : (!rows, tensor<4xi64>, !h, tensor<5x4xf32>, tensor<5x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (!y, !h)
  %r:2 = fx.call "aten.rnn_relu.data"(%x, %n, %h, [%w, %u, %b, %c], true, 1, 0.0, false, false) : (!rows, tensor<4xi64>, !h, tensor<5x4xf32>, tensor<5x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (!y, !h)
  fx.output %t#0, %t#1, %r#0, %r#1 : !y, !h, !y, !h
}
fx.graph @reference(%x: !rows, %n: tensor<4xi64>, %h: !h, %w: tensor<5x4xf32>, %u: tensor<5x5xf32>, %b: tensor<5xf32>, %c: tensor<5xf32>) -> (!y, !h, !y, !h) {
  %v = fx.call "aten.view.default"(%x, [4, 3, 4]) : (!rows) -> tensor<4x3x4xf32>
  %t:2 = fx.call "aten.rnn_tanh.input"(%v, %h, [%w, %u, %b, %c], true, 1, 0.0, false, false, false) : (tensor<4x3x4xf32>, !h, tensor<5x4xf32>, tensor<5x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<4x3x5xf32>, !h)
  %r:2 = fx.call "aten.rnn_relu.input"(%v, %h, [%w, %u, %b, %c], true, 1, 0.0, false, false, false) : (tensor<4x3x4xf32>, !h, tensor<5x4xf32>, tensor<5x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<4x3x5xf32>, !h)
  %tv = fx.call "aten.view.default"(%t#0, [12, 5]) : (tensor<4x3x5xf32>) -> !y
  %rv = fx.call "aten.view.default"(%r#0, [12, 5]) : (tensor<4x3x5xf32>) -> !y
  fx.output %tv, %t#1, %rv, %r#1 : !y, !h, !y, !h
}
}
