// A product whose steps lie whole pages apart in one factor: that one is packed
// into panels, and the result written across its rows. Columns left over too.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --target=x86-64-v2 --repeat=1
func.func @main(%x: tensor<4x64x1024xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %y: tensor<4x64x24xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %z: tensor<64x1030xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %u: tensor<64x1024xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}})
    -> (tensor<1024x24xf32>, tensor<1024x1030xf32>) {
  %0 = prim.dot_general %x, %y batch [], [] contract [0, 1], [0, 1] : tensor<4x64x1024xf32>, tensor<4x64x24xf32>
  %1 = prim.dot_general %u, %z batch [], [] contract [0], [0] : tensor<64x1024xf32>, tensor<64x1030xf32>
  return %0, %1 : tensor<1024x24xf32>, tensor<1024x1030xf32>
}
