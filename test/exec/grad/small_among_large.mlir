// A gradient that is small beside other results, which the differences are made
// of, too: their sum is small, its partial sums are not, and these must not round.
// RUN: tc-interpret %s --gradients=1 | FileCheck %s
// CHECK: gradient of argument 2 right
module attributes {tc.version = "0.1", tc.sizes = {n = 8, m = 1}} {
func.func @main(%a1: tensor<8x40xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %a2: tensor<f64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %a3: tensor<16x5x7x16xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %a4: tensor<17x64xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %a5: tensor<3x4x3x8xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %a6: tensor<2x2x3x2xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}}) -> (tensor<f64>, tensor<50x19xf64>, tensor<3x2x1x3xf64>, tensor<f64>) {
%v0 = prim.sum %a3 [1, 2] : tensor<16x5x7x16xf64>
%v1 = prim.constant dense<0.02857142857142857> : tensor<f64>
%v2 = prim.broadcast_in_dim %v1 [] : tensor<f64> to tensor<16x16xf64>
%v3 = prim.mul %v0, %v2 : tensor<16x16xf64>
%v4 = prim.sum %v3 [0, 1] : tensor<16x16xf64>
%v5 = prim.constant dense<0.00390625> : tensor<f64>
%v6 = prim.mul %v4, %v5 : tensor<f64>
%v7 = prim.pad %v2, %v5 low <[3, 1]> high <[1, 2]> interior [2, 0] : tensor<16x16xf64>, tensor<f64> to tensor<50x19xf64>
%v8 = prim.convolution %a5, %a6 strides [1, 3] pad [0, 0], [0, 1] dilation [1, 1], [1, 1] groups 2 : tensor<3x4x3x8xf64>, tensor<2x2x3x2xf64>
return %v6, %v7, %v8, %v5 : tensor<f64>, tensor<50x19xf64>, tensor<3x2x1x3xf64>, tensor<f64>
}
}
