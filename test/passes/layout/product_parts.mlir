// A product that is read transposed, by one map: its dimensions are in the order
// in which that stores them, and so are parts of it, which are added up in the
// order of memory. One that is a result as well stays as it is.
// RUN: tc-opt %s --loop-layout=inside=true | FileCheck %s
// RUN: tc-opt %s --loop-layout | FileCheck %s --check-prefix=OUTSIDE
// CHECK-LABEL: loop.kernel @transposed
// CHECK: loop.contract (i, j) over (k)
// CHECK: reads(%{{.*}} = %0[i, j] : tensor<64x32xf32>)
// OUTSIDE-LABEL: loop.kernel @transposed
// OUTSIDE: loop.contract (j, i) over (k)
loop.kernel @transposed(%x: tensor<512x64xbf16>, %y: tensor<512x32xbf16>) -> tensor<64x32xbf16> iters(i = 64, j = 32, k = 512) {
  %0 = loop.contract (j, i) over (k) reads(%a = %y[k, j] : tensor<512x32xbf16>, %b = %x[k, i] : tensor<512x64xbf16>) -> tensor<32x64xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  %3 = loop.map (i, j) reads(%a = %0[j, i] : tensor<32x64xf32>) -> tensor<64x32xbf16> {
    %1 = prim.convert_element_type %a : f32 to bf16
    loop.yield %1 : bf16
  }
  loop.yield %3 : tensor<64x32xbf16>
}

// CHECK-LABEL: loop.kernel @twice
// CHECK: loop.contract (j, i) over (k)
loop.kernel @twice(%x: tensor<512x64xbf16>, %y: tensor<512x32xbf16>) -> (tensor<64x32xbf16>, tensor<32x64xf32>) iters(i = 64, j = 32, k = 512) {
  %0 = loop.contract (j, i) over (k) reads(%a = %y[k, j] : tensor<512x32xbf16>, %b = %x[k, i] : tensor<512x64xbf16>) -> tensor<32x64xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  %3 = loop.map (i, j) reads(%a = %0[j, i] : tensor<32x64xf32>) -> tensor<64x32xbf16> {
    %1 = prim.convert_element_type %a : f32 to bf16
    loop.yield %1 : bf16
  }
  loop.yield %3, %0 : tensor<64x32xbf16>, tensor<32x64xf32>
}

// As the result lies: columns outermost.
// CHECK-LABEL: loop.kernel @laid
// CHECK: loop.contract (i, j) over (k)
loop.kernel @laid(%x: tensor<512x64xbf16>, %y: tensor<512x32xbf16>) -> (tensor<32x64xbf16> {tc.layout = #tc.layout<order = [1, 0]>}) iters(i = 64, j = 32, k = 512) {
  %0 = loop.contract (j, i) over (k) reads(%a = %y[k, j] : tensor<512x32xbf16>, %b = %x[k, i] : tensor<512x64xbf16>) -> tensor<32x64xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  %3 = loop.map (j, i) reads(%a = %0[j, i] : tensor<32x64xf32>) -> tensor<32x64xbf16> {
    %1 = prim.convert_element_type %a : f32 to bf16
    loop.yield %1 : bf16
  }
  loop.yield %3 : tensor<32x64xbf16>
}
