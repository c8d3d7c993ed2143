// RUN: tc-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{[TC-0262] C1: 'cond' is no function}}
  %y = loop.while @cond @body @body(%x : tensor<4xf32>) -> (tensor<4xf32>)
  return %y : tensor<4xf32>
}
func.func private @body(%x: tensor<4xf32>) -> tensor<4xf32>

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{[TC-0262] C2: 'body' is of type (tensor<4xf32>) -> tensor<5xf32>, which does not fit the operands and results}}
  %y = loop.while @cond @body @copy(%x : tensor<4xf32>) -> (tensor<4xf32>)
  return %y : tensor<4xf32>
}
func.func private @cond(%x: tensor<4xf32>) -> tensor<i1>
func.func private @body(%x: tensor<4xf32>) -> tensor<5xf32>
func.func private @copy(%x: tensor<4xf32>) -> tensor<4xf32>
