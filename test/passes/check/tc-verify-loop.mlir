// RUN: tc-opt %s --tc-verify-loop --split-input-file --verify-diagnostics --allow-unregistered-dialect

// All that is right: s comes from the caller by name, n from the operand.
prim.weight @w : tensor<4xf32>
loop.kernel @k(%x: tensor<?xf32, #tc.dims<[n]>>) -> (tensor<?xi64, #tc.dims<[n]>>) iters(i = n) {
  %y = loop.map (i) reads(%a = %x[i] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xi64, #tc.dims<[n]>> {
    %0 = loop.index #tc.size<s*i>
    loop.yield %0 : i64
  }
  loop.yield %y : tensor<?xi64, #tc.dims<[n]>>
}
func.func @right(%x: tensor<?x4xf32, #tc.dims<[s, 4]>>) -> tensor<?xi64, #tc.dims<[4*s]>> {
  %w = prim.get_weight @w : tensor<4xf32>
  %0 = prim.reshape %x : tensor<?x4xf32, #tc.dims<[s, 4]>> to tensor<?xf32, #tc.dims<[4*s]>>
  %1 = loop.launch @k(%0) : (tensor<?xf32, #tc.dims<[4*s]>>) -> tensor<?xi64, #tc.dims<[4*s]>>
  return %1 : tensor<?xi64, #tc.dims<[4*s]>>
}

// -----

func.func @left(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{[TC-0292] C1: is not allowed at the level of loop; run the lowering of its dialect first}}
  %0 = prim.neg %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// expected-error @+1 {{[TC-0292] C1: is not allowed at the level of loop}}
fx.graph @graph(%x: tensor<2xf32>) {
  fx.output
}

// -----

func.func @unknown(%x: tensor<4xf32>) {
  // expected-error @+1 {{[TC-0292] C3: size symbol s is not known here}}
  %0 = loop.launch @k(%x) : (tensor<4xf32>) -> tensor<?xf32, #tc.dims<[s]>>
  return
}
loop.kernel @k(%x: tensor<4xf32>) -> (tensor<?xf32, #tc.dims<[s]>>) iters(i = s) {
  %y = loop.map (i) reads(%a = %x[0] : tensor<4xf32>) -> tensor<?xf32, #tc.dims<[s]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[s]>>
}

// -----

loop.kernel @k(%x: tensor<4xf32>) -> (tensor<4xi64>) iters(i = 4) {
  %y = loop.map (i) reads() -> tensor<4xi64> {
    %0 = loop.index #tc.size<s*i>
    loop.yield %0 : i64
  }
  loop.yield %y : tensor<4xi64>
}
func.func @unknown_inside(%x: tensor<4xf32>) -> tensor<4xi64> {
  // expected-error @+1 {{[TC-0292] C4: the kernel uses size symbol s, which no type of it has and the caller does not know}}
  %0 = loop.launch @k(%x) : (tensor<4xf32>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}
