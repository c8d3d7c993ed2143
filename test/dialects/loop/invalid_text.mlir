// RUN: tc-opt %s --split-input-file --verify-diagnostics

loop.kernel @scalar(%x: f32) iters(i = 4) {
  // expected-error @+1 {{[TC-0115] a stage reads ranked tensors, not 'f32'}}
  %y = loop.map (i) reads(%a = %x[i] : f32) -> tensor<4xf32> { loop.yield %a : f32 }
  loop.yield
}

// -----

// expected-error @+1 {{[TC-1001]}}
loop.kernel @extent() iters(i = 4 +) {
  loop.yield
}

// -----

loop.kernel @map(%x: tensor<4xf32>) iters(i = 4) {
  // expected-error @+1 {{expected ']'}}
  %y = loop.map (i) reads(%a = %x[i : tensor<4xf32>) -> tensor<4xf32> { loop.yield %a : f32 }
  loop.yield
}
