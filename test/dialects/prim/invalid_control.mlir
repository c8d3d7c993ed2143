// Loops with regions, and the way out for outsiders.
// RUN: tc-opt %s --split-input-file --verify-diagnostics

func.func @nothing_to_go_over(%a: tensor<f32>) {
  // expected-error @+1 {{[TC-0238] C1: there is nothing to go over; give it a prim.iota}}
  %r = prim.scan (%a) over () : (tensor<f32>) -> tensor<f32> {
  ^bb0(%c: tensor<f32>):
    prim.yield %c : tensor<f32>
  }
  return
}

// -----

func.func @scalar_xs(%x: tensor<f32>) {
  // expected-error @+1 {{[TC-0238] C1: a scalar has no slices to go over}}
  prim.scan () over (%x) : (tensor<f32>) -> () {
  ^bb0(%s: tensor<f32>):
    prim.yield
  }
  return
}

// -----

func.func @leading_sizes(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{[TC-0238] C1: leading sizes differ: 4 and 5}}
  prim.scan () over (%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> () {
  ^bb0(%s: tensor<f32>, %t: tensor<f32>):
    prim.yield
  }
  return
}

// -----

func.func @combined_slices(%a: tensor<f32>, %x: tensor<4xf64>) {
  // expected-error @+1 {{[TC-0238] C5: slices that are combined: value 0 is tensor<f64>, not tensor<f32>}}
  %r = prim.scan (%a) over (%x) {prim.associative} : (tensor<f32>, tensor<4xf64>) -> tensor<f32> {
  ^bb0(%c: tensor<f32>, %s: tensor<f64>):
    prim.yield %c : tensor<f32>
  }
  return
}

// -----

func.func @arguments(%a: tensor<f32>, %x: tensor<4x2xf32>) {
  // expected-error @+1 {{[TC-0238] C2: arguments of the body: value 1 is tensor<f32>, not tensor<2xf32>}}
  %r = prim.scan (%a) over (%x) : (tensor<f32>, tensor<4x2xf32>) -> tensor<f32> {
  ^bb0(%c: tensor<f32>, %s: tensor<f32>):
    prim.yield %c : tensor<f32>
  }
  return
}

// -----

func.func @carried(%a: tensor<f32>, %x: tensor<4x2xf32>) {
  // expected-error @+1 {{[TC-0238] C3: carried values that the body yields: value 0 is tensor<2xf32>, not tensor<f32>}}
  %r = prim.scan (%a) over (%x) : (tensor<f32>, tensor<4x2xf32>) -> tensor<f32> {
  ^bb0(%c: tensor<f32>, %s: tensor<2xf32>):
    prim.yield %s : tensor<2xf32>
  }
  return
}

// -----

func.func @terminator(%a: tensor<f32>, %x: tensor<4xf32>) {
  // expected-error @+1 {{[TC-0238] C3: a region ends in prim.yield}}
  %r = prim.scan (%a) over (%x) : (tensor<f32>, tensor<4xf32>) -> tensor<f32> {
  ^bb0(%c: tensor<f32>, %s: tensor<f32>):
    %d = prim.neg %c : tensor<f32>
  }
  return
}

// -----

func.func @stacks(%a: tensor<f32>, %x: tensor<4x2xf32>) {
  // expected-error @+1 {{[TC-0238] C4: results: value 1 is tensor<2xf32>, not tensor<4x2xf32>}}
  %r:2 = prim.scan (%a) over (%x) : (tensor<f32>, tensor<4x2xf32>) -> (tensor<f32>, tensor<2xf32>) {
  ^bb0(%c: tensor<f32>, %s: tensor<2xf32>):
    prim.yield %c, %s : tensor<f32>, tensor<2xf32>
  }
  return
}

// -----

func.func @twice(%a: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0239] C1: 'n' is no name for a size, or stands twice in 'carried'}}
  %r = prim.while (%a) carried ["n", "n"] : (tensor<2xf32>) -> tensor<2xf32> cond {
  ^bb0(%c: tensor<2xf32>):
    prim.yield %p : tensor<i1>
  } do {
  ^bb0(%c: tensor<2xf32>):
    prim.yield %c : tensor<2xf32>
  }
  return
}

// -----

func.func @not_fresh(%a: tensor<?xf32, #tc.dims<[n]>>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0239] C1: carried symbol n is a size of the initial values; name it anew}}
  %r = prim.while (%a) carried ["n"] : (tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> cond {
  ^bb0(%c: tensor<?xf32, #tc.dims<[n]>>):
    prim.yield %p : tensor<i1>
  } do {
  ^bb0(%c: tensor<?xf32, #tc.dims<[n]>>):
    prim.yield %c : tensor<?xf32, #tc.dims<[n]>>
  }
  return
}

// -----

func.func @regions_differ(%a: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0239] C2: arguments of the condition and of the body: 0 values, not 1}}
  %r = prim.while (%a) : (tensor<2xf32>) -> tensor<2xf32> cond {
    prim.yield %p : tensor<i1>
  } do {
  ^bb0(%c: tensor<2xf32>):
    prim.yield %c : tensor<2xf32>
  }
  return
}

// -----

func.func @condition(%a: tensor<2xf32>, %p: tensor<2xi1>) {
  // expected-error @+1 {{[TC-0239] C2: the condition yields one tensor<i1>}}
  %r = prim.while (%a) : (tensor<2xf32>) -> tensor<2xf32> cond {
  ^bb0(%c: tensor<2xf32>):
    prim.yield %p : tensor<2xi1>
  } do {
  ^bb0(%c: tensor<2xf32>):
    prim.yield %c : tensor<2xf32>
  }
  return
}

// -----

func.func @initial(%a: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0239] C3: initial values: value 0 is tensor<2xf32>, where the region has tensor<?xf32, #tc.dims<[n]>>; name sizes that change in 'carried'}}
  %r = prim.while (%a) : (tensor<2xf32>) -> tensor<2xf32> cond {
  ^bb0(%c: tensor<?xf32, #tc.dims<[n]>>):
    prim.yield %p : tensor<i1>
  } do {
  ^bb0(%c: tensor<?xf32, #tc.dims<[n]>>):
    prim.yield %c : tensor<?xf32, #tc.dims<[n]>>
  }
  return
}

// -----

func.func @grows_unsaid(%a: tensor<?xf32, #tc.dims<[b]>>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0239] C4: values that the body yields: value 0 is tensor<?xf32, #tc.dims<[2*b]>>, where the region has tensor<?xf32, #tc.dims<[b]>>}}
  %r = prim.while (%a) : (tensor<?xf32, #tc.dims<[b]>>) -> tensor<?xf32, #tc.dims<[b]>> cond {
  ^bb0(%c: tensor<?xf32, #tc.dims<[b]>>):
    prim.yield %p : tensor<i1>
  } do {
  ^bb0(%c: tensor<?xf32, #tc.dims<[b]>>):
    %d = prim.cat %c, %c dim 0 : tensor<?xf32, #tc.dims<[b]>>, tensor<?xf32, #tc.dims<[b]>>
    prim.yield %d : tensor<?xf32, #tc.dims<[2*b]>>
  }
  return
}

// -----

func.func @last_size_is_not_known(%a: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0239] C5: the results have 2 for the carried size n; its last value is not known: give it a fresh symbol}}
  %r = prim.while (%a) carried ["n"] : (tensor<2xf32>) -> tensor<2xf32> cond {
  ^bb0(%c: tensor<?xf32, #tc.dims<[n]>>):
    prim.yield %p : tensor<i1>
  } do {
  ^bb0(%c: tensor<?xf32, #tc.dims<[n]>>):
    prim.yield %c : tensor<?xf32, #tc.dims<[n]>>
  }
  return
}

// -----

func.func @two_last_sizes_in_one(%a: tensor<2xf32>, %p: tensor<i1>) {
  // expected-error @+1 {{[TC-0239] C5: the results have l for the carried size n}}
  %r:2 = prim.while (%a, %a) carried ["n", "m"] : (tensor<2xf32>, tensor<2xf32>) -> (tensor<?xf32, #tc.dims<[l]>>, tensor<?xf32, #tc.dims<[l]>>) cond {
  ^bb0(%c: tensor<?xf32, #tc.dims<[n]>>, %d: tensor<?xf32, #tc.dims<[m]>>):
    prim.yield %p : tensor<i1>
  } do {
  ^bb0(%c: tensor<?xf32, #tc.dims<[n]>>, %d: tensor<?xf32, #tc.dims<[m]>>):
    prim.yield %c, %d : tensor<?xf32, #tc.dims<[n]>>, tensor<?xf32, #tc.dims<[m]>>
  }
  return
}

// -----

func.func @registry() {
  // expected-error @+1 {{[TC-0241] C1: 'name' is no name of the registry; "namespace.name"}}
  prim.ext "name" () : () -> ()
  return
}

// -----

func.func @astray(%x: tensor<f32>) {
  // expected-error @+1 {{[TC-0240] C1: ends a region that is none of prim; a function ends in func.return}}
  prim.yield %x : tensor<f32>
}
