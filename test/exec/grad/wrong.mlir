// What is wrong is found: an index that occurs twice, of which PyTorch says
// that the gradient is undefined.
// RUN: not tc-run %s --grad 2>&1 | FileCheck %s
// CHECK-DAG: [TC-1705] 1 groups of gradients are not what finite differences say
// CHECK-DAG: gradients 1, 17, ...: {{.*}}: WRONG
func.func @main(%x: tensor<4xf32> {tc.init = {kind = "uniform", mean = 0.3, std = 1.0, stream = 1}}, %u: tensor<2xf32> {tc.init = {kind = "uniform", mean = 0.3, std = 1.0, stream = 2}}) -> tensor<4xf32> {
  %i = prim.constant dense<[2, 2]> : tensor<2xi64>
  %3 = prim.index_put %x, %u[%i] [0] "set" : tensor<4xf32>, tensor<2xf32>, tensor<2xi64>
  return %3 : tensor<4xf32>
}
