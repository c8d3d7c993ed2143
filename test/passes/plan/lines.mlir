// On GPUs values begin at whole lines of 128 bytes, whatever those before have.
// RUN: tc-opt %s --loop-plan-memory | FileCheck %s
// RUN: sed 's/cuda,tune=sm_90a/x86-64-v3/' %s | tc-opt --loop-plan-memory | FileCheck %s --check-prefix=CPU
// CHECK: loop.arena = #tc.size<128*floordiv(n + 31, 32) + 128>
// CHECK: {scratch = #tc.size<0>}
// CHECK: {scratch = #tc.size<128>}
// CPU: loop.arena = #tc.size<64*floordiv(n + 15, 16) + 64>
!x = tensor<?xf32, #tc.dims<[n]>>
module attributes {tc.version = "0.1", tc.target = "cuda,tune=sm_90a"} {
  loop.kernel private @few(%x: tensor<16xf32>) -> tensor<16xf32> iters(i = 16) {
    %0 = loop.map (i) reads(%a = %x[i] : tensor<16xf32>) -> tensor<16xf32> {
      %1 = prim.neg %a : f32
      loop.yield %1 : f32
    }
    loop.yield %0 : tensor<16xf32>
  }
  loop.kernel private @many(%x: !x, %y: tensor<16xf32>) -> !x iters(i = n) {
    %0 = loop.map (i) reads(%a = %x[i] : !x, %b = %y[mod(i, 16)] : tensor<16xf32>) -> !x {
      %1 = prim.add %a, %b : f32
      loop.yield %1 : f32
    }
    loop.yield %0 : !x
  }
  func.func @main(%x: !x, %y: tensor<16xf32>) -> !x {
    %0 = loop.launch @few(%y) : (tensor<16xf32>) -> tensor<16xf32>
    %1 = loop.launch @many(%x, %0) : (!x, tensor<16xf32>) -> !x
    %2 = loop.launch @many(%1, %0) : (!x, tensor<16xf32>) -> !x
    return %2 : !x
  }
}
