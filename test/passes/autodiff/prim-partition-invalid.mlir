// Backward takes each size from one tensor: m follows from two arguments together,
// n from the second.
// RUN: tc-opt %s --verify-diagnostics --prim-autodiff --prim-partition

// expected-error @below {{[TC-4203] prim-partition: backward needs the size m, which nothing that it is given has}}
func.func @main(%x: tensor<?xf32, #tc.dims<[n + m]>>, %y: tensor<?xf32, #tc.dims<[n]>>) -> tensor<f32> {
  %0 = prim.sum %x [0] : tensor<?xf32, #tc.dims<[n + m]>>
  return %0 : tensor<f32>
}
