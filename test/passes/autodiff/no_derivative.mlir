// What has no derivative says why, in the words of its row, at the op; what is
// not on the way to what is asked for is no error.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --prim-autodiff

func.func @main(%x: tensor<4xf16>) -> tensor<4xbf16> {
  // expected-error @below {{[TC-4201] has no derivative: a reinterpretation of bits is not smooth}}
  %0 = prim.bitcast %x : tensor<4xf16> to tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{[TC-4201] has no derivative: it becomes prims, which have theirs, by its registry entry}}
  %0 = prim.ext "nobody.knows"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A while inside a scan: the sweep goes into its body.
func.func @main(%x: tensor<f32>, %xs: tensor<3xf32>) -> tensor<f32> {
  %y = prim.scan (%x) over (%xs) : (tensor<f32>, tensor<3xf32>) -> tensor<f32> {
  ^bb0(%c: tensor<f32>, %e: tensor<f32>):
    // expected-error @below {{[TC-4201] has no derivative: how often its body runs is known only when it has run}}
    %0 = prim.while (%c) : (tensor<f32>) -> tensor<f32> cond {
    ^bb1(%a: tensor<f32>):
      %n = prim.constant dense<3.0> : tensor<f32>
      %p = prim.lt %a, %n : tensor<f32>
      prim.yield %p : tensor<i1>
    } do {
    ^bb1(%a: tensor<f32>):
      %b = prim.add %a, %a : tensor<f32>
      prim.yield %b : tensor<f32>
    }
    prim.yield %0 : tensor<f32>
  }
  return %y : tensor<f32>
}

// -----

// Through integers nothing depends smoothly on anything.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = prim.bitcast %x : tensor<4xf32> to tensor<4xi32>
  %1 = prim.convert_element_type %0 : tensor<4xi32> to tensor<4xf32>
  %2 = prim.add %1, %x : tensor<4xf32>
  return %2 : tensor<4xf32>
}
