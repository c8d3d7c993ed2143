// What is rounded to bf16 before anything of another row is needed is rounded
// before lanes exchange it: half as many shuffles. With a bias, too, which is of
// columns; not with a residual, which is read by eight columns and added to the
// f32, unless the sums are rounded before it is.
// RUN: tc-opt %s --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// CHECK: gpu.func @rounded
// CHECK: arith.truncf %{{.*}} : vector<2xf32> to vector<2xbf16>
// CHECK: gpu.shuffle xor %{{.*}} : i32
// CHECK: gpu.func @biased
// CHECK: arith.truncf %{{.*}} : vector<2xf32> to vector<2xbf16>
// CHECK: gpu.shuffle xor %{{.*}} : i32
// CHECK: gpu.func @residual
// CHECK-NOT: arith.truncf %{{.*}} : vector<2xf32> to vector<2xbf16>
// CHECK: gpu.shuffle xor
// CHECK: gpu.func @rounded_residual
// CHECK: arith.truncf %{{.*}} : vector<2xf32> to vector<2xbf16>
// CHECK: gpu.shuffle xor %{{.*}} : i32
!x = tensor<4096x768xbf16>
!w = tensor<3072x768xbf16>
loop.kernel @rounded(%x: !x, %w: !w) -> tensor<4096x3072xbf16> iters(i = 4096, j = 3072, k = 768) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[j, k] : !w) -> tensor<4096x3072xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  %3 = loop.map (i, j) reads(%a = %0[i, j] : tensor<4096x3072xf32>) -> tensor<4096x3072xbf16> {
    %1 = prim.convert_element_type %a : f32 to bf16
    %2 = prim.abs %1 : bf16
    loop.yield %2 : bf16
  }
  loop.yield %3 : tensor<4096x3072xbf16>
}

loop.kernel @biased(%x: !x, %w: !w, %c: tensor<3072xbf16>) -> tensor<4096x3072xbf16> iters(i = 4096, j = 3072, k = 768) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[j, k] : !w) -> tensor<4096x3072xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  %3 = loop.map (i, j) reads(%a = %0[i, j] : tensor<4096x3072xf32>, %b = %c[j] : tensor<3072xbf16>) -> tensor<4096x3072xbf16> {
    %1 = prim.convert_element_type %b : bf16 to f32
    %2 = prim.add %a, %1 : f32
    %4 = prim.convert_element_type %2 : f32 to bf16
    loop.yield %4 : bf16
  }
  loop.yield %3 : tensor<4096x3072xbf16>
}

loop.kernel @residual(%x: !x, %w: !w, %c: tensor<4096x3072xbf16>) -> tensor<4096x3072xbf16> iters(i = 4096, j = 3072, k = 768) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[j, k] : !w) -> tensor<4096x3072xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  %3 = loop.map (i, j) reads(%a = %0[i, j] : tensor<4096x3072xf32>, %b = %c[i, j] : tensor<4096x3072xbf16>) -> tensor<4096x3072xbf16> {
    %1 = prim.convert_element_type %b : bf16 to f32
    %2 = prim.add %a, %1 : f32
    %4 = prim.convert_element_type %2 : f32 to bf16
    loop.yield %4 : bf16
  }
  loop.yield %3 : tensor<4096x3072xbf16>
}

loop.kernel @rounded_residual(%x: !x, %w: !w, %c: tensor<4096x3072xbf16>) -> tensor<4096x3072xbf16> iters(i = 4096, j = 3072, k = 768) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[j, k] : !w) -> tensor<4096x3072xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  %3 = loop.map (i, j) reads(%a = %0[i, j] : tensor<4096x3072xf32>, %b = %c[i, j] : tensor<4096x3072xbf16>) -> tensor<4096x3072xbf16> {
    %1 = prim.convert_element_type %b : bf16 to f32
    %5 = prim.convert_element_type %a : f32 to bf16
    %6 = prim.convert_element_type %5 : bf16 to f32
    %2 = prim.add %6, %1 : f32
    %4 = prim.convert_element_type %2 : f32 to bf16
    loop.yield %4 : bf16
  }
  loop.yield %3 : tensor<4096x3072xbf16>
}
