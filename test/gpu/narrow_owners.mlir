// Blocks own the positions of a scatter of many points into rows of few elements,
// too: its threads look for a block's points together, where a thread would look
// at all of them alone. Compared with the interpreter on emulated threads.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// CHECK: adds = [{as = "owners", of = [1], parts = 512 : i64}]
// CHECK-SAME: for = ["d1"], to = "thread"}], for = ["d0"], step = 2048
// CHECK-SAME: for = ["owner.{{[0-9]+}}"], step = 1 : i64, to = "grid"}], {{.*}}resident
func.func @main(%i: tensor<1100xi64> {tc.init = {kind = "randint", low = 0, high = 3000, stream = 1}},
                %v: tensor<1100x2xf32> {tc.init = {kind = "uniform", stream = 3, mean = 0.0, std = 1.0}}) -> tensor<40000x2xf32> {
  %0 = prim.constant dense<1.0> : tensor<f32>
  %x = prim.broadcast_in_dim %0 [] : tensor<f32> to tensor<40000x2xf32>
  %y = prim.index_put %x, %v[%i] [0] "add" : tensor<40000x2xf32>, tensor<1100x2xf32>, tensor<1100xi64>
  return %y : tensor<40000x2xf32>
}
