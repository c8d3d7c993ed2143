// erf x beside 1 has one form for all x: 1 - 2^y on a machine with 2^x, elsewhere
// 1 - q^4, of a polynomial up to 4, and where that 2^x is a polynomial itself.
// RUN: tc-opt %s --prim-expand-math=exp2=true | FileCheck %s
// RUN: tc-opt %s --prim-expand-math | FileCheck %s --check-prefix=PORTABLE
// RUN: tc-opt %s --prim-expand-math="exp2=true series=true" | FileCheck %s --check-prefixes=PORTABLE,SERIES
// CHECK-LABEL: loop.kernel @beside
// CHECK-COUNT-7: prim.fma
// CHECK-NOT: prim.fma
// CHECK: [[P:%.*]] = prim.exp2 {{.*}} {tc.absolute}
// CHECK-NEXT: prim.constant 1.0
// CHECK-NEXT: prim.sub %{{.*}}, [[P]]
// CHECK-NOT: prim.where
// CHECK: loop.yield
// PORTABLE-LABEL: loop.kernel @beside
// PORTABLE: prim.where
// PORTABLE-COUNT-9: prim.fma
// PORTABLE-NOT: prim.fma
// PORTABLE-NOT: prim.where
// PORTABLE: loop.yield
loop.kernel @beside(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) {
  %0 = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    %1 = prim.erf %a {tc.absolute} : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<8xf32>
}

// SERIES-LABEL: loop.kernel @tangent
// SERIES: prim.exp2 {{.*}} {tc.absolute}
// CHECK-LABEL: loop.kernel @tangent
// CHECK: prim.exp2 {{.*}} {tc.absolute}
// CHECK: prim.reciprocal {{.*}} {tc.absolute}
// CHECK-NOT: prim.where
// CHECK: loop.yield
loop.kernel @tangent(%x: tensor<8xbf16>) -> tensor<8xbf16> iters(i = 8) {
  %0 = loop.map (i) reads(%a = %x[i] : tensor<8xbf16>) -> tensor<8xbf16> {
    %1 = prim.tanh %a {tc.absolute} : bf16
    loop.yield %1 : bf16
  }
  loop.yield %0 : tensor<8xbf16>
}

// A mark on a sum of other than 1 and erf means nothing here.
// CHECK-LABEL: loop.kernel @marked
// CHECK: [[ERF:%.*]] = prim.bitcast {{.*}} : i32 to f32
// CHECK: prim.add [[ERF]], %{{.*}} {tc.narrow} : f32
loop.kernel @marked(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) {
  %0 = loop.map (i) reads(%v = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    %1 = prim.erf %v {tc.absolute} : f32
    %2 = prim.add %1, %v {tc.narrow} : f32
    loop.yield %2 : f32
  }
  loop.yield %0 : tensor<8xf32>
}
