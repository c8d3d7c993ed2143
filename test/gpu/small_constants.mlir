// Constants are aligned as all other memory is, however few bytes lie before them:
// kernels read whole vectors. (The number makes copies of few elements ones that
// have vectors.)
// RUN: env TC_NUMBERS=gpu_threads=1 LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<2x1xf32> {tc.init = {kind = "uniform", stream = 2, mean = 0.0, std = 1.0}},
                %i: tensor<2xi64> {tc.init = {kind = "randint", low = 0, high = 3, stream = 1}},
                %v: tensor<2x4xf32> {tc.init = {kind = "uniform", stream = 3, mean = 0.0, std = 1.0}}) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<2x1xf32>) {
  %a = prim.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %g = prim.mul %x, %a : tensor<2x1xf32>
  %b = prim.constant dense<[[1.0, 2.0, 3.0, 1.0], [2.0, 3.0, 4.0, 5.0], [1.0, 5.0, 6.0, 7.0]]> : tensor<3x4xf32>
  %e = prim.index_put %b, %v[%i] [0] "add" : tensor<3x4xf32>, tensor<2x4xf32>, tensor<2xi64>
  %c = prim.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %h = prim.add %g, %c : tensor<2x1xf32>
  %d = prim.constant dense<[[1.0, 2.0, 3.0, 1.0], [2.0, 3.0, 4.0, 5.0], [1.0, 5.0, 6.0, 8.0]]> : tensor<3x4xf32>
  %f = prim.index_put %d, %v[%i] [0] "add" : tensor<3x4xf32>, tensor<2x4xf32>, tensor<2xi64>
  return %e, %f, %h : tensor<3x4xf32>, tensor<3x4xf32>, tensor<2x1xf32>
}
}
