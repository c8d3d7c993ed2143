// Products whose packed panels stay in the cache together: a task computes a
// tile of rows in all of its panels before the next tile, for a number of rows
// that is known and for one that is not, with a last panel that is not whole.
// The panels of the third are too large for that, and are the outer loop.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir --target=x86-64-v3,l2=262144 -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
module attributes {tc.sizes = {n = 29}, tc.version = "0.1"} {
  prim.weight @w : tensor<90x40xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}}
  prim.weight @v : tensor<64x4000xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}}
  func.func @main(%x: tensor<31x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %r: tensor<31x90xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %y: tensor<?x40xf32, #tc.dims<[n, 40]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %z: tensor<31x4000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
      -> (tensor<31x90xf32>, tensor<?x90xf32, #tc.dims<[n, 90]>>, tensor<31x64xf32>) {
    %w = prim.get_weight @w : tensor<90x40xf32>
    %v = prim.get_weight @v : tensor<64x4000xf32>
    %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<31x40xf32>, tensor<90x40xf32>
    %1 = prim.add %0, %r : tensor<31x90xf32>
    %2 = prim.dot_general %y, %w batch [], [] contract [1], [1] : tensor<?x40xf32, #tc.dims<[n, 40]>>, tensor<90x40xf32>
    %3 = prim.dot_general %z, %v batch [], [] contract [1], [1] : tensor<31x4000xf32>, tensor<64x4000xf32>
    return %1, %2, %3 : tensor<31x90xf32>, tensor<?x90xf32, #tc.dims<[n, 90]>>, tensor<31x64xf32>
  }
}
