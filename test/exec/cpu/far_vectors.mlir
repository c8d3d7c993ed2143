// A vector times a matrix for each point of a batch, whose vectors have steps
// whole pages apart: the batch is in both factors, so that panels cannot run
// along it, though its elements are side by side.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
module attributes {tc.version = "0.1"} {
loop.kernel @far(%x: tensor<64x1024xf32>, %w: tensor<1024x64x32xf32>) -> tensor<32x1024xf32> iters(b = 1024, j = 32, k = 64) {
  %y = loop.contract (j, b) over (k) reads(%a = %x[k, b] : tensor<64x1024xf32>, %c = %w[b, k, j] : tensor<1024x64x32xf32>) -> tensor<32x1024xf32> {
    loop.yield %a, %c : f32, f32
  }
  loop.yield %y : tensor<32x1024xf32>
}
func.func @main(%x: tensor<64x1024xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %w: tensor<1024x64x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<32x1024xf32> {
  %y = loop.launch @far(%x, %w) : (tensor<64x1024xf32>, tensor<1024x64x32xf32>) -> tensor<32x1024xf32>
  return %y : tensor<32x1024xf32>
}
}
