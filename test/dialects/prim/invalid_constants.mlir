// Constants, weights, counting, and casts of sizes.
// RUN: tc-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error @+1 {{[TC-0216] C1: 1 : index is no number of a dtype of tc}}
  %c = prim.constant 1 : index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{[TC-0216] C1: dense<1> : tensor<2xindex> is no number of a dtype of tc, and no dense tensor of such}}
  %c = prim.constant dense<1> : tensor<2xindex>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{[TC-0216] C2: 4100 bytes; constants have up to 4096: make it a prim.weight}}
  %c = prim.constant dense_resource<large> : tensor<1025xf32>
  return
}

// -----

// expected-error @+1 {{[TC-0217] C1: tensor<?xf32, #tc.dims<[b]>> has a size that is no constant}}
prim.weight @w : tensor<?xf32, #tc.dims<[b]>>

// -----

// expected-error @+1 {{[TC-0201] the weight is f32, not a ranked tensor of elements that tc has}}
prim.weight @w : f32

// -----

// expected-error @+1 {{[TC-0217] C2: 'init' is a fill {kind = ...} or a dense constant of type tensor<2xf32>}}
prim.weight @w : tensor<2xf32> {init = dense<0.0> : tensor<3xf32>}

// -----

// expected-error @+1 {{[TC-0217] C3: a generated fill names its 'kind'}}
prim.weight @w : tensor<2xf32> {init = {mean = 0.0}}

// -----

// expected-error @+1 {{[TC-0217] C3: no fill is called 'normal'; uniform, randint, constant, iota, tril}}
prim.weight @w : tensor<2xf32> {init = {kind = "normal"}}

// -----

// expected-error @+1 {{[TC-0217] C4: 'hash' is "fnv1a64:" and sixteen hexadecimal digits}}
prim.weight @w : tensor<2xf32> {hash = "fnv1a64:123"}

// -----

// expected-error @+1 {{[TC-0217] C3: the fill 'uniform' needs a number 'std'}}
prim.weight @w : tensor<2xf32> {init = {kind = "uniform", mean = 0.0}}

// -----

func.func @f() {
  // expected-error @+1 {{[TC-0217] C4: no prim.weight is called @w}}
  %w = prim.get_weight @w : tensor<2xf32>
  return
}

// -----

prim.weight @w : tensor<3xf32>
func.func @f() {
  // expected-error @+1 {{[TC-0217] C4: @w is tensor<3xf32>, not tensor<2xf32>}}
  %w = prim.get_weight @w : tensor<2xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{[TC-0218] C1: the result is tensor<2x2xi64>; it has one dimension: put prim.broadcast_in_dim after}}
  %c = prim.iota 0, 1 : i64 : tensor<2x2xi64>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{[TC-0218] C2: counts integers or floats, not i1}}
  %c = prim.iota true, true : tensor<2xi1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{[TC-0218] C3: step is 1 : i64, not a number of f32}}
  %c = prim.iota 0.0 : f32, 1 : i64 : tensor<2xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{[TC-0219] C1: a size is tensor<i64> or i64, not tensor<i32>}}
  %c = prim.size <b> : tensor<i32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{[TC-0220] C1: element types differ: f32 and f64}}
  %y = prim.cast_sizes %x : tensor<2xf32> to tensor<2xf64>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{[TC-0220] C1: ranks differ: 1 and 2}}
  %y = prim.cast_sizes %x : tensor<2xf32> to tensor<2x1xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{[TC-0220] C2: size 0 is 2, which is never 3}}
  %y = prim.cast_sizes %x : tensor<2xf32> to tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<?xf32, #tc.dims<[s]>>) {
  // expected-error @+1 {{[TC-0220] C2: size 0 is s, which is never s + 1}}
  %y = prim.cast_sizes %x : tensor<?xf32, #tc.dims<[s]>> to tensor<?xf32, #tc.dims<[s + 1]>>
  return
}
