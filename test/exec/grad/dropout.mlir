// Dropout draws from the philox generator, whose words an independent one made
// here (capture/tc_fill.py, stream 0 of seed 7): the masks, in order, and the
// gradient, which is what the forward pass kept, in one graph and in halves.
// RUN: tc-run %s --check --repeat 1
// RUN: tc-compile %s --part=joint -o %t.so
// RUN: tc-run %t.so --check --repeat 1
// RUN: tc-run %s --grad | FileCheck %s
// CHECK: 1 of 1 groups are as differences say, 0 at non-differentiable points were skipped

// Backward is given the masks, where they are results anyway; else it draws the
// same words again, of the same key.
// RUN: tc-opt %s --tc-to-prim --prim-autodiff=wrt=weights --canonicalize --cse --prim-partition | FileCheck %s --check-prefix=MASKS
// MASKS-LABEL: func.func @main.forward(
// MASKS-SAME: tc.saved_bytes = #tc.size<0>
// MASKS-LABEL: func.func @main.backward(
// MASKS-SAME: tensor<8x8xi1> {fx.name = "saved.1", tc.saved = 1 : i64}, %{{.*}}: tensor<8x8xi1> {fx.name = "saved.2", tc.saved = 2 : i64})
// MASKS-NOT: prim.philox
// RUN: sed 's/fx.output %%s, .*/fx.output %%s : tensor<f32>/; s/-> (tensor<f32>, tensor<8x8xi1>, tensor<8x8xi1>) {/-> tensor<f32> {/' %s | tc-opt --tc-to-prim --prim-autodiff=wrt=weights --canonicalize --cse --prim-partition | FileCheck %s --check-prefix=KEY
// KEY-LABEL: func.func @main.backward(
// KEY-SAME: tc.argument = 0
// KEY: %[[KEY:.*]] = prim.broadcast_in_dim %arg0
// KEY: prim.philox %[[KEY]]
module attributes {tc.version = "0.1",
  tc.expected = [
    {shape = [], dtype = f32, sum = 72.00000214576721, norm = 72.00000214576721, eager_error = 0.0, eager_max = 0.0,
     samples = dense<[72.00000214576721]> : tensor<1xf64>},
    {shape = [8, 8], dtype = i1, sum = 45.0, norm = 6.708203932499369,
     samples = dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0]> : tensor<64xf64>},
    {shape = [8, 8], dtype = i1, sum = 36.0, norm = 6.0,
     samples = dense<[0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<64xf64>}],
  tc.expected_gradients = [
    {weight = "x", shape = [8, 8], dtype = f32, sum = 72.00000214576721, norm = 13.856406873504111, eager_error = 0.0, eager_max = 0.0,
     samples = dense<[0.0, 2.6666667461395264, 0.0, 2.6666667461395264, 2.6666667461395264, 2.6666667461395264, 0.0, 0.0, 0.0, 2.6666667461395264, 0.0, 0.0, 0.0, 2.6666667461395264, 0.0, 2.6666667461395264, 2.6666667461395264, 0.0, 0.0, 0.0, 2.6666667461395264, 0.0, 0.0, 2.6666667461395264, 2.6666667461395264, 2.6666667461395264, 0.0, 2.6666667461395264, 0.0, 0.0, 0.0, 0.0, 2.6666667461395264, 2.6666667461395264, 2.6666667461395264, 0.0, 2.6666667461395264, 2.6666667461395264, 0.0, 0.0, 0.0, 0.0, 0.0, 2.6666667461395264, 0.0, 0.0, 2.6666667461395264, 2.6666667461395264, 0.0, 0.0, 2.6666667461395264, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.6666667461395264, 0.0, 2.6666667461395264, 2.6666667461395264, 2.6666667461395264, 2.6666667461395264, 0.0]> : tensor<64xf64>}]} {
  prim.weight @x : tensor<8x8xf32> {init = {kind = "constant", value = 1.0}}
  fx.graph @main() -> (tensor<f32>, tensor<8x8xi1>, tensor<8x8xi1>) {
    %x = fx.get_attr @x : tensor<8x8xf32>
    %y, %m = fx.call "aten.native_dropout.default"(%x, 0.25, true) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xi1>)
    %z, %k = fx.call "aten.native_dropout.default"(%y, 0.5, true) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xi1>)
    %s = fx.call "aten.sum.default"(%z) : (tensor<8x8xf32>) -> tensor<f32>
    fx.output %s, %m, %k : tensor<f32>, tensor<8x8xi1>, tensor<8x8xi1>
  }
}
