// RUN: tc-opt %s --tc-name-sizes --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error @+1 {{[TC-0293] sizes without names are in a function that is called: inline it first}}
func.func @called(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = prim.neg %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @caller(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @called(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// expected-error @+1 {{[TC-0293] sizes without names are in a function of several blocks}}
func.func @blocks(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = prim.neg %x : tensor<?xf32>
  cf.br ^bb1
^bb1:
  return %0 : tensor<?xf32>
}

// -----

fx.graph @control(%x: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>) {
  // expected-error @+1 {{[TC-0293] sizes without names are in the arguments of an inner block}}
  %0 = fx.cond %p(%x) : (tensor<i1>, tensor<?xf32>) -> tensor<?xf32> then {
  ^bb0(%a: tensor<?xf32>):
    fx.output %a : tensor<?xf32>
  } else {
  ^bb0(%a: tensor<?xf32>):
    fx.output %a : tensor<?xf32>
  }
  fx.output %0 : tensor<?xf32>
}
