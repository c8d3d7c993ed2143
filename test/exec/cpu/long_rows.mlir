// Softmax, log-sum-exp and cross-entropy of rows that are too long to be kept:
// no value as large as the rows is stored between their reductions, so that
// what moves is what is compulsory; on GPUs, too.
// RUN: tc-run %s --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-run %s --profile --repeat=1 | FileCheck %s
// CHECK: launches: 1, bytes moved: {{.*}} times: 1.00
!x = tensor<8x70001xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 3.0, stream = 1}},
               %t: tensor<8xi64> {tc.init = {kind = "randint", low = 0, high = 70001, stream = 2}}) -> (!x, tensor<8xf32>, tensor<f32>) {
  %0 = fx.call "aten._softmax.default"(%x, -1, false) : (!x) -> !x
  %1 = fx.call "aten.logsumexp.default"(%x, [-1]) : (!x) -> tensor<8xf32>
  %2 = fx.call "aten.cross_entropy_loss.default"(%x, %t) : (!x, tensor<8xi64>) -> tensor<f32>
  fx.output %0, %1, %2 : !x, tensor<8xf32>, tensor<f32>
}
}
