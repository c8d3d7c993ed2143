// What a captured graph does that has no form without memory, or none at all,
// says why.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --tc-to-prim

!x = tensor<4x4xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: !x) -> !x {
  %v = fx.call "aten.unfold.default"(%x, 0, 2, 1) : (!x) -> tensor<3x4x2xf32>
  // expected-error @below {{[TC-4112] aten.add_.Tensor: writes through a view that tc cannot write back (unfold and the like); clone it before}}
  %w = fx.call "aten.add_.Tensor"(%v, 1) : (tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  fx.output %x : !x
}
}

// -----

!x = tensor<4x4xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: !x) -> !x {
  %v = fx.call "aten.expand.default"(%x, [3, 4, 4]) : (!x) -> tensor<3x4x4xf32>
  // expected-error @below {{[TC-1111] aten.add_.Tensor: writes to an expanded tensor, whose elements are one in memory; clone it before}}
  %w = fx.call "aten.add_.Tensor"(%v, 1) : (tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  fx.output %x : !x
}
}

// -----

!x = tensor<4x4xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: !x) -> !x {
  // expected-error @below {{[TC-4113] aten.resize_.default: writes to its arguments and has no functional form; decompose it before capture}}
  %w = fx.call "aten.resize_.default"(%x, [2, 2]) : (!x) -> tensor<2x2xf32>
  fx.output %x : !x
}
}

// -----

!x = tensor<4x4xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%p: tensor<i1>, %x: !x) -> !x {
  %y = fx.cond %p(%x) : (tensor<i1>, !x) -> !x then {
  ^bb0(%a: !x):
    // expected-error @below {{[TC-4114] aten.add_.Tensor: writes to a value from outside its region; return the new value instead}}
    %w = fx.call "aten.add_.Tensor"(%a, 1) : (!x) -> !x
    fx.output %w : !x
  } else {
  ^bb0(%a: !x):
    fx.output %a : !x
  }
  fx.output %y : !x
}
}

// -----

!x = tensor<4x4xf32>
module attributes {tc.version = "0.1"} {
// expected-error @below {{[TC-4101] ops without a decomposition, with how often they are called: aten.linalg_solve.default (2), aten.nothing.default (1); decompose them before capture (run_decompositions), or add a rule in passes/decompose}}
fx.graph @main(%x: !x) -> !x {
  %0 = fx.call "aten.linalg_solve.default"(%x, %x) : (!x, !x) -> !x
  %1 = fx.call "aten.nothing.default"(%0) : (!x) -> !x
  %2 = fx.call "aten.linalg_solve.default"(%1, %x) : (!x, !x) -> !x
  fx.output %2 : !x
}
}

// -----

// Whether this is a view depends on s.
!x = tensor<4x4xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: !x {tc.layout = #tc.layout<strides = [s, 1]>}, %z: tensor<?xf32, #tc.dims<[s]>>) -> !x {
  %v = fx.call "aten.reshape.default"(%x, [16]) : (!x) -> tensor<16xf32>
  // expected-error @below {{[TC-4111] aten.add_.Tensor: writes to what may be a view or a copy of another value: the layout decides, and tc does not know it; use view or clone instead of reshape, contiguous or to}}
  %w = fx.call "aten.add_.Tensor"(%v, 1) : (tensor<16xf32>) -> tensor<16xf32>
  fx.output %x : !x
}
}

// -----

!x = tensor<4x4xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: !x {tc.layout = #tc.layout<strides = [8, 1]>}) -> tensor<16xf32> {
  // expected-error @below {{[TC-4115] aten.as_strided.default: the layout in memory of what it views is not known to be dense from its start; clone it before}}
  %v = fx.call "aten.as_strided.default"(%x, [16], [1], 0) : (!x) -> tensor<16xf32>
  fx.output %v : tensor<16xf32>
}
}

// -----

!x = tensor<4x4xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: !x {tc.may_overlap = [1]}, %z: !x) -> !x {
  // expected-error @below {{[TC-1113] aten.add_.Tensor: writes to an argument that may overlap another, which is used afterwards; say how they lie (tc.storage, tc.layout), or clone one}}
  %w = fx.call "aten.add_.Tensor"(%x, 1) : (!x) -> !x
  fx.output %z : !x
}
}

// -----

module attributes {tc.version = "0.1"} {
fx.graph @main(%xs: tensor<5x2x4xf32>) -> tensor<5x2x4xf32> {
  // expected-error @below {{[TC-4104] fx.map: random numbers in the body of a loop are not supported; draw them before it}}
  %y = fx.map over (%xs) with () : (tensor<5x2x4xf32>) -> tensor<5x2x4xf32> {
  ^bb0(%x: tensor<2x4xf32>):
    %r = fx.call "aten.rand_like.default"(%x) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    fx.output %r : tensor<2x4xf32>
  }
  fx.output %y : tensor<5x2x4xf32>
}
}

// -----

module attributes {tc.version = "0.1"} {
prim.weight @w : tensor<4xf32> {init = {kind = "constant", value = 1.0}}
fx.graph @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = fx.get_attr @w : tensor<4xf32>
  // expected-error @below {{[TC-1112] aten.add_.Tensor: writes to a weight that is not declared `mutated`}}
  %0 = fx.call "aten.add_.Tensor"(%w, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  fx.output %0 : tensor<4xf32>
}
}
