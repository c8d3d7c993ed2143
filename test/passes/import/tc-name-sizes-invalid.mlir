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

func.func @control(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = prim.neg %x : tensor<?xf32>
  // expected-error @+1 {{[TC-0293] sizes without names are in the arguments of an inner block}}
  "foreign.loop"(%0) ({
  ^bb0(%a: tensor<?xf32>):
    %1 = prim.neg %a : tensor<?xf32>
    "foreign.yield"(%1) : (tensor<?xf32>) -> ()
  }) : (tensor<?xf32>) -> ()
  return %0 : tensor<?xf32>
}

// -----

func.func @nothing_says(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  // expected-error @+1 {{[TC-0293] sizes without names follow from nothing here: size 0 of the result; name them by #tc.dims}}
  %0 = prim.broadcast_in_dim %x [1] : tensor<?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @two_of_them(%x: tensor<?x6xf32>) -> tensor<?x?xf32> {
  // expected-error @+1 {{[TC-0293] sizes without names have to be equal here, and no symbol makes them so}}
  %0 = prim.reshape %x : tensor<?x6xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @iota(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{[TC-0293] sizes without names follow from nothing here: size 0 of the result}}
  %0 = prim.iota 0.0 : f32, 1.0 : f32 : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @grows(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  // expected-error @+1 {{[TC-0293] sizes without names may change from one iteration to the next ('carried')}}
  %0, %1 = prim.while (%x, %p) : (tensor<?xf32>, tensor<i1>) -> (tensor<?xf32>, tensor<i1>) cond {
  ^bb0(%c: tensor<?xf32>, %q: tensor<i1>):
    prim.yield %q : tensor<i1>
  } do {
  ^bb0(%c: tensor<?xf32>, %q: tensor<i1>):
    %2 = prim.cat %c, %c dim 0 : tensor<?xf32>, tensor<?xf32>
    %3 = prim.constant dense<false> : tensor<i1>
    prim.yield %2, %3 : tensor<?xf32>, tensor<i1>
  }
  return %0 : tensor<?xf32>
}
