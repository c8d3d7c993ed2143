// A read of another stage's result, which lies in scratch, is of no cache's set.
// RUN: tc-compile --target=x86-64-v4 --threads=1 --pipeline=loop-plan-memory -o %t.so %s
module attributes {tc.version = "0.1"} {
  loop.kernel private @k14_mul(%arg0: tensor<12x8xf64>) -> (tensor<12x8xf64>, tensor<12x8xf64>) iters(d0 = 12, d1 = 8) {
    %0 = loop.map (d0, d1) reads(%arg1 = %arg0[d0, d1] : tensor<12x8xf64>) -> tensor<12x8xf64> {
      %2 = prim.sin %arg1 : f64
      %4 = prim.constant 0.000000e+00 : f64
      loop.yield %4 : f64
    }
    %1 = loop.map (d0, d1) reads(%arg1 = %0[d0, d1] : tensor<12x8xf64>) -> tensor<12x8xf64> {
      %3 = prim.constant 1.000000e+00 : f64
      loop.yield %3 : f64
    }
    loop.yield %1, %0 : tensor<12x8xf64>, tensor<12x8xf64>
  }
  func.func @main(%x: tensor<12x8xf64>) -> (tensor<12x8xf64>, tensor<12x8xf64>) {
    %0:2 = loop.launch @k14_mul(%x) : (tensor<12x8xf64>) -> (tensor<12x8xf64>, tensor<12x8xf64>)
    return %0#0, %0#1 : tensor<12x8xf64>, tensor<12x8xf64>
  }
}
