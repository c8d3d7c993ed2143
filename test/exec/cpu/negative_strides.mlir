// Arguments whose memory runs backwards: a row at a time, an element at a time,
// as two views of one storage, and without an offset that makes room.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
module attributes {tc.version = "0.1"} {
  func.func @main(
      %rows: tensor<4x5xf32> {
        tc.layout = #tc.layout<strides = [-5, 1], offset = 15>,
        tc.init = {kind = "iota", start = 0.0, step = 1.0}},
      %all: tensor<37x3xf32> {
        tc.layout = #tc.layout<strides = [-3, -1], offset = 110>,
        tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 7}},
      %column: tensor<6xf32> {
        tc.layout = #tc.layout<strides = [-2]>,
        tc.init = {kind = "iota", start = 3.0, step = 0.5}},
      %first: tensor<8xf32> {tc.storage = 3 : i64,
        tc.init = {kind = "iota", start = 0.0, step = 1.0}},
      %second: tensor<4xf32> {tc.storage = 3 : i64,
        tc.layout = #tc.layout<strides = [-2], offset = 7>,
        tc.init = {kind = "iota", start = 9.0, step = 1.0}})
      -> (tensor<4x5xf32>, tensor<37xf32>, tensor<6xf32>, tensor<8xf32>,
          tensor<4xf32>) {
    %0 = prim.neg %rows : tensor<4x5xf32>
    %1 = prim.sum %all [1] : tensor<37x3xf32>
    %2 = prim.exp %column : tensor<6xf32>
    %3 = prim.neg %first : tensor<8xf32>
    %4 = prim.neg %second : tensor<4xf32>
    return %0, %1, %2, %3, %4
      : tensor<4x5xf32>, tensor<37xf32>, tensor<6xf32>, tensor<8xf32>,
        tensor<4xf32>
  }
}
