// RUN: tc-opt %s --tc-verify-fx --split-input-file --verify-diagnostics --allow-unregistered-dialect

// All that is right: a size that depends on data is known after its op.
prim.weight @w : tensor<4xf32>
fx.graph @right(%x: tensor<?x4xf32, #tc.dims<[b, 4]>>) {
  fx.guard <1> "le" <b>
  %0 = fx.call "aten.nonzero.default"(%x) : (tensor<?x4xf32, #tc.dims<[b, 4]>>) -> tensor<?x2xi64, #tc.dims<[u0, 2]>>
  %1 = fx.call "aten.view.default"(%0, [#tc.size<2*u0>]) : (tensor<?x2xi64, #tc.dims<[u0, 2]>>) -> tensor<?xi64, #tc.dims<[2*u0]>>
  fx.output
}

// -----

fx.graph @left(%x: tensor<2xf32>) {
  // expected-error @+1 {{[TC-0290] C1: is not allowed at the level of fx; run the lowering of its dialect first}}
  %0 = prim.neg %x : tensor<2xf32>
  fx.output
}

// -----

// expected-error @+1 {{[TC-0290] C1: is not allowed at the level of fx; a captured module has graphs and weights}}
func.func @prims(%x: tensor<2xf32>) {
  %0 = prim.neg %x : tensor<2xf32>
  return
}

// -----

// expected-error @+1 {{[TC-0290] C2: a size has no name; run tc-name-sizes}}
fx.graph @foreign(%x: tensor<?xf32>) {
  fx.output
}

// -----

fx.graph @unknown(%x: tensor<4xf32>) {
  // expected-error @+1 {{[TC-0290] C3: size symbol s is not known here}}
  %0 = fx.call "aten.view.default"(%x, [#tc.size<s>, -1]) : (tensor<4xf32>) -> tensor<2x2xf32>
  fx.output
}

// -----

// New as a part of a size: one symbol, times a number, plus what is known.
fx.graph @solved(%x: tensor<?xf32, #tc.dims<[n]>>) {
  %0 = fx.call "aten.neg.default"(%x) : (tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[2*u0 + 1]>>
  %1 = fx.call "aten.neg.default"(%x) : (tensor<?xf32, #tc.dims<[n]>>) -> tensor<?x?xf32, #tc.dims<[u1, 3*u2 + u1*n]>>
  %2 = fx.call "aten.view.default"(%0, [#tc.size<u0 + u2>]) : (tensor<?xf32, #tc.dims<[2*u0 + 1]>>) -> tensor<?xf32, #tc.dims<[u0 + u2]>>
  fx.output
}

// -----

fx.graph @two(%x: tensor<?xf32, #tc.dims<[n]>>) {
  // expected-error @+1 {{[TC-0290] C3: size symbol u0 is not known here}}
  %0 = fx.call "aten.neg.default"(%x) : (tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[u0 + u1]>>
  fx.output
}

// -----

fx.graph @rounded(%x: tensor<?xf32, #tc.dims<[n]>>) {
  // expected-error @+1 {{[TC-0290] C3: size symbol u0 is not known here}}
  %0 = fx.call "aten.neg.default"(%x) : (tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[floordiv(u0, 2)]>>
  fx.output
}

// -----

fx.graph @scaled(%x: tensor<?xf32, #tc.dims<[n]>>) {
  // expected-error @+1 {{[TC-0290] C3: size symbol u0 is not known here}}
  %0 = fx.call "aten.neg.default"(%x) : (tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n*u0]>>
  fx.output
}
