// Stages: what they read, what their bodies hold, what they give.
// RUN: tc-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error @+1 {{[TC-0252] C1: stands in no loop.kernel}}
  %y = loop.map () reads() -> tensor<f32> {
    %c = prim.constant 1.0 : f32
    loop.yield %c : f32
  }
  return
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C1: the kernel has no iterator k}}
  %y = loop.map (i, k) reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4x6xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C1: iterator i is taken twice}}
  %y = loop.map (i, i) reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4x6xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C1: iterator i is taken twice}}
  %y = loop.reduce (i) over (i) [add] reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C2: the index map #tc.dims<[i]> of a tensor of 2 dimensions}}
  %y = loop.map (i, j) reads(%a = %x[i] : tensor<4x6xf32>) -> tensor<4x6xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C2: 0 maps and 0 fills for 1 inputs}}
  %y = "loop.map"(%x) <{iters = ["i", "j"], maps = [], fills = []}> ({
  ^bb0(%a: f32):
    loop.yield %a : f32
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C3: j uses iterator j, which the stage does not take}}
  %y = loop.map (i) reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C4: reads outside give 0 : i64, not f32}}
  %y = "loop.map"(%x) <{iters = ["i", "j"], maps = [#tc.dims<[i, j]>], fills = [0 : i64]}> ({
  ^bb0(%a: f32):
    loop.yield %a : f32
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C5: j + 1 goes from 1 to 6 along dimension 1, which has 6; give the value of reads outside by else}}
  %y = loop.map (i, j) reads(%a = %x[i, j + 1] : tensor<4x6xf32>) -> tensor<4x6xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C5: i - 1 goes from -1 to 2 along dimension 0, which has 4}}
  %y = loop.map (i, j) reads(%a = %x[i - 1, j] : tensor<4x6xf32>) -> tensor<4x6xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<?xf32, #tc.dims<[2*n]>>) iters(i = n + 1) {
  // expected-error @+1 {{[TC-0252] C5: 2*i + 1 goes from 1 to 2*n + 1 along dimension 0, which has 2*n}}
  %y = loop.map (i) reads(%a = %x[2*i + 1] : tensor<?xf32, #tc.dims<[2*n]>>) -> tensor<?xf32, #tc.dims<[n + 1]>> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C6: arguments of the body: number 0 is f64, not f32}}
  %y = "loop.map"(%x) <{iters = ["i", "j"], maps = [#tc.dims<[i, j]>], fills = [unit]}> ({
  ^bb0(%a: f64):
    loop.yield %a : f64
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C6: a region ends in loop.yield}}
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4x6xf32> {
    %0 = prim.neg %a : f32
  }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C7: the body yields tensor<4x6xf32>; it yields scalars}}
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4x6xf32> {
    loop.yield %x : tensor<4x6xf32>
  }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C7: prim.neg gives no scalar; bodies hold prims on scalars, loop.at, loop.index and loop.within}}
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4x6xf32> {
    %0 = prim.neg %x : tensor<4x6xf32>
    loop.yield %a : f32
  }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C8: results: number 0 is tensor<4x6xf32>, not tensor<6x4xf32>}}
  %y = loop.map (j, i) reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4x6xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C8: results: number 0 is tensor<4x6xf16>, not tensor<4x6xf32>}}
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<4x6xf32>) -> tensor<4x6xf16> { loop.yield %a : f32 }
  loop.yield
}

// -----

loop.kernel @k(%x: tensor<4x6xf32>) iters(i = 4, j = 6) {
  // expected-error @+1 {{[TC-0252] C8: results: 2, not 1}}
  %y:2 = loop.map (i, j) reads(%a = %x[i, j] : tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) { loop.yield %a : f32 }
  loop.yield
}
