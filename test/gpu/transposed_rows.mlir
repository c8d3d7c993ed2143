// A softmax of rows that is stored transposed: its greatest elements and sums
// run by rows, what is stored by tiles staged through shared memory.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: loop.kernel{{.*}}tensor<8x192x196xbf16>
// CHECK-SAME: {run = 2 : i64}{{.*}}], overlap = "dependent", threads = {{[0-9]+}} : i64}, {body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [{{[0-9]+}}, 0], engine = "plain", to = "shared"}
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<8x196x192xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}) -> tensor<8x192x196xbf16> {
  %max = prim.amax %x [2] : tensor<8x196x192xf32>
  %maxs = prim.broadcast_in_dim %max [0, 1] : tensor<8x196xf32> to tensor<8x196x192xf32>
  %shifted = prim.sub %x, %maxs : tensor<8x196x192xf32>
  %exp = prim.exp %shifted : tensor<8x196x192xf32>
  %sum = prim.sum %exp [2] : tensor<8x196x192xf32>
  %sums = prim.broadcast_in_dim %sum [0, 1] : tensor<8x196xf32> to tensor<8x196x192xf32>
  %y = prim.div %exp, %sums : tensor<8x196x192xf32>
  %t = prim.transpose %y [0, 2, 1] : tensor<8x196x192xf32>
  %0 = prim.convert_element_type %t : tensor<8x192x196xf32> to tensor<8x192x196xbf16>
  return %0 : tensor<8x192x196xbf16>
}
}
