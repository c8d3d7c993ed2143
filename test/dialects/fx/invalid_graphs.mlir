// Graphs, calls, and control flow of fx.
// RUN: tc-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{[TC-0280] C1: arguments of the body: 0, not 1}}
"fx.graph"() <{sym_name = "g", function_type = (tensor<2xf32>) -> ()}> ({
  fx.output
}) : () -> ()

// -----

// expected-error @+1 {{[TC-0280] C2: values put out for the results: 0, not 1}}
fx.graph @g(%x: tensor<2xf32>) -> (tensor<2xf32>) {
  fx.output
}

// -----

// expected-error @+1 {{[TC-0280] C2: a graph or region ends in fx.output}}
fx.graph @g(%x: tensor<2xf32>) {
  %w = fx.call "ns.op"(%x) : (tensor<2xf32>) -> tensor<2xf32>
}

// -----

// expected-error @+1 {{[TC-0280] C3: attributes for 2 of 1 arguments}}
"fx.graph"() <{sym_name = "g", function_type = (tensor<2xf32>) -> (), arg_attrs = [{}, {}]}> ({
^bb0(%x: tensor<2xf32>):
  fx.output
}) : () -> ()

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0281] C1: #fx.arg<1> with 1 operands}}
  %y = "fx.call"(%x) <{target = "ns.op", args = [#fx.arg<1>, #fx.arg<0>]}> : (tensor<2xf32>) -> tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0281] C2: operand 0 stands nowhere in the arguments}}
  %y = "fx.call"(%x) <{target = "ns.op", args = [1]}> : (tensor<2xf32>) -> tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0281] C3: @symbol is no argument of a call}}
  %y = "fx.call"(%x) <{target = "ns.op", args = [#fx.arg<0>, @symbol]}> : (tensor<2xf32>) -> tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0281] C3: lists are nested more than 16 deep}}
  %y = "fx.call"(%x) <{target = "ns.op", args = [#fx.arg<0>, [[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]}> : (tensor<2xf32>) -> tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0282] C1: aten.neg.default takes fewer arguments without a key}}
  %y = fx.call "aten.neg.default"(%x, 1) : (tensor<2xf32>) -> tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0282] C1: aten.neg.default has no argument 'out'}}
  %y = fx.call "aten.neg.default"(%x, out = 1) : (tensor<2xf32>) -> tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0282] C1: argument 'self' is given twice}}
  %y = fx.call "aten.neg.default"(%x, self = 1) : (tensor<2xf32>) -> tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0282] C1: argument 'other' of aten.add.Tensor is not given and has no default}}
  %y = fx.call "aten.add.Tensor"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0282] C2: argument 'dim' is [5.000000e-01], not int[1]?}}
  %y = fx.call "aten.sum.dim_IntList"(%x, [0.5]) : (tensor<2xf32>) -> tensor<f32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0282] C2: argument 'other' is none, not Tensor}}
  %y = fx.call "aten.add.Tensor"(%x, none) : (tensor<2xf32>) -> tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0282] C2: argument 'negative_slope' is #fx.arg<1>, not Scalar}}
  %y = fx.call "aten.leaky_relu.default"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0282] C2: argument 'approximate' is 1 : i64, not str}}
  %y = fx.call "aten.gelu.default"(%x, approximate = 1) : (tensor<2xf32>) -> tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0282] C2: argument 'tensors' is #fx.arg<0>, not Tensor[]}}
  %y = fx.call "aten.cat.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0282] C3: 2 results of aten.neg.default, which gives 1}}
  %y:2 = fx.call "aten.neg.default"(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0282] C3: 0 results of aten.sort.default, which gives 2}}
  fx.call "aten.sort.default"(%x) : (tensor<2xf32>) -> ()
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0282] C4: 'self' is written in place as tensor<2xf32>, and the result is tensor<2xf64>}}
  %y = fx.call "aten.add_.Tensor"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0283] C1: no prim.weight is called @nobody}}
  %w = fx.get_attr @nobody : tensor<2xf32>
  fx.output
}

// -----

prim.weight @w : tensor<3xf32>
fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0283] C1: @w is tensor<3xf32>, not tensor<2xf32>}}
  %w = fx.get_attr @w : tensor<2xf32>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0284] C1: 'gt' is no relation; eq, ne, lt, le}}
  fx.guard <b> "gt" <1>
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0285] C1: the predicate is tensor<2xf32>, not one i1}}
  %y = fx.cond %x(%x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> then {
  ^bb0(%a: tensor<2xf32>):
    fx.output %a : tensor<2xf32>
  } else {
  ^bb0(%a: tensor<2xf32>):
    fx.output %a : tensor<2xf32>
  }
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0285] C2: arguments of a region: 0, not 1}}
  %y = fx.cond %p(%x) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32> then {
    fx.output %x : tensor<2xf32>
  } else {
  ^bb0(%a: tensor<2xf32>):
    fx.output %a : tensor<2xf32>
  }
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0285] C3: values that a region puts out: 0, not 1}}
  %y = fx.cond %p(%x) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32> then {
  ^bb0(%a: tensor<2xf32>):
    fx.output %a : tensor<2xf32>
  } else {
  ^bb0(%a: tensor<2xf32>):
    fx.output
  }
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0285] C1: the condition puts out one i1}}
  %y = fx.while_loop (%x) with () : (tensor<2xf32>) -> tensor<2xf32> cond {
  ^bb0(%a: tensor<2xf32>):
    fx.output %a : tensor<2xf32>
  } do {
  ^bb0(%a: tensor<2xf32>):
    fx.output %a : tensor<2xf32>
  }
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0285] C4: results: 2, not 1}}
  %y:2 = fx.while_loop (%x) with () : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) cond {
  ^bb0(%a: tensor<2xf32>):
    fx.output %p : tensor<i1>
  } do {
  ^bb0(%a: tensor<2xf32>):
    fx.output %a : tensor<2xf32>
  }
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0285] C3: the body puts out 0 values and carries 1}}
  %y = fx.scan (%p) over (%x) with () : (tensor<i1>, tensor<2xf32>) -> tensor<i1> {
  ^bb0(%a: tensor<i1>, %b: tensor<f32>):
    fx.output
  }
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0285] C4: results: number 0 is tensor<f32>, not tensor<2xf32>}}
  %y = fx.map over (%x) with () : (tensor<2xf32>) -> tensor<f32> {
  ^bb0(%a: tensor<f32>):
    fx.output %a : tensor<f32>
  }
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0285] C5: there is nothing to go over}}
  fx.map over () with () : () -> () {
    fx.output
  }
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0285] C5: operand 0, tensor<i1>, has no leading dimension to go over}}
  fx.map over (%p) with () : (tensor<i1>) -> () {
    fx.output
  }
  fx.output
}

// -----

fx.graph @g(%x: tensor<2xf32>, %z: tensor<3xf32>) {
  // expected-error @+1 {{[TC-0285] C5: leading sizes differ: 2 and 3}}
  fx.map over (%x, %z) with () : (tensor<2xf32>, tensor<3xf32>) -> () {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    fx.output
  }
  fx.output
}
