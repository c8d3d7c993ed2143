// Calls whose arguments no rule takes say which, and why.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --tc-to-prim

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<2x4x8x16xf32>, %a1: tensor<3x4x8x16xf32>, %a2: tensor<3x4x8x16xf32>) -> tensor<2x4x8x16xf32> {
  // expected-error @+1 {{[TC-1103] aten.scaled_dot_product_attention.default: leading dimensions of query, key, value differ}}
  %y = fx.call "aten.scaled_dot_product_attention.default"(%a0, %a1, %a2, none, 0.0, false) : (tensor<2x4x8x16xf32>, tensor<3x4x8x16xf32>, tensor<3x4x8x16xf32>) -> tensor<2x4x8x16xf32>
  fx.output %y : tensor<2x4x8x16xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<2x5x8x16xf32>, %a1: tensor<2x2x8x16xf32>, %a2: tensor<2x2x8x16xf32>) -> tensor<2x5x8x16xf32> {
  // expected-error @+2 {{[TC-1102] aten.scaled_dot_product_attention.default: the heads of the query are no multiple of the key's}}
  // expected-error @+1 {{'prim.dot_general' op [TC-0211] C3: contracting sizes differ: 8 and 2}}
  %y = fx.call "aten.scaled_dot_product_attention.default"(%a0, %a1, %a2, none, 0.0, false, enable_gqa = true) : (tensor<2x5x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>) -> tensor<2x5x8x16xf32>
  fx.output %y : tensor<2x5x8x16xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+3 {{[TC-1102] aten.convolution.default: argument 'weight' must have spatial dimensions}}
  // expected-error @+2 {{[TC-1102] aten.convolution.default: argument 'stride' must be a list of the right length}}
  // expected-error @+1 {{[TC-1102] aten.convolution.default: argument 'dilation' must be a list of the right length}}
  %y = fx.call "aten.convolution.default"(%a0, %a1, none, [1, 1], [0, 0], [1, 1], false, [0, 0], 1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  fx.output %y : tensor<4x8xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main() -> tensor<10xi64> {
  // expected-error @+1 {{[TC-1102] aten.arange.start_step: argument 'step' must not be 0}}
  %y = fx.call "aten.arange.start_step"(0, 10, 0) : () -> tensor<10xi64>
  fx.output %y : tensor<10xi64>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{[TC-1102] aten.triu.default: argument 'self' must be a matrix}}
  %y = fx.call "aten.triu.default"(%a0) : (tensor<8xf32>) -> tensor<8xf32>
  fx.output %y : tensor<8xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<8xf32>, %a1: tensor<8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{[TC-1102] aten.cdist.default: the operands must be matrices}}
  %y = fx.call "aten.cdist.default"(%a0, %a1, 2.0, none) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
  fx.output %y : tensor<8x8xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<8xf32>, %a1: tensor<8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{[TC-1102] aten._cdist_forward.default: the operands must be matrices}}
  %y = fx.call "aten._cdist_forward.default"(%a0, %a1, 2.0, none) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
  fx.output %y : tensor<8x8xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<3x4x5xf32>, %a1: tensor<4x5xf32>) -> tensor<3x5xf32> {
  // expected-error @+1 {{[TC-1102] aten.einsum.default: operand 0 has another rank than its term}}
  %y = fx.call "aten.einsum.default"("ij,jk->ik", [%a0, %a1]) : (tensor<3x4x5xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  fx.output %y : tensor<3x5xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<3x4xf32>, %a1: tensor<4x5xf32>) -> tensor<3x5xf32> {
  // expected-error @+1 {{[TC-1102] aten.einsum.default: the result has the letter 'z' that no operand has}}
  %y = fx.call "aten.einsum.default"("ij,jk->iz", [%a0, %a1]) : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  fx.output %y : tensor<3x5xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<3x4xf32>, %a1: tensor<4x5xf32>) -> tensor<3x5xf32> {
  // expected-error @+1 {{[TC-1102] aten.einsum.default: argument 'equation' is none of as many terms as operands}}
  %y = fx.call "aten.einsum.default"("ij->ij", [%a0, %a1]) : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  fx.output %y : tensor<3x5xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<4x4xf32>, %a1: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @+1 {{[TC-1102] aten.gather.default: argument 'index' must have the rank of 'self'}}
  %y = fx.call "aten.gather.default"(%a0, 0, %a1) : (tensor<4x4xf32>, tensor<4xi64>) -> tensor<4xf32>
  fx.output %y : tensor<4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<4x4xf32>, %a1: tensor<4xi64>, %a2: tensor<4xi64>, %a3: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @+1 {{[TC-1102] aten.index.Tensor: more indices than dimensions}}
  %y = fx.call "aten.index.Tensor"(%a0, [%a1, %a2, %a3]) : (tensor<4x4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) -> tensor<4xf32>
  fx.output %y : tensor<4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<4x4xf32>, %a1: tensor<3xi64>, %a2: tensor<2xi64>) -> tensor<3xf32> {
  // expected-error @+1 {{[TC-1103] aten.index.Tensor: indices do not broadcast}}
  %y = fx.call "aten.index.Tensor"(%a0, [%a1, %a2]) : (tensor<4x4xf32>, tensor<3xi64>, tensor<2xi64>) -> tensor<3xf32>
  fx.output %y : tensor<3xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<2x3x4xf32>, %a1: tensor<5x4x3xf32>) -> tensor<2x3x3xf32> {
  // expected-error @+1 {{[TC-1103] aten.matmul.default: batch dimensions do not broadcast}}
  %y = fx.call "aten.matmul.default"(%a0, %a1) : (tensor<2x3x4xf32>, tensor<5x4x3xf32>) -> tensor<2x3x3xf32>
  fx.output %y : tensor<2x3x3xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<f32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{[TC-1102] aten.matmul.default: operands must have a dimension}}
  %y = fx.call "aten.matmul.default"(%a0, %a1) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  fx.output %y : tensor<4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<3x4xf32>) -> tensor<3x4xf32> {
  // expected-error @+1 {{[TC-1102] aten.layer_norm.default: argument 'normalized_shape' has more dimensions than the input}}
  %y = fx.call "aten.layer_norm.default"(%a0, [2, 3, 4]) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  fx.output %y : tensor<3x4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<1x1x8x8xf32>) -> tensor<1x1x4x4xf32> {
  // expected-error @+1 {{[TC-1102] aten.max_pool2d.default: window, stride and dilation must be positive}}
  %y = fx.call "aten.max_pool2d.default"(%a0, [2, 2], [0, 0]) : (tensor<1x1x8x8xf32>) -> tensor<1x1x4x4xf32>
  fx.output %y : tensor<1x1x4x4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<1x1x8x8xf32>) -> tensor<1x1x4x4xf32> {
  // expected-error @+1 {{[TC-1102] aten.avg_pool2d.default: window, stride and dilation must be positive}}
  %y = fx.call "aten.avg_pool2d.default"(%a0, [2, 2], [-1, -1]) : (tensor<1x1x8x8xf32>) -> tensor<1x1x4x4xf32>
  fx.output %y : tensor<1x1x4x4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{[TC-1102] aten.max_pool2d.default: the input has fewer dimensions than the window}}
  %y = fx.call "aten.max_pool2d.default"(%a0, [2, 2]) : (tensor<8xf32>) -> tensor<4xf32>
  fx.output %y : tensor<4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<1x1x8x8xf32>) -> tensor<1x1x4x4xf32> {
  // expected-error @+1 {{[TC-1102] aten.max_pool2d.default: argument 'kernel_size' must be a list of the right length}}
  %y = fx.call "aten.max_pool2d.default"(%a0, [2, 2, 2]) : (tensor<1x1x8x8xf32>) -> tensor<1x1x4x4xf32>
  fx.output %y : tensor<1x1x4x4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<1x1x8x8xf32>) -> tensor<1x1x0x0xf32> {
  // expected-error @+2 {{[TC-4102] aten.adaptive_avg_pool2d.default: an adaptive pool to a size that is not a positive constant is not implemented; decompose it before capture}}
  // expected-error @+1 {{[TC-1101] aten.adaptive_avg_pool2d.default: result 0: a size differs from what was captured; the capture is of another PyTorch version, or this is a mistake in the rule}}
  %y = fx.call "aten.adaptive_avg_pool2d.default"(%a0, [0, 0]) : (tensor<1x1x8x8xf32>) -> tensor<1x1x0x0xf32>
  fx.output %y : tensor<1x1x0x0xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<3x4xf32>) -> tensor<6x4xf32> {
  // expected-error @+1 {{[TC-1102] aten.repeat.default: argument 'repeats' must name every dimension}}
  %y = fx.call "aten.repeat.default"(%a0, [2]) : (tensor<3x4xf32>) -> tensor<6x4xf32>
  fx.output %y : tensor<6x4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<3x4xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{[TC-1102] aten.rot90.default: argument 'dims' must be two dimensions}}
  %y = fx.call "aten.rot90.default"(%a0, 1, [0]) : (tensor<3x4xf32>) -> tensor<4x3xf32>
  fx.output %y : tensor<4x3xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{[TC-1102] aten.pixel_shuffle.default: argument 'self' must have channels, height and width}}
  %y = fx.call "aten.pixel_shuffle.default"(%a0, 2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  fx.output %y : tensor<4x4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<4x4xf32>, %a1: tensor<4xi64>, %a2: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{[TC-1102] aten.scatter.src: argument 'index' must have the rank of 'self'}}
  %y = fx.call "aten.scatter.src"(%a0, 0, %a1, %a2) : (tensor<4x4xf32>, tensor<4xi64>, tensor<4xf32>) -> tensor<4x4xf32>
  fx.output %y : tensor<4x4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<2x3x3xf32>, %a1: tensor<4x3x3xf32>) -> tensor<2x3x3xf32> {
  // expected-error @+1 {{[TC-1103] aten.linalg_solve_triangular.default: leading dimensions of the matrices differ}}
  %y = fx.call "aten.linalg_solve_triangular.default"(%a0, %a1, upper = true) : (tensor<2x3x3xf32>, tensor<4x3x3xf32>) -> tensor<2x3x3xf32>
  fx.output %y : tensor<2x3x3xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  // expected-error @+1 {{[TC-1102] aten.flatten.using_ints: argument 'end_dim' comes before 'start_dim'}}
  %y = fx.call "aten.flatten.using_ints"(%a0, 2, 1) : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  fx.output %y : tensor<3x4x5xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<4xf32>) -> tensor<4xf64> {
  // expected-error @+1 {{[TC-4102] aten.view.dtype: a view of another width is not implemented; decompose it before capture}}
  %y = fx.call "aten.view.dtype"(%a0, f64) : (tensor<4xf32>) -> tensor<4xf64>
  fx.output %y : tensor<4xf64>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<3xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{[TC-1103] aten.add.Tensor: operands of different sizes do not broadcast}}
  %y = fx.call "aten.add.Tensor"(%a0, %a1) : (tensor<3xf32>, tensor<4xf32>) -> tensor<4xf32>
  fx.output %y : tensor<4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<1x1x8x8xf32>) -> tensor<1x4x49xf32> {
  // expected-error @+1 {{[TC-1102] aten.im2col.default: window, stride and dilation must be positive}}
  %y = fx.call "aten.im2col.default"(%a0, [2, 2], [1, 1], [0, 0], [0, 0]) : (tensor<1x1x8x8xf32>) -> tensor<1x4x49xf32>
  fx.output %y : tensor<1x4x49xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<8xf32>) -> tensor<4x49xf32> {
  // expected-error @+1 {{[TC-1102] aten.im2col.default: the input has rank 1}}
  %y = fx.call "aten.im2col.default"(%a0, [2, 2], [1, 1], [0, 0], [1, 1]) : (tensor<8xf32>) -> tensor<4x49xf32>
  fx.output %y : tensor<4x49xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<8xf32>) -> tensor<9xf32> {
  // expected-error @+2 {{[TC-1102] aten.constant_pad_nd.default: argument 'pad' must have two numbers a dimension}}
  // expected-error @+1 {{[TC-1101] aten.constant_pad_nd.default: result 0: a size differs from what was captured; the capture is of another PyTorch version, or this is a mistake in the rule}}
  %y = fx.call "aten.constant_pad_nd.default"(%a0, [1]) : (tensor<8xf32>) -> tensor<9xf32>
  fx.output %y : tensor<9xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{[TC-1102] aten.slice.Tensor: argument 'step' must be positive}}
  %y = fx.call "aten.slice.Tensor"(%a0, 0, 0, 4, 0) : (tensor<8xf32>) -> tensor<4xf32>
  fx.output %y : tensor<4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<1x1x8xf32>, %a1: tensor<1x8x1xf32>) -> tensor<1x1x8xf32> {
  // expected-error @+1 {{[TC-4102] aten.grid_sampler.default: a grid of other than two or three dimensions is not implemented; decompose it before capture}}
  %y = fx.call "aten.grid_sampler.default"(%a0, %a1, 0, 0, false) : (tensor<1x1x8xf32>, tensor<1x8x1xf32>) -> tensor<1x1x8xf32>
  fx.output %y : tensor<1x1x8xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{[TC-4102] aten.polygamma.default: a derivative of digamma beyond the 12th is not implemented; decompose it before capture}}
  %y = fx.call "aten.polygamma.default"(13, %a0) : (tensor<8xf32>) -> tensor<8xf32>
  fx.output %y : tensor<8xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%a0: tensor<5x2x4xf32>, %a1: tensor<1x2x3xf32>, %a2: tensor<12x4xf32>) -> tensor<5x2x3xf32> {
  // expected-error @+1 {{[TC-1102] aten.lstm.input: argument 'hx' must hold the states}}
  %y:3 = fx.call "aten.lstm.input"(%a0, [%a1], [%a2], false, 1, 0.0, false, false, false) : (tensor<5x2x4xf32>, tensor<1x2x3xf32>, tensor<12x4xf32>) -> (tensor<5x2x3xf32>, tensor<1x2x3xf32>, tensor<1x2x3xf32>)
  fx.output %y#0 : tensor<5x2x3xf32>
}
}

// -----

// One error, however many weights are missing.
!x = tensor<3x1x4xf32>
!h = tensor<1x1x2xf32>
fx.graph @few(%x: !x, %h: !h, %w: tensor<6x4xf32>) -> (tensor<3x1x2xf32>, !h) {
  // expected-error @below {{[TC-1102] aten.gru.input: argument 'params' has 1 weights; it must have 4}}
  %0:2 = fx.call "aten.gru.input"(%x, %h, [%w], true, 1, 0.0, false, false, false) : (!x, !h, tensor<6x4xf32>) -> (tensor<3x1x2xf32>, !h)
  fx.output %0#0, %0#1 : tensor<3x1x2xf32>, !h
}

// -----

fx.graph @uneven_groups(%x: tensor<2x10x4x4xf32>) -> tensor<2x10x4x4xf32> {
  // expected-error @+1 {{[TC-1102] aten.group_norm.default: 4 groups of 10 channels: they must have as many each}}
  %0 = fx.call "aten.group_norm.default"(%x, 4) : (tensor<2x10x4x4xf32>) -> tensor<2x10x4x4xf32>
  fx.output %0 : tensor<2x10x4x4xf32>
}
