// Gather, scatter, positions.
// RUN: tc-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2x3xf32>, %i: tensor<4xi64>) {
  // expected-error @+1 {{[TC-0230] C1: 1 indices for 2 dims; one or more, as many of both}}
  %y = prim.index %x[%i] [0, 1] : tensor<2x3xf32>, tensor<4xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<4xi64>) {
  // expected-error @+1 {{[TC-0230] C2: there is no dimension 2 in a tensor of rank 2}}
  %y = prim.index %x[%i] [2] : tensor<2x3xf32>, tensor<4xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<4xi64>, %j: tensor<5xi64>) {
  // expected-error @+1 {{[TC-0230] C3: sizes of indices differ: 4 and 5}}
  %y = prim.index %x[%i, %j] [0, 1] : tensor<2x3xf32>, tensor<4xi64>, tensor<5xi64>
  return
}

// -----

func.func @f(%x: tensor<1x1x1x1x1x1x1x1x1x1xf32>, %i: tensor<1x1x1x1x1x1x1x1xi64>) {
  // expected-error @+1 {{[TC-0230] C4: the result would have 17 dimensions; tc takes up to 16}}
  %y = prim.index %x[%i] [0] : tensor<1x1x1x1x1x1x1x1x1x1xf32>, tensor<1x1x1x1x1x1x1x1xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<5x3xf32>, %i: tensor<4xi64>) {
  // expected-error @+1 {{[TC-0231] C1: sizes of values and of what is indexed differ: 5 and 4}}
  %y = prim.index_put %x, %v[%i] [0] "add" : tensor<2x3xf32>, tensor<5x3xf32>, tensor<4xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<4xf32>, %i: tensor<4xi64>) {
  // expected-error @+1 {{[TC-0231] C1: values have 1 dimensions; indexing gives 2}}
  %y = prim.index_put %x, %v[%i] [0] "add" : tensor<2x3xf32>, tensor<4xf32>, tensor<4xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<4x3xf64>, %i: tensor<4xi64>) {
  // expected-error @+1 {{[TC-0231] C1: element types differ}}
  %y = prim.index_put %x, %v[%i] [0] "add" : tensor<2x3xf32>, tensor<4x3xf64>, tensor<4xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<4x3xf32>, %i: tensor<4xi64>) {
  // expected-error @+1 {{[TC-0231] C2: 'sub' is no way to combine; set, add, mul, max, min}}
  %y = prim.index_put %x, %v[%i] [0] "sub" : tensor<2x3xf32>, tensor<4x3xf32>, tensor<4xi64>
  return
}

// -----

func.func @f(%x: tensor<2xcomplex<f32>>, %v: tensor<4xcomplex<f32>>, %i: tensor<4xi64>) {
  // expected-error @+1 {{[TC-0231] C3: complex numbers have no order}}
  %y = prim.index_put %x, %v[%i] [0] "max" : tensor<2xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0232] C1: positions in a row and dimensions of the operand differ: 3 and 2}}
  %y = prim.nonzero %x : tensor<2x3xf32> to tensor<?x3xi64, #tc.dims<[n, 3]>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0232] C2: the number of rows is 6; it is not known before: name it by a fresh symbol}}
  %y = prim.nonzero %x : tensor<2x3xf32> to tensor<6x2xi64>
  return
}

// -----

func.func @f(%x: tensor<?xf32, #tc.dims<[n]>>) {
  // expected-error @+1 {{[TC-0232] C2: symbol n is a size of the operand; name the rows by a fresh one}}
  %y = prim.nonzero %x : tensor<?xf32, #tc.dims<[n]>> to tensor<?x1xi64, #tc.dims<[n, 1]>>
  return
}

// -----

func.func @f(%n: tensor<1xi64>) {
  // expected-error @+1 {{[TC-0232] C1: the count is tensor<1xi64>, not tensor<i64>}}
  %y = prim.range_to %n : tensor<1xi64> to tensor<?xi64, #tc.dims<[u]>>
  return
}

// -----

func.func @f(%n: tensor<i64>) {
  // expected-error @+1 {{[TC-0232] C2: the result is tensor<8xi64>; its only size is not known before: name it by a fresh symbol}}
  %y = prim.range_to %n : tensor<i64> to tensor<8xi64>
  return
}
