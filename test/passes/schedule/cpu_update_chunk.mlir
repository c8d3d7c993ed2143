// Products of few rows whose steps update columns: a task has a strip of these,
// whole pages of a row, where that leaves as much to the last core. Of 2048
// columns two cores have a strip each, four half of one; of 3072 two have three
// halves each. Where cores are not known these are in parts of the sum, though
// their sums are then more than a third of what is read.
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,cores=2 | FileCheck %s --check-prefix=TWO
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,cores=4 | FileCheck %s --check-prefix=FOUR
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4 | FileCheck %s --check-prefix=ANY
// TWO: chunk_size = 1024
// TWO: chunk_size = 512{{.*}}form = "update"
// FOUR: chunk_size = 512
// FOUR: chunk_size = 512{{.*}}form = "update"
// ANY: chunk_size = 512
// ANY: split_parts = 64
func.func @main(%x: tensor<8x1000xf32>, %w: tensor<1000x2048xf32>, %v: tensor<1000x3072xf32>) -> (tensor<8x2048xf32>, tensor<8x3072xf32>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<8x1000xf32>, tensor<1000x2048xf32>
  %1 = prim.dot_general %x, %v batch [], [] contract [1], [0] : tensor<8x1000xf32>, tensor<1000x3072xf32>
  return %0, %1 : tensor<8x2048xf32>, tensor<8x3072xf32>
}
