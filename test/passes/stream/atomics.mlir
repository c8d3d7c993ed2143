// A product that sums a stream's terms over other iterators than the streamed one,
// where its caller permits atomic additions: its sums are stacked. One a kernel, of
// f32, which maps alone read at their own point, on a GPU with warp groups.
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda,tune=sm_90a" | FileCheck %s
// RUN: tc-opt %s --loop-stream="even=false otherwise=cuda,tune=sm_80" | FileCheck %s --check-prefix=NOT
// RUN: tc-opt %s --loop-stream="otherwise=x86-64-v4" | FileCheck %s --check-prefix=NOT
// RUN: sed 's/loop.atomics/loop.nothing/' %s | tc-opt --loop-stream="even=false otherwise=cuda,tune=sm_90a" | FileCheck %s --check-prefix=NOT
// RUN: sed 's/tensor<2x128x24xf32> attributes/tensor<2x128x24xbf16> attributes/; s/%%dq\[b, i, d\] : tensor<2x128x24xf32>/%%dq[b, i, d] : tensor<2x128x24xbf16>/; s/%x = prim.neg %a : f32/%x = prim.convert_element_type %a : bf16 to f32/' %s | tc-opt --loop-stream="even=false otherwise=cuda,tune=sm_90a" | FileCheck %s --check-prefix=NOT
// RUN: sed 's/%a = %dq\[b, i, d\]/%a = %dq[b, i, 23 - d]/' %s | tc-opt --loop-stream="even=false otherwise=cuda,tune=sm_90a" | FileCheck %s --check-prefix=NOT
// RUN: sed 's/24/20/g; s/23/19/g' %s | tc-opt --loop-stream="even=false otherwise=cuda,tune=sm_90a" | FileCheck %s --check-prefix=NOT
// CHECK: -> (tensor<2x128x24xf32>, tensor<2x2x64x24xf32>)
// CHECK: loop.yield {{.*}} : tensor<2x128x24xf32>, tensor<2x64x24xf32>
// CHECK: loop.map (b, i, d) reads({{.*}}[floordiv(i, 64), b, mod(i, 64), d] : tensor<2x2x64x24xf32>)
// NOT-NOT: loop.for
loop.kernel @k(%q: tensor<2x128x24xbf16>, %k: tensor<2x128x24xbf16>) -> (tensor<2x128x24xf32>, tensor<2x128x24xf32>) iters(b = 2, i = 128, j = 128, d = 24, c = 24) {
  %s = loop.contract (b, i, j) over (d) reads(%a = %q[b, i, d] : tensor<2x128x24xbf16>, %b = %k[b, j, d] : tensor<2x128x24xbf16>) -> tensor<2x128x128xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %p = loop.map (b, i, j) reads(%a = %s[b, i, j] : tensor<2x128x128xf32>) -> tensor<2x128x128xbf16> {
    %0 = prim.tanh %a : f32
    %1 = prim.convert_element_type %0 : f32 to bf16
    loop.yield %1 : bf16
  }
  %dk = loop.contract (b, j, c) over (i) reads(%a = %p[b, i, j] : tensor<2x128x128xbf16>, %b = %q[b, i, c] : tensor<2x128x24xbf16>) -> tensor<2x128x24xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %dq = loop.contract (b, i, d) over (j) reads(%a = %p[b, i, j] : tensor<2x128x128xbf16>, %b = %k[b, j, d] : tensor<2x128x24xbf16>) -> tensor<2x128x24xf32> attributes {loop.atomics} {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %r = loop.map (b, i, d) reads(%a = %dq[b, i, d] : tensor<2x128x24xf32>) -> tensor<2x128x24xf32> {
    %x = prim.neg %a : f32
    loop.yield %x : f32
  }
  loop.yield %dk, %r : tensor<2x128x24xf32>, tensor<2x128x24xf32>
}
