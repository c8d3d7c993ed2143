// Products and windows.
// RUN: tc-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<4x2x3xf32>, %b: tensor<4x3x5xf32>) {
  // expected-error @+1 {{[TC-0211] C1: 1 batch dimensions of the left for 0 of the right}}
  %y = prim.dot_general %a, %b batch [0], [] contract [2], [1] : tensor<4x2x3xf32>, tensor<4x3x5xf32>
  return
}

// -----

func.func @f(%a: tensor<4x2x3xf32>, %b: tensor<4x3x5xf32>) {
  // expected-error @+1 {{[TC-0211] C1: 1 contracting dimensions of the left for 0 of the right}}
  %y = prim.dot_general %a, %b batch [0], [0] contract [2], [] : tensor<4x2x3xf32>, tensor<4x3x5xf32>
  return
}

// -----

func.func @f(%a: tensor<4x2x3xf32>, %b: tensor<4x3x5xf32>) {
  // expected-error @+1 {{[TC-0211] C2: dimension 0 is named twice}}
  %y = prim.dot_general %a, %b batch [0], [0] contract [0], [1] : tensor<4x2x3xf32>, tensor<4x3x5xf32>
  return
}

// -----

func.func @f(%a: tensor<4x2x3xf32>, %b: tensor<4x3x5xf32>) {
  // expected-error @+1 {{[TC-0211] C2: there is no dimension 3 in a tensor of rank 3}}
  %y = prim.dot_general %a, %b batch [0], [0] contract [3], [1] : tensor<4x2x3xf32>, tensor<4x3x5xf32>
  return
}

// -----

func.func @f(%a: tensor<4x2x3xf32>, %b: tensor<5x3x5xf32>) {
  // expected-error @+1 {{[TC-0211] C3: batch sizes differ: 4 and 5}}
  %y = prim.dot_general %a, %b batch [0], [0] contract [2], [1] : tensor<4x2x3xf32>, tensor<5x3x5xf32>
  return
}

// -----

func.func @f(%a: tensor<4x2x3xf32>, %b: tensor<4x3x5xf32>) {
  // expected-error @+1 {{[TC-0211] C3: contracting sizes differ: 2 and 3}}
  %y = prim.dot_general %a, %b batch [0], [0] contract [1], [1] : tensor<4x2x3xf32>, tensor<4x3x5xf32>
  return
}

// -----

func.func @f(%a: tensor<4x2x3xf32>, %b: tensor<4x3x5xf16>) {
  // expected-error @+1 {{[TC-0211] C4: element types differ: f32 and f16; insert prim.convert_element_type}}
  %y = prim.dot_general %a, %b batch [0], [0] contract [2], [1] : tensor<4x2x3xf32>, tensor<4x3x5xf16>
  return
}

// -----

func.func @f(%a: tensor<2xi1>, %b: tensor<2xi1>) {
  // expected-error @+1 {{[TC-0211] C4: does not take i1}}
  %y = prim.dot_general %a, %b batch [], [] contract [0], [0] : tensor<2xi1>, tensor<2xi1>
  return
}

// -----

func.func @f(%a: tensor<4x2x3xf32>, %b: tensor<4x3x5xf32>) {
  // expected-error @+1 {{[TC-0211] C5: products of f32 do not add up to i32}}
  %y = prim.dot_general %a, %b batch [0], [0] contract [2], [1] {out = i32} : tensor<4x2x3xf32>, tensor<4x3x5xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x1x1x1x1x1x1x1xf32>, %b: tensor<1x1x1x1x1x1x1x1xf32>) {
  // expected-error @+1 {{[TC-0211] C6: the result would have 17 dimensions; tc takes up to 16}}
  %y = prim.dot_general %a, %b batch [], [] contract [], [] : tensor<1x1x1x1x1x1x1x1x1xf32>, tensor<1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4xf32>, %w: tensor<6x4xf32>) {
  // expected-error @+1 {{[TC-0212] C1: input and weight have 2 and 2 dimensions; both have two and one or more of space}}
  %y = prim.convolution %x, %w strides [] pad [], [] dilation [], [] groups 1 : tensor<1x4xf32>, tensor<6x4xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8x8xf32>, %w: tensor<6x2x3xf32>) {
  // expected-error @+1 {{[TC-0212] C1: input and weight have 4 and 3 dimensions}}
  %y = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 2 : tensor<1x4x8x8xf32>, tensor<6x2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8x8xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error @+1 {{[TC-0212] C2: 'strides' has 1 numbers for 2 window dimensions}}
  %y = prim.convolution %x, %w strides [1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 2 : tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8x8xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error @+1 {{[TC-0212] C3: 'strides' has 0; the least is 1}}
  %y = prim.convolution %x, %w strides [1, 0] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 2 : tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8x8xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error @+1 {{[TC-0212] C3: 'groups' is 0; the least is 1}}
  %y = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 0 : tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8x8xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error @+1 {{[TC-0212] C4: channels of the input and of all groups differ: 4 and 2}}
  %y = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8x8xf32>, %w: tensor<5x2x3x3xf32>) {
  // expected-error @+1 {{[TC-0212] C4: 5 output channels are not divided by 2 groups}}
  %y = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 2 : tensor<1x4x8x8xf32>, tensor<5x2x3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8x8xf32>, %w: tensor<6x2x3x3xf16>) {
  // expected-error @+1 {{[TC-0212] C5: element types differ: f32 and f16}}
  %y = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 2 : tensor<1x4x8x8xf32>, tensor<6x2x3x3xf16>
  return
}

// -----

func.func @f(%x: tensor<1x4x8x8xi1>, %w: tensor<6x2x3x3xi1>) {
  // expected-error @+1 {{[TC-0212] C5: does not take i1}}
  %y = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 2 : tensor<1x4x8x8xi1>, tensor<6x2x3x3xi1>
  return
}

// -----

func.func @f(%x: tensor<1x4x8x8xf32>, %w: tensor<6x2x9x11xf32>) {
  // expected-error @+1 {{[TC-0212] C6: size 3 of the result would be -2}}
  %y = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 2 : tensor<1x4x8x8xf32>, tensor<6x2x9x11xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xbf16>, %w: tensor<6x4x3xbf16>) {
  // expected-error @+1 {{[TC-0212] C7: products of bf16 do not add up to i64}}
  %y = prim.convolution %x, %w strides [1] pad [0], [0] dilation [1], [1] groups 1 {prim.out = i64} : tensor<1x4x8xbf16>, tensor<6x4x3xbf16>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xbf16>, %w: tensor<6x4x3xbf16>) {
  // expected-error @+1 {{[TC-0212] C7: products of bf16 do not add up to}}
  %y = prim.convolution %x, %w strides [1] pad [0], [0] dilation [1], [1] groups 1 {prim.out = "f32"} : tensor<1x4x8xbf16>, tensor<6x4x3xbf16>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{[TC-0213] C1: a window of 2 dimensions in a tensor of rank 1}}
  %y, %i = prim.max_pool %x window [1, 1] strides [1, 1] pad [0, 0] dilation [1, 1] : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{[TC-0213] C1: 'strides' has 1 numbers for 2 window dimensions}}
  %y, %i = prim.max_pool %x window [1, 1] strides [1] pad [0, 0] dilation [1, 1] : tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{[TC-0213] C2: 'padding' has -1; the least is 0}}
  %y, %i = prim.max_pool %x window [2, 2] strides [1, 1] pad [-1, 0] dilation [1, 1] : tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{[TC-0213] C3: padding 2 is more than half of the window of 3}}
  %y, %i = prim.max_pool %x window [2, 3] strides [1, 1] pad [0, 2] dilation [1, 1] : tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xcomplex<f32>>) {
  // expected-error @+1 {{[TC-0213] C4: complex numbers have no order}}
  %y, %i = prim.max_pool %x window [2, 3] strides [1, 1] pad [0, 0] dilation [1, 1] : tensor<4x4xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{[TC-0213] C5: size 1 of the result would be -1}}
  %y, %i = prim.max_pool %x window [2, 6] strides [1, 1] pad [0, 0] dilation [1, 1] : tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xi32>, %b: tensor<3x4xi32>) {
  // expected-error @+1 {{[TC-0211] C7: 'prim.tf32' is for products of floats whose order is free}}
  %y = prim.dot_general %a, %b batch [], [] contract [1], [0] {prim.tf32} : tensor<2x3xi32>, tensor<3x4xi32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error @+1 {{[TC-0211] C7: 'prim.tf32' is for products of floats whose order is free}}
  %y = prim.dot_general %a, %b batch [], [] contract [1], [0] {ordered, prim.tf32} : tensor<2x3xf32>, tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<1x2x5xi32>, %w: tensor<3x2x3xi32>) {
  // expected-error @+1 {{[TC-0212] C8: 'prim.tf32' is for products of floats whose order is free}}
  %y = prim.convolution %x, %w strides [1] pad [0], [0] dilation [1], [1] groups 1 {prim.tf32} : tensor<1x2x5xi32>, tensor<3x2x3xi32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error @+1 {{[TC-0211] C8: 'prim.tf32_factors' lists operands, 0 and 1, of a product with 'prim.tf32'}}
  %y = prim.dot_general %a, %b batch [], [] contract [1], [0] {prim.tf32_factors = array<i64: 0>} : tensor<2x3xf32>, tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<1x2x5xf32>, %w: tensor<3x2x3xf32>) {
  // expected-error @+1 {{[TC-0212] C9: 'prim.tf32_factors' lists operands, 0 and 1, of a product with 'prim.tf32'}}
  %y = prim.convolution %x, %w strides [1] pad [0], [0] dilation [1], [1] groups 1 {prim.tf32, prim.tf32_factors = array<i64: 2>} : tensor<1x2x5xf32>, tensor<3x2x3xf32>
  return
}
