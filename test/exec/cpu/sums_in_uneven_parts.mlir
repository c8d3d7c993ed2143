// Parts of a long sum that are not all as long are added up in blocks, too, each
// as if it were the longest: adding up a part's 34134 terms in two lanes one by
// one, the error is 1.6e-4.
// RUN: tc-run %s --check --threads=1 --repeat=1
module attributes {tc.version = "0.1", tc.expected = [
    {shape = [], dtype = f32, sum = 10240.000152587891, norm = 10240.000152587891, eager_error = 1.0e-06,
     samples = dense<10240.000152587891> : tensor<1xf64>}]} {
loop.kernel private @sum(%x: tensor<102400xf32>) -> tensor<f32> iters(i = 102400)
    attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "i", lanes = 2, split = "i", split_parts = 3}]}} {
  %0 = loop.reduce () over (i) [add] reads(%a = %x[i] : tensor<102400xf32>) -> tensor<f32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<f32>
}
func.func @main(%x: tensor<102400xf32> {tc.init = {kind = "constant", value = 0.1}}) -> tensor<f32> {
  %0 = loop.launch @sum(%x) : (tensor<102400xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
}
