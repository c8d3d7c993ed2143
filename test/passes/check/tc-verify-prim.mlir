// RUN: tc-opt %s --tc-verify-prim --split-input-file --verify-diagnostics --allow-unregistered-dialect

// All that is right.
prim.weight @w : tensor<4xf32>
func.func @right(%x: tensor<?x4xf32, #tc.dims<[2*b, 4]>>) -> tensor<?x?xf32, #tc.dims<[m, n]>> {
  %w = prim.get_weight @w : tensor<4xf32>
  %0 = prim.broadcast_in_dim %w [1] : tensor<4xf32> to tensor<?x4xf32, #tc.dims<[b, 4]>>
  %1 = prim.nonzero %0 : tensor<?x4xf32, #tc.dims<[b, 4]>> to tensor<?x2xi64, #tc.dims<[found, 2]>>
  %2 = prim.slice %1 <[min(found, b), 0]> step [1, 1] : tensor<?x2xi64, #tc.dims<[found, 2]>> to tensor<?x2xi64, #tc.dims<[found - min(found, b), 2]>>
  %3 = prim.cast_sizes %x : tensor<?x4xf32, #tc.dims<[2*b, 4]>> to tensor<?x?xf32, #tc.dims<[m, n]>>
  %4 = prim.neg %3 : tensor<?x?xf32, #tc.dims<[m, n]>>
  return %4 : tensor<?x?xf32, #tc.dims<[m, n]>>
}
func.func @carried(%x: tensor<3xf32>, %limit: tensor<i64>) -> tensor<?xf32, #tc.dims<[last]>> {
  %r = prim.while (%x) carried ["n"] : (tensor<3xf32>) -> tensor<?xf32, #tc.dims<[last]>> cond {
  ^bb0(%c: tensor<?xf32, #tc.dims<[n]>>):
    %0 = prim.size <n> : tensor<i64>
    %1 = prim.lt %0, %limit : tensor<i64>
    prim.yield %1 : tensor<i1>
  } do {
  ^bb0(%c: tensor<?xf32, #tc.dims<[n]>>):
    %0 = prim.cat %c, %c dim 0 : tensor<?xf32, #tc.dims<[n]>>, tensor<?xf32, #tc.dims<[n]>>
    prim.yield %0 : tensor<?xf32, #tc.dims<[2*n]>>
  }
  return %r : tensor<?xf32, #tc.dims<[last]>>
}
// Foreign functions are left alone.
func.func @foreign(%x: tensor<?xf32>) -> f32 {
  %0 = "foreign.sum"(%x) : (tensor<?xf32>) -> f32
  return %0 : f32
}

// -----

func.func @left(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = prim.neg %x : tensor<2xf32>
  // expected-error @+1 {{[TC-0291] C1: is not allowed at the level of prim; run the lowering of its dialect first}}
  %1 = "foreign.op"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// expected-error @+1 {{[TC-0291] C1: is not allowed at the level of prim; run fx-to-prim before this, and prim-to-loop after it}}
fx.graph @graph(%x: tensor<2xf32>) {
  fx.output
}

// -----

// expected-error @+1 {{[TC-0291] C2: a size has no name; run tc-name-sizes}}
func.func @foreign_size(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{[TC-0291] C2: a size has no name; run tc-name-sizes}}
  %0 = prim.neg %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// expected-error @+1 {{[TC-0291] C2: a value is no tensor; a scalar is a tensor of rank 0}}
func.func @scalar(%x: f32) {
  // expected-error @+1 {{[TC-0291] C2: a value is no tensor; a scalar is a tensor of rank 0}}
  %0 = prim.neg %x : f32
  return
}

// -----

func.func @unknown_type(%x: tensor<f32>) -> tensor<?xf32, #tc.dims<[s]>> {
  // expected-error @+1 {{[TC-0291] C3: size symbol s is not known here: no argument has it and no op before defines it}}
  %0 = prim.broadcast_in_dim %x [] : tensor<f32> to tensor<?xf32, #tc.dims<[s]>>
  return %0 : tensor<?xf32, #tc.dims<[s]>>
}

// -----

func.func @unknown_attribute(%x: tensor<4xf32>) {
  // expected-error @+1 {{[TC-0291] C3: size symbol s is not known here}}
  %0 = prim.slice %x <[s]> step [1] : tensor<4xf32> to tensor<2xf32>
  return
}

// -----

// A carried symbol is known in the regions of its loop alone.
func.func @carried_out(%x: tensor<2xf32>, %p: tensor<i1>) {
  %r = prim.while (%x) carried ["n"] : (tensor<2xf32>) -> tensor<?xf32, #tc.dims<[last]>> cond {
  ^bb0(%c: tensor<?xf32, #tc.dims<[n]>>):
    prim.yield %p : tensor<i1>
  } do {
  ^bb0(%c: tensor<?xf32, #tc.dims<[n]>>):
    prim.yield %c : tensor<?xf32, #tc.dims<[n]>>
  }
  // expected-error @+1 {{[TC-0291] C3: size symbol n is not known here}}
  %0 = prim.size <n> : tensor<i64>
  return
}
