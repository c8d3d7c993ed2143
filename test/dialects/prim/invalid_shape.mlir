// Prims that move elements.
// RUN: tc-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0221] C1: 1 entries in dims for 2 dimensions of the operand}}
  %y = prim.broadcast_in_dim %x [0] : tensor<2x3xf32> to tensor<2x3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0221] C2: there is no dimension 3 in a tensor of rank 3}}
  %y = prim.broadcast_in_dim %x [0, 3] : tensor<2x3xf32> to tensor<2x3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0221] C2: dims do not increase; put prim.transpose before}}
  %y = prim.broadcast_in_dim %x [1, 0] : tensor<2x3xf32> to tensor<3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0221] C3: sizes of operand and result differ: 3 and 4}}
  %y = prim.broadcast_in_dim %x [0, 1] : tensor<2x3xf32> to tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<?xf32, #tc.dims<[b]>>) {
  // expected-error @+1 {{[TC-0221] C3: sizes of operand and result differ: b and s; if they are known to be equal, say so by prim.cast_sizes}}
  %y = prim.broadcast_in_dim %x [0] : tensor<?xf32, #tc.dims<[b]>> to tensor<?xf32, #tc.dims<[s]>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0221] C4: element types differ: f32 and f64}}
  %y = prim.broadcast_in_dim %x [0, 1] : tensor<2x3xf32> to tensor<2x3xf64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0222] C1: element types differ}}
  %y = prim.reshape %x : tensor<2x3xf32> to tensor<6xf64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0222] C2: numbers of elements differ: 6 and 5}}
  %y = prim.reshape %x : tensor<2x3xf32> to tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0223] C1: dimension 0 is named twice}}
  %y = prim.transpose %x [0, 0] : tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0223] C1: the permutation has 1 entries for 2 dimensions}}
  %y = prim.transpose %x [0] : tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0224] C1: there is no dimension 2 in a tensor of rank 2}}
  %y = prim.rev %x [2] : tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0225] C1: 'starts' has 1 sizes for 2 dimensions}}
  %y = prim.slice %x <[0]> step [1, 1] : tensor<2x3xf32> to tensor<1x1xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0225] C1: 'steps' has 1 dimensions, not 2}}
  %y = prim.slice %x <[0, 0]> step [1] : tensor<2x3xf32> to tensor<1x1xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0225] C2: step 0; the least is 1: put prim.rev before}}
  %y = prim.slice %x <[0, 0]> step [1, 0] : tensor<2x3xf32> to tensor<1x1xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0225] C3: the result has 1 dimensions, not 2}}
  %y = prim.slice %x <[0, 0]> step [1, 1] : tensor<2x3xf32> to tensor<1xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0225] C4: elements 1 to 3 of dimension 1, which has 3}}
  %y = prim.slice %x <[0, 1]> step [1, 1] : tensor<2x3xf32> to tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0225] C4: elements -1 to 0 of dimension 0, which has 2}}
  %y = prim.slice %x <[-1, 0]> step [1, 1] : tensor<2x3xf32> to tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<?xf32, #tc.dims<[s]>>) {
  // expected-error @+1 {{[TC-0225] C4: elements 1 to s + 1 of dimension 0, which has s}}
  %y = prim.slice %x <[1]> step [1] : tensor<?xf32, #tc.dims<[s]>> to tensor<?xf32, #tc.dims<[s + 1]>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<1xf32>) {
  // expected-error @+1 {{[TC-0226] C1: the padding value has 1 dimensions, not 0}}
  %y = prim.pad %x, %v low <[0, 0]> high <[0, 0]> interior [0, 0] : tensor<2x3xf32>, tensor<1xf32> to tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<f64>) {
  // expected-error @+1 {{[TC-0226] C1: element types differ: f32 and f64}}
  %y = prim.pad %x, %v low <[0, 0]> high <[0, 0]> interior [0, 0] : tensor<2x3xf32>, tensor<f64> to tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{[TC-0226] C2: 'low' has 1 sizes for 2 dimensions}}
  %y = prim.pad %x, %v low <[0]> high <[0, 0]> interior [0, 0] : tensor<2x3xf32>, tensor<f32> to tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{[TC-0226] C2: 'interior' has 1 dimensions, not 2}}
  %y = prim.pad %x, %v low <[0, 0]> high <[0, 0]> interior [0] : tensor<2x3xf32>, tensor<f32> to tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{[TC-0226] C3: interior padding -1; crop by prim.slice}}
  %y = prim.pad %x, %v low <[0, 0]> high <[0, 0]> interior [0, -1] : tensor<2x3xf32>, tensor<f32> to tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{[TC-0226] C4: sizes of the result and of what is padded differ: 5 and 6}}
  %y = prim.pad %x, %v low <[1, 1]> high <[0, 0]> interior [0, 1] : tensor<2x3xf32>, tensor<f32> to tensor<3x5xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+2 {{[TC-0227] C1: joins nothing}}
  // expected-error @+1 {{failed to infer returned types}}
  %y = "prim.cat"() {dim = 0} : () -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{[TC-0227] C1: there is no dimension 2 in a tensor of rank 2}}
  %y = prim.cat %x dim 2 : tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %z: tensor<2xf32>) {
  // expected-error @+1 {{[TC-0227] C2: an operand has 1 dimensions, not 2}}
  %y = prim.cat %x, %z dim 0 : tensor<2x3xf32>, tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %z: tensor<2x3xf64>) {
  // expected-error @+1 {{[TC-0227] C2: element types differ}}
  %y = prim.cat %x, %z dim 0 : tensor<2x3xf32>, tensor<2x3xf64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %z: tensor<2x4xf32>) {
  // expected-error @+1 {{[TC-0227] C3: sizes that are not joined differ: 3 and 4}}
  %y = prim.cat %x, %z dim 0 : tensor<2x3xf32>, tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{[TC-0228] C1: 1 starts for 2 dimensions}}
  %y = prim.dynamic_slice %x[%i] : (tensor<2x3xf32>, tensor<i64>) -> tensor<1x1xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<1xi64>) {
  // expected-error @+1 {{[TC-0228] C1: a start is tensor<1xi64>, not tensor<i64>}}
  %y = prim.dynamic_slice %x[%i, %i] : (tensor<2x3xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<1x1xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{[TC-0228] C2: a block of 4 along dimension 1, which has 3}}
  %y = prim.dynamic_slice %x[%i, %i] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{[TC-0229] C1: 1 starts for 2 dimensions}}
  %y = prim.dynamic_update_slice %x, %x[%i] : tensor<2x3xf32>, tensor<2x3xf32>, tensor<i64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %u: tensor<3x3xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{[TC-0229] C2: a block of 3 along dimension 0, which has 2}}
  %y = prim.dynamic_update_slice %x, %u[%i, %i] : tensor<2x3xf32>, tensor<3x3xf32>, tensor<i64>, tensor<i64>
  return
}

// -----

// What is known of sizes without names still counts.
func.func @f(%x: tensor<?x3xf32>, %z: tensor<?x4xf32>) {
  // expected-error @+1 {{[TC-0227] C3: sizes that are not joined differ: 3 and 4}}
  %y = prim.cat %x, %x, %z dim 0 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>
  return
}

// -----

func.func @f(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error @+1 {{[TC-0201] operand 0 has 17 dimensions; tc takes up to 16}}
  %y = prim.rev %x [0] : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{attribute 'dims' failed to satisfy constraint}}
  %y = "prim.rev"(%x) {dims = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
