// The first few elements of each row, selected by insertion: of random rows,
// of rows in which each element is inserted, of equal ones, which stay in their order, of rows as short as
// that; and so many that the row is sorted.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
func.func @main(%a: tensor<5x200xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %b: tensor<4x90xf32> {tc.init = {kind = "iota", start = 0.0, step = 1.0}},
                %c: tensor<3x50xi64> {tc.init = {kind = "randint", low = 0, high = 4, stream = 1}},
                %d: tensor<6x4xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}})
    -> (tensor<5x8xf32>, tensor<5x8xi64>, tensor<4x32xf32>, tensor<4x32xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<6x4xf32>, tensor<6x4xi64>, tensor<5x33xf32>, tensor<5x33xi64>) {
  %0:2 = prim.topk %a, <8> dim 1 : tensor<5x200xf32>
  %1:2 = prim.topk %b, <32> dim 1 : tensor<4x90xf32>
  %2:2 = prim.topk %c, <20> dim 1 : tensor<3x50xi64>
  %3:2 = prim.topk %d, <4> dim 1 : tensor<6x4xf32>
  %4:2 = prim.topk %a, <33> dim 1 : tensor<5x200xf32>
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %4#0, %4#1 : tensor<5x8xf32>, tensor<5x8xi64>, tensor<4x32xf32>, tensor<4x32xi64>, tensor<3x20xi64>, tensor<3x20xi64>, tensor<6x4xf32>, tensor<6x4xi64>, tensor<5x33xf32>, tensor<5x33xi64>
}
