// A factor of some megabytes, of which few rows are multiplied, is asked for
// ahead of its strips, also behind its end; one that caches keep is not.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o - | grep -c prefetcht1 | FileCheck %s
// Of 8 rows at once, and of one of those left over.
// CHECK: {{^9$}}
func.func @main(%x: tensor<2x613xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %w: tensor<613x1000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: tensor<2x100xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %v: tensor<100x1000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}})
    -> (tensor<2x1000xf32>, tensor<2x1000xf32>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<2x613xf32>, tensor<613x1000xf32>
  %1 = prim.dot_general %y, %v batch [], [] contract [1], [0] : tensor<2x100xf32>, tensor<100x1000xf32>
  return %0, %1 : tensor<2x1000xf32>, tensor<2x1000xf32>
}
