// A map that gathers an argument runs beside another, in one launch; one that
// gathers what the other makes waits for that.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
module attributes {tc.version = "0.1"} {
  // CHECK: loop.kernel private @beside
  // CHECK-SAME: launches = [{body = [{body = {{.*}}for = ["i"], step = 256 : i64, to = "grid"}, {body = {{.*}}for = ["n"], step = 256 : i64, to = "grid"}], overlap = "dependent", threads = 256 : i64}]}
  loop.kernel private @beside(%x: tensor<700xf32>, %at: tensor<9000xi64>) -> (tensor<9000xf32>, tensor<700xf32>) iters(i = 9000, n = 700) {
    %0 = loop.map (i) reads(%p = %at[i] : tensor<9000xi64>) -> tensor<9000xf32> {
      %v = loop.at %x[%p] : tensor<700xf32>
      loop.yield %v : f32
    }
    %1 = loop.map (n) reads(%v = %x[n] : tensor<700xf32>) -> tensor<700xf32> {
      %s = prim.neg %v : f32
      loop.yield %s : f32
    }
    loop.yield %0, %1 : tensor<9000xf32>, tensor<700xf32>
  }
  // CHECK: loop.kernel private @behind
  // CHECK-SAME: launches = [{body = {{.*}}, threads = 256 : i64}, {body
  loop.kernel private @behind(%x: tensor<700xf32>, %at: tensor<9000xi64>) -> (tensor<700xf32>, tensor<9000xf32>) iters(i = 9000, n = 700) {
    %0 = loop.map (n) reads(%v = %x[n] : tensor<700xf32>) -> tensor<700xf32> {
      %s = prim.neg %v : f32
      loop.yield %s : f32
    }
    %1 = loop.map (i) reads(%p = %at[i] : tensor<9000xi64>) -> tensor<9000xf32> {
      %v = loop.at %0[%p] : tensor<700xf32>
      loop.yield %v : f32
    }
    loop.yield %0, %1 : tensor<700xf32>, tensor<9000xf32>
  }
  func.func @main(%x: tensor<700xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %at: tensor<9000xi64> {tc.init = {kind = "randint", low = 0, high = 700, stream = 2 : i64}}) -> (tensor<9000xf32>, tensor<700xf32>, tensor<700xf32>, tensor<9000xf32>) {
    %0:2 = loop.launch @beside(%x, %at) : (tensor<700xf32>, tensor<9000xi64>) -> (tensor<9000xf32>, tensor<700xf32>)
    %1:2 = loop.launch @behind(%x, %at) : (tensor<700xf32>, tensor<9000xi64>) -> (tensor<700xf32>, tensor<9000xf32>)
    return %0#0, %0#1, %1#0, %1#1 : tensor<9000xf32>, tensor<700xf32>, tensor<700xf32>, tensor<9000xf32>
  }
}
