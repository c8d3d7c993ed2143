// Two teams pay for the maps behind a product where these run on pairs of columns (lower/gpu/unit_pairs.c). Where they
// read an element of a row, or have fewer than eight columns at once, f32 are exchanged before, which costs a team more.
// RUN: tc-opt --loop-schedule=target=cuda,tune=sm_90a %s | FileCheck %s
// RUN: sed 's/%c\[j\] : tensor<2048xf32>/%c[i] : tensor<4096xf32>/; s/%c: tensor<2048xf32>/%c: tensor<4096xf32>/' %s | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=ALONE
// RUN: sed 's/2048/2044/g' %s | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=ALONE
// CHECK: loop.schedule
// CHECK-SAME: roles
// ALONE: loop.schedule
// ALONE-NOT: roles
!x = tensor<4096x768xbf16>
!w = tensor<2048x768xbf16>
!y = tensor<4096x2048xbf16>
loop.kernel @silu(%x: !x, %w: !w, %c: tensor<2048xf32>) -> !y iters(i = 4096, j = 2048, k = 768) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[j, k] : !w) -> tensor<4096x2048xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  %3 = loop.map (i, j) reads(%a = %0[i, j] : tensor<4096x2048xf32>, %b = %c[j] : tensor<2048xf32>) -> !y {
    %1 = prim.add %a, %b : f32
    %2 = prim.abs %1 : f32
    %3 = prim.neg %2 : f32
    %4 = prim.exp %3 {tc.narrow} : f32
    %one = prim.constant 1.0 : f32
    %5 = prim.add %4, %one : f32
    %zero = prim.constant 0.0 : f32
    %6 = prim.lt %1, %zero : f32
    %7 = prim.where %6, %4, %one : i1, f32
    %8 = prim.div %7, %5 {tc.narrow} : f32
    %9 = prim.mul %1, %8 : f32
    %10 = prim.convert_element_type %9 : f32 to bf16
    loop.yield %10 : bf16
  }
  loop.yield %3 : !y
}
