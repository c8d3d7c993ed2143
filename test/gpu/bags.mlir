// Bags of an embedding: the bag of each index is searched for in the offsets,
// then a thread adds up the rows of a bag, which follow on each other, and
// divides. Empty bags; an index before the first bag is an error, as on CPUs.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
// RUN: sed 's/\[0, 3, 3, 9, 40\]/[1, 3, 3, 9, 40]/' %s > %t.before.mlir
// RUN: not env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.before.mlir --target=emulate --repeat=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tc-run %t.before.mlir --repeat=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: TC-1520
// CHECK-NOT: loop.scan
// CHECK: loop.kernel private @{{.*}}div
// CHECK-SAME: launches = [{body = [{body = [{body = [{body = [{combine = "run", run = 1 : i64}, {run = 0 : i64}, {run = 2 : i64}], for = ["d1"], to = "vector"}]
// CHECK-COUNT-2: loop.launch @
// CHECK-NOT: loop.launch @
module attributes {tc.version = "0.1", tc.target = "cuda,tune=sm_90a"} {
fx.graph @main(%w: tensor<9x8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %i: tensor<40xi64> {tc.init = {kind = "randint", low = 0, high = 9, stream = 2}},
               %o: tensor<5xi64> {tc.init = dense<[0, 3, 3, 9, 40]> : tensor<5xi64>}) -> (tensor<5x8xf32>) {
  %y:4 = fx.call "aten._embedding_bag_forward_only.default"(%w, %i, %o, false, 1) : (tensor<9x8xf32>, tensor<40xi64>, tensor<5xi64>) -> (tensor<5x8xf32>, tensor<0xi64>, tensor<5xi64>, tensor<5xi64>)
  fx.output %y#0 : tensor<5x8xf32>
}
}
