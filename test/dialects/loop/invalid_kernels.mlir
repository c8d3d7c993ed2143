// Kernels, launches, loops and joins in kernels, what bodies ask for.
// RUN: tc-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{[TC-0250] C1: 1 iterators with 2 extents}}
"loop.kernel"() <{sym_name = "k", function_type = () -> (), iters = ["i"], extents = #tc.dims<[1, 2]>}> ({
  loop.yield
}) : () -> ()

// -----

// expected-error @+1 {{[TC-0250] C1: 'i' is no name, or is there twice}}
loop.kernel @k() iters(i = 1, i = 2) {
  loop.yield
}

// -----

// expected-error @+1 {{[TC-0250] C2: n is an iterator and a size; give the iterator another name}}
loop.kernel @k(%x: tensor<?xf32, #tc.dims<[n]>>) iters(n = 4) {
  loop.yield
}

// -----

// expected-error @+1 {{[TC-0250] C2: i is an iterator and a size}}
loop.kernel @k() iters(i = 4, j = i) {
  loop.yield
}

// -----

// expected-error @+1 {{[TC-0250] C3: arguments of the body: 0, not 1}}
"loop.kernel"() <{sym_name = "k", function_type = (tensor<4x6xf32>) -> (), iters = [], extents = #tc.dims<[]>}> ({
  loop.yield
}) : () -> ()

// -----

// expected-error @+1 {{[TC-0203] an argument is tensor<?xf32>, where a size has no name}}
loop.kernel @k(%x: tensor<?xf32>) iters() {
  loop.yield
}

// -----

// expected-error @+1 {{[TC-0250] C4: values yielded for the results: 0, not 1}}
loop.kernel @k(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>) iters() {
  loop.yield
}

// -----

// expected-error @+1 {{[TC-0250] C5: tc.layout of argument 0 is no layout of 2 dimensions}}
loop.kernel @k(%x: tensor<4x6xf32> {tc.layout = #tc.layout<order = [0]>}) iters() {
  loop.yield
}

// -----

// expected-error @+1 {{[TC-0250] C6: tc.ties of result 0 names no argument of type tensor<4x6xf32>}}
loop.kernel @k(%x: tensor<4x6xf32>) -> (tensor<4x6xf32> {tc.ties = 1}) iters() {
  loop.yield %x : tensor<4x6xf32>
}

// -----

// expected-error @+1 {{[TC-0250] C7: prim.neg is no stage; prims stand in the bodies of stages}}
loop.kernel @k(%x: tensor<4x6xf32>) iters() {
  %y = prim.neg %x : tensor<4x6xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<?xf32, #tc.dims<[n]>>, %y: tensor<?xf32, #tc.dims<[n]>>) -> (tensor<?xf32, #tc.dims<[n]>>) iters(i = n) {
  loop.yield %x : tensor<?xf32, #tc.dims<[n]>>
}
func.func @f(%a: tensor<3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{[TC-0251] C1: no loop.kernel is called @nobody}}
  %r = loop.launch @nobody(%a, %a) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

loop.kernel @k(%x: tensor<?xf32, #tc.dims<[n]>>, %y: tensor<?xf32, #tc.dims<[n]>>) -> (tensor<?xf32, #tc.dims<[n]>>) iters(i = n) {
  loop.yield %x : tensor<?xf32, #tc.dims<[n]>>
}
func.func @f(%a: tensor<3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{[TC-0251] C2: 1 operands and 1 results for a kernel of 2 and 1}}
  %r = loop.launch @k(%a) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

loop.kernel @k(%x: tensor<?xf32, #tc.dims<[n]>>, %y: tensor<?xf32, #tc.dims<[n]>>) -> (tensor<?xf32, #tc.dims<[n]>>) iters(i = n) {
  loop.yield %x : tensor<?xf32, #tc.dims<[n]>>
}
func.func @f(%a: tensor<3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{[TC-0251] C3: operand 1 is tensor<4xf32>, which does not fit the kernel's tensor<?xf32, #tc.dims<[n]>>}}
  %r = loop.launch @k(%a, %b) : (tensor<3xf32>, tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

loop.kernel @k(%x: tensor<?xf32, #tc.dims<[n]>>, %y: tensor<?xf32, #tc.dims<[n]>>) -> (tensor<?xf32, #tc.dims<[n]>>) iters(i = n) {
  loop.yield %x : tensor<?xf32, #tc.dims<[n]>>
}
func.func @f(%a: tensor<3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{[TC-0251] C3: result 0 is tensor<4xf32>, which does not fit the kernel's tensor<?xf32, #tc.dims<[n]>>}}
  %r = loop.launch @k(%a, %a) : (tensor<3xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

loop.kernel @k(%h: tensor<2xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0258] C1: k is no iterator of the kernel, or a loop around it goes over it already}}
  %r = loop.for k carry(%c = %h : tensor<2xf32>) -> tensor<2xf32> {
    loop.yield %c : tensor<2xf32>
  }
  loop.yield
}

// -----

loop.kernel @k(%h: tensor<2xf32>) iters(i = 4, j = 6) {
  %s = loop.for i carry(%c = %h : tensor<2xf32>) -> tensor<2xf32> {
    // expected-error @+1 {{[TC-0258] C1: i is no iterator of the kernel, or a loop around it goes over it already}}
    %t = loop.for i carry(%d = %c : tensor<2xf32>) -> tensor<2xf32> {
      loop.yield %d : tensor<2xf32>
    }
    loop.yield %t : tensor<2xf32>
  }
  loop.yield
}

// -----

loop.kernel @k(%h: tensor<2xf32>) iters(i = 4, j = 6) {
  %s = loop.for i carry(%c = %h : tensor<2xf32>) -> tensor<2xf32> {
    // expected-error @+1 {{[TC-0252] C1: iterator i is taken twice}}
    %t = loop.map (i) reads(%a = %c[0] : tensor<2xf32>) -> tensor<4xf32> { loop.yield %a : f32 }
    loop.yield %c : tensor<2xf32>
  }
  loop.yield
}

// -----

loop.kernel @k(%h: tensor<2xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0258] C2: arguments of the body: 0, not 1}}
  %r = "loop.for"(%h) <{iter = "i"}> ({
    loop.yield %h : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  loop.yield
}

// -----

loop.kernel @k(%h: tensor<2xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0258] C3: carried values that the body yields: 0, not 1}}
  %r = loop.for i carry(%c = %h : tensor<2xf32>) -> tensor<2xf32> {
    loop.yield
  }
  loop.yield
}

// -----

loop.kernel @k(%h: tensor<2xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0258] C4: results: number 1 is tensor<2xf32>, not tensor<4x2xf32>}}
  %r:2 = loop.for i carry(%c = %h : tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    loop.yield %c, %c : tensor<2xf32>, tensor<2xf32>
  }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0259] C1: 1 offsets for 2 pieces}}
  %r = loop.join %x, %x at [#tc.dims<[0, 0]>] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0259] C2: piece 1 is tensor<2x3xf32> at #tc.dims<[2]>, in a result tensor<4x3xf32>}}
  %r = loop.join %x, %x at [#tc.dims<[0, 0]>, #tc.dims<[2]>] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0259] C3: piece 1 reaches from 3 to 5 along dimension 0, which has 4}}
  %r = loop.join %x, %x at [#tc.dims<[0, 0]>, #tc.dims<[3, 0]>] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0259] C4: pieces 0 and 1 overlap}}
  %r = loop.join %x, %x at [#tc.dims<[0, 0]>, #tc.dims<[1, 0]>] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0259] C5: numbers of elements of the pieces and the result differ: 6 and 12}}
  %r = loop.join %x at [#tc.dims<[0, 0]>] : (tensor<2x3xf32>) -> tensor<4x3xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0259] C3: piece 1 reaches from 2 to 5 along dimension 0, which has 4}}
  %r = loop.join %x, %x at [#tc.dims<[0, 0]>, #tc.dims<[2, 0]>] {loop.steps = array<i64: 2, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0259] C4: pieces 0 and 1 overlap}}
  %r = loop.join %x, %x at [#tc.dims<[0, 0]>, #tc.dims<[2, 0]>] {loop.steps = array<i64: 2, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<6x3xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0259] C6: loop.steps is array<i64: 2>, of a result of rank 2}}
  %r = loop.join %x, %x at [#tc.dims<[0, 0]>, #tc.dims<[1, 0]>] {loop.steps = array<i64: 2>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0259] C6: loop.steps is 2 : i64, of a result of rank 2}}
  %r = loop.join %x, %x at [#tc.dims<[0, 0]>, #tc.dims<[1, 0]>] {loop.steps = 2} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0259] C6: loop.steps is array<i64: 1, 4611686018427387904>, of a result of rank 2}}
  %r = loop.join %x, %x at [#tc.dims<[0, 0]>, #tc.dims<[0, 1]>] {loop.steps = array<i64: 1, 4611686018427387904>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0259] C6: loop.steps is array<i64: 0, 1>, of a result of rank 2}}
  %r = loop.join %x, %x at [#tc.dims<[0, 0]>, #tc.dims<[1, 0]>] {loop.steps = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  %y = loop.map (i) reads() -> tensor<4xf32> {
    %0 = loop.index #tc.size<i>
    // expected-error @+1 {{[TC-0260] C1: 1 indices for 2 dimensions}}
    %1 = loop.at %x[%0] : tensor<2x3xf32>
    loop.yield %1 : f32
  }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4, j = 6) {
  %y = loop.map (i) reads() -> tensor<4xi64> {
    // expected-error @+1 {{[TC-0261] C1: j uses iterator j, which the stage does not take}}
    %0 = loop.index #tc.size<j>
    loop.yield %0 : i64
  }
  loop.yield
}

// -----

// expected-error @+1 {{[TC-0250] C7: loop.within is no stage; prims stand in the bodies of stages}}
loop.kernel @k(%x: tensor<2x3xf32>) iters(i = 4) {
  %y = loop.map (i) reads() -> tensor<4xi64> {
    %0 = loop.index #tc.size<i>
    loop.yield %0 : i64
  }
  %1 = "loop.within"(%y, %y) : (tensor<4xi64>, tensor<4xi64>) -> i64
  loop.yield
}
