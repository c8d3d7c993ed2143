// What elementwise prims do not take.
// RUN: tc-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2xi1>) {
  // expected-error @+1 {{[TC-0204] C1: does not take i1; it takes float integer complex: insert prim.convert_element_type}}
  %y = prim.neg %x : tensor<2xi1>
  return
}

// -----

func.func @f(%x: tensor<2xi32>) {
  // expected-error @+1 {{[TC-0204] C1: does not take i32; it takes float complex}}
  %y = prim.exp %x : tensor<2xi32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{[TC-0204] C1: does not take f32; it takes integer i1}}
  %y = prim.bitwise_and %x, %x : tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{[TC-0204] C1: does not take complex<f32>}}
  %y = prim.lt %x, %x : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{[TC-0204] C1: does not take f32; it takes complex}}
  %y = prim.real %x : f32
  return
}

// -----

func.func @f(%x: tensor<2xf16>) {
  // expected-error @+1 {{[TC-0204] C2: complex numbers are made of f32 or f64}}
  %y = prim.complex %x, %x : tensor<2xf16>
  return
}

// -----

func.func @f(%x: tensor<2xi32>) {
  // expected-error @+1 {{[TC-0204] C1: key and element number are i64, not i32}}
  %y = prim.philox %x, %x : tensor<2xi32>
  return
}

// -----

func.func @f(%x: tensor<2xindex>) {
  // expected-error @+1 {{[TC-0201] operand 0 is tensor<2xindex>, not a tensor or scalar of elements that tc has}}
  %y = prim.neg %x : tensor<2xindex>
  return
}

// -----

func.func @f(%p: tensor<2xi8>, %x: tensor<2xf32>) {
  // expected-error @+1 {{[TC-0214] C1: the predicate is of i8, not i1; compare it with zero}}
  %y = prim.where %p, %x, %x : tensor<2xi8>, tensor<2xf32>
  return
}

// -----

func.func @f(%p: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{[TC-0214] C2: the predicate is tensor<i1> for values of tensor<2xf32>; broadcast it by prim.broadcast_in_dim}}
  %y = prim.where %p, %x, %x : tensor<i1>, tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{[TC-0215] C1: the result is tensor<3xf16>, where the operand's shape makes it tensor<2xf16>}}
  %y = prim.convert_element_type %x : tensor<2xf32> to tensor<3xf16>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{[TC-0215] C1: the result is tensor<f16>, where the operand's shape makes it f16}}
  %y = prim.convert_element_type %x : f32 to tensor<f16>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{[TC-0215] C1: }}
  %y = prim.bitcast %x : tensor<2xf32> to tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{[TC-0215] C2: i64 has not the bits of f32; use prim.convert_element_type for values}}
  %y = prim.bitcast %x : tensor<2xf32> to tensor<2xi64>
  return
}

// -----

func.func @f(%x: tensor<2xi1>) {
  // expected-error @+1 {{[TC-0215] C2: i8 has not the bits of i1}}
  %y = prim.bitcast %x : tensor<2xi1> to tensor<2xi8>
  return
}

// -----

func.func @f(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{[TC-0215] C2: i64 has not the bits of complex<f32>}}
  %y = prim.bitcast %x : tensor<2xcomplex<f32>> to tensor<2xi64>
  return
}
