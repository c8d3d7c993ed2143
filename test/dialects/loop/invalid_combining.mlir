// How elements are combined: reduce, scan, contract, sort, scatter.
// RUN: tc-opt %s --split-input-file --verify-diagnostics

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0253] C1: 'sub' is no way to combine; add, mul, max, min, or, and, or one custom}}
  %y = loop.reduce (i) over (j) [sub] reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0253] C1: 2 kinds for 1 values}}
  %y = loop.reduce (i) over (j) [add, mul] reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xi1>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0253] C2: 'add' does not combine i1}}
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<4x6xi1>) -> tensor<4xi1> { loop.yield %a : i1 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0253] C2: 'or' does not combine f32}}
  %y = loop.reduce (i) over (j) [or] reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xcomplex<f32>>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0253] C2: 'max' does not combine complex<f32>}}
  %y = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<4x6xcomplex<f32>>) -> tensor<4xcomplex<f32>> { loop.yield %a : complex<f32> }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0253] C3: custom needs a combining region and 1 inits}}
  %y = loop.reduce (i) over (j) [custom] reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0253] C3: init 0 is 0 : i64, not f32}}
  %y = loop.reduce (i) over (j) [custom] reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> { loop.yield %a : f32 } combine [0] (%p: f32, %q: f32) { loop.yield %p : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0253] C3: only custom has a combining region}}
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> { loop.yield %a : f32 } combine [0.0 : f32] (%p: f32, %q: f32) { loop.yield %p : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0253] C4: arguments of the combining region: 1, not 2}}
  %y = loop.reduce (i) over (j) [custom] reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> { loop.yield %a : f32 } combine [0.0 : f32] (%p: f32) { loop.yield %p : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0253] C4: values that the combining region yields: 2, not 1}}
  %y = loop.reduce (i) over (j) [custom] reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> { loop.yield %a : f32 } combine [0.0 : f32] (%p: f32, %q: f32) { loop.yield %p, %q : f32, f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0254] C1: the body yields two factors of one number type}}
  %y = loop.contract (i) over (j) reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0254] C2: products of f32 do not add up to i32}}
  %y = loop.contract (i) over (j) reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xi32> { loop.yield %a, %a : f32, f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0254] C3: 'loop.tf32' is for float factors whose products are summed in any order}}
  %y = loop.contract (i) over (j) ordered reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> attributes {loop.tf32} { loop.yield %a, %a : f32, f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xi32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0254] C3: 'loop.tf32' is for float factors whose products are summed in any order}}
  %y = loop.contract (i) over (j) reads(%a = %x[i, j] : tensor<4x6xi32>) -> tensor<4xi32> attributes {loop.tf32} { loop.yield %a, %a : i32, i32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0254] C4: 'loop.tf32_factors' lists reads, 0 and 1, of a stage with 'loop.tf32'}}
  %y = loop.contract (i) over (j) reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> attributes {loop.tf32, loop.tf32_factors = 1} { loop.yield %a, %a : f32, f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0254] C5: 'loop.atomics' is for float factors whose products are summed in any order}}
  %y = loop.contract (i) over (j) ordered reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> attributes {loop.atomics} { loop.yield %a, %a : f32, f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xi32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0254] C5: 'loop.atomics' is for float factors whose products are summed in any order}}
  %y = loop.contract (i) over (j) reads(%a = %x[i, j] : tensor<4x6xi32>) -> tensor<4xi32> attributes {loop.atomics} { loop.yield %a, %a : i32, i32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0255] C1: goes along k, which is none of its iterators}}
  %y = loop.scan (i, j) along k [add] reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4x6xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0256] C1: goes along k, which is none of its iterators}}
  %y = loop.sort (i, j) along k reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4x6xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xcomplex<f32>>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0256] C2: the body yields a key that has an order, then what is carried along}}
  %y = loop.sort (i, j) along j reads(%a = %x[i, j] : tensor<4x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> { loop.yield %a : complex<f32> }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0256] C3: takes 7 of 6}}
  %y = loop.sort (i, j) along j take 7 reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4x7xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0257] C1: position and element that the body yields: 2, not 3}}
  %y = loop.scatter (i, j) into %x : tensor<4x6xf32> [add] reads(%a = %x[i, j] : tensor<4x6xf32>) {
    %0 = loop.index #tc.size<i>
    loop.yield %0, %a : i64, f32
  }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0257] C2: the result is tensor<4x7xf32>, the base tensor<4x6xf32>}}
  %y = "loop.scatter"(%x, %x) <{iters = ["i", "j"], kind = "add", maps = [#tc.dims<[i, j]>], fills = [unit]}> ({
  ^bb0(%a: f32):
    %0 = loop.index #tc.size<i>
    loop.yield %0, %0, %a : i64, i64, f32
  }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x7xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0253] C2: 'or' does not combine f32}}
  %y = loop.scatter (i, j) into %x : tensor<4x6xf32> [or] reads(%a = %x[i, j] : tensor<4x6xf32>) {
    %0 = loop.index #tc.size<i>
    loop.yield %0, %0, %a : i64, i64, f32
  }
  loop.yield
}
