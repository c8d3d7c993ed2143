// Reductions, running sums, sorting.
// RUN: tc-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0233] C1: there is no dimension 2 in a tensor of rank 2}}
  %y = prim.sum %x [2] : tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0233] C1: dimension 0 is named twice}}
  %y = prim.amax %x [0, 0] : tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2xi1>) {
  // expected-error @+1 {{[TC-0233] C2: does not take i1; insert prim.convert_element_type}}
  %y = prim.sum %x [0] : tensor<2xi1>
  return
}

// -----

func.func @f(%x: tensor<2x3xcomplex<f32>>) {
  // expected-error @+1 {{[TC-0233] C2: does not take complex<f32>; complex numbers have no order}}
  %y = prim.amin %x [0] : tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0234] C1: there is no dimension -1 in a tensor of rank 2}}
  %y = prim.argmax %x dim -1 : tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xcomplex<f32>>) {
  // expected-error @+1 {{[TC-0234] C2: complex numbers have no order}}
  %y = prim.argmin %x dim 0 : tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error @+1 {{[TC-0235] C1: there is no dimension 0 in a tensor of rank 0}}
  %y = prim.cumsum %x dim 0 : tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<2xi1>) {
  // expected-error @+1 {{[TC-0235] C2: does not take i1; insert prim.convert_element_type}}
  %y = prim.cumsum %x dim 0 : tensor<2xi1>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0236] C1: there is no dimension 2}}
  %y, %i = prim.sort %x dim 2 : tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xcomplex<f32>>) {
  // expected-error @+1 {{[TC-0236] C2: complex numbers have no order}}
  %y, %i = prim.sort %x dim 0 descending : tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0237] C1: there is no dimension 2}}
  %y, %i = prim.topk %x, <1> dim 2 : tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xcomplex<f32>>) {
  // expected-error @+1 {{[TC-0237] C2: complex numbers have no order}}
  %y, %i = prim.topk %x, <1> dim 1 : tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0237] C3: there are no 4 elements along dimension 1, which has 3}}
  %y, %i = prim.topk %x, <4> dim 1 : tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{[TC-0202] attribute 'dims' must be shorter: it names more than there can be}}
  %y = prim.sum %x [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : tensor<2xf32>
  return
}
