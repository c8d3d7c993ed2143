// RUN: tc-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{[TC-0102] #tc.dims names 1 sizes, the tensor has 2 dimensions}}
func.func private @rank(tensor<?x4xf32, #tc.dims<[b]>>)

// -----

// expected-error @+1 {{[TC-0103] dimension 1 is 4, its size in #tc.dims is 5}}
func.func private @extent(tensor<?x4xf32, #tc.dims<[b, 5]>>)

// -----

// expected-error @+1 {{[TC-0103] dimension 0 is '?', its size in #tc.dims is 4}}
func.func private @constant(tensor<?x?xf32, #tc.dims<[2 + 2, b]>>)

// -----

// expected-error @+1 {{[TC-0103] dimension 0 is 4, its size in #tc.dims is b}}
func.func private @symbol(tensor<4x?xf32, #tc.dims<[b, b]>>)

// -----

// expected-error @+1 {{[TC-0104] all dimensions are constant}}
func.func private @static(tensor<4xf32, #tc.dims<[4]>>)

// -----

// expected-error @+1 {{[TC-1001]}}
func.func private @syntax() attributes {a = #tc.size<2 *>}

// -----

// expected-error @+1 {{[TC-1001]}}
func.func private @empty() attributes {a = #tc.size<>}

// -----

// expected-error @+1 {{[TC-1002]}}
func.func private @zero() attributes {a = #tc.size<floordiv(s, 0)>}

// -----

// expected-error @+1 {{[TC-3001]}}
func.func private @overflow() attributes {a = #tc.size<9223372036854775807 * 2>}

// -----

// expected-error @+1 {{[TC-1001]}}
func.func private @two_words() attributes {a = #tc.size<floordiv(a b, 2)>}

// -----

// expected-error @+1 {{expected '>'}}
func.func private @trailing() attributes {a = #tc.size<a b>}

// -----

// expected-error @+1 {{[TC-0105] unknown layout field 'stride'}}
func.func private @field() attributes {a = #tc.layout<stride = [1]>}

// -----

// expected-error @+1 {{[TC-0106]}}
func.func private @both() attributes {a = #tc.layout<order = [0], strides = [1]>}

// -----

// expected-error @+1 {{[TC-0106] an offset needs strides}}
func.func private @offset() attributes {a = #tc.layout<offset = 3>}

// -----

// expected-error @+1 {{[TC-0107] the order is no permutation of the dimensions 0 to 2}}
func.func private @order() attributes {a = #tc.layout<order = [0, 2, 2]>}

// -----

// expected-error @+1 {{unknown attribute `nonsense` in dialect `tc`}}
func.func private @unknown() attributes {a = #tc.nonsense<1>}
