// The bag of each index: offsets are counted in 32 bits where these hold their
// number, in 64 where it is not known.
// RUN: tc-opt %s --split-input-file --tc-to-prim | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK: prim.index_put {{.*}} [0] "add" : tensor<41xi32>, tensor<5xi32>, tensor<5xi64>
// CHECK: prim.cumsum {{.*}} : tensor<40xi32>
// CHECK: prim.convert_element_type {{.*}} : tensor<40xi32> to tensor<40xi64>
module attributes {tc.version = "0.1"} {
fx.graph @main(%w: tensor<9x6xf32>, %i: tensor<40xi64>, %o: tensor<5xi64>) -> (tensor<5x6xf32>) {
  %y:4 = fx.call "aten._embedding_bag_forward_only.default"(%w, %i, %o, false, 0) : (tensor<9x6xf32>, tensor<40xi64>, tensor<5xi64>) -> (tensor<5x6xf32>, tensor<0xi64>, tensor<5xi64>, tensor<5xi64>)
  fx.output %y#0 : tensor<5x6xf32>
}
}

// -----

// CHECK-LABEL: func.func @main(
// CHECK: prim.index_put {{.*}} [0] "add" : tensor<41xi64>, tensor<?xi64, #tc.dims<[b]>>, tensor<?xi64, #tc.dims<[b]>>
// CHECK: prim.cumsum {{.*}} : tensor<40xi64>
module attributes {tc.version = "0.1"} {
fx.graph @main(%w: tensor<9x6xf32>, %i: tensor<40xi64>, %o: tensor<?xi64, #tc.dims<[b]>>) -> (tensor<?x6xf32, #tc.dims<[b, 6]>>) {
  %y:4 = fx.call "aten._embedding_bag_forward_only.default"(%w, %i, %o, false, 0) : (tensor<9x6xf32>, tensor<40xi64>, tensor<?xi64, #tc.dims<[b]>>) -> (tensor<?x6xf32, #tc.dims<[b, 6]>>, tensor<0xi64>, tensor<?xi64, #tc.dims<[b]>>, tensor<?xi64, #tc.dims<[b]>>)
  fx.output %y#0 : tensor<?x6xf32, #tc.dims<[b, 6]>>
}
}
