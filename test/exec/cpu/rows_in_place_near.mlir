// Where it is known what the second cache delivers in a cycle, and that is too
// little, a long sum of rows in place that it does not keep has blocks that are
// blocks of the sum, too: 192 of 1536 steps. Sums of fewer such blocks, and of
// steps that cannot be cut so (a prime number of them), have none.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: tc-run %t.mlir --target=x86-64-v3,l2-rate=48,l2=131072,cores=2 --check --guard --threads=2 --repeat=1
// RUN: tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-opt %s '--pass-pipeline=builtin.module(tc-cpu,loop-schedule{target=x86-64-v3,l2-rate=48,l2=131072})' | FileCheck %s --check-prefix=NEAR
// RUN: tc-opt %s '--pass-pipeline=builtin.module(tc-cpu,loop-schedule{target=x86-64-v3})' | FileCheck %s --check-prefix=FAST
// NEAR: blocks = 8 : i64, {{.*}} steps = 192 : i64,
// NEAR-NOT: blocks =
// FAST-NOT: blocks =
// Vectors of a whole line that are spilled are aligned.
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o - | FileCheck %s
// CHECK: andq $-64, %rsp
// CHECK-NOT: vmovups %zmm{{[0-9]+}}, {{[-0-9]*}}(%rsp)
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<40x1536xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<1536x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %c: tensor<40x288xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %d: tensor<288x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %e: tensor<40x1031xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                  %f: tensor<1031x70xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
      -> (tensor<40x70xf32>, tensor<40x70xf32>, tensor<40x70xf32>) {
    %0 = prim.dot_general %a, %b batch [], [] contract [1], [0] : tensor<40x1536xf32>, tensor<1536x70xf32>
    %1 = prim.dot_general %c, %d batch [], [] contract [1], [0] : tensor<40x288xf32>, tensor<288x70xf32>
    %2 = prim.dot_general %e, %f batch [], [] contract [1], [0] : tensor<40x1031xf32>, tensor<1031x70xf32>
    return %0, %1, %2 : tensor<40x70xf32>, tensor<40x70xf32>, tensor<40x70xf32>
  }
}
