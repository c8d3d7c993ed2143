// Sums of so many steps that a panel of all would not stay in the second cache
// are cut into blocks of steps, with rows in place (x w) and with rows that lie
// side by side (x^T y); a map behind, several tasks, a batch, f64, columns that
// are pages apart, steps that have no divisor for blocks.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --target=x86-64-v3 --repeat=1
// RUN: tc-run %t.mlir --check --guard --target=x86-64-v4 --repeat=1 --threads=1
func.func @main(%x: tensor<50x6150xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %w: tensor<6150x150xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 1}},
                %a: tensor<2x17x4104xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %b: tensor<2x4104x33xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %y: tensor<270x1024xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %z: tensor<270x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %p: tensor<19x8209xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                %q: tensor<8209x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}})
    -> (tensor<50x150xf32>, tensor<2x17x33xf64>, tensor<1024x96xf32>, tensor<19x40xf32>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<50x6150xf32>, tensor<6150x150xf32>
  %1 = prim.tanh %0 : tensor<50x150xf32>
  %2 = prim.dot_general %a, %b batch [0], [0] contract [2], [1] : tensor<2x17x4104xf64>, tensor<2x4104x33xf64>
  %3 = prim.dot_general %y, %z batch [], [] contract [0], [0] : tensor<270x1024xf32>, tensor<270x96xf32>
  %4 = prim.dot_general %p, %q batch [], [] contract [1], [0] : tensor<19x8209xf32>, tensor<8209x40xf32>
  return %1, %2, %3, %4 : tensor<50x150xf32>, tensor<2x17x33xf64>, tensor<1024x96xf32>, tensor<19x40xf32>
}
