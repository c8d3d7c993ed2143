// On GPUs, where a thread has a row's terms and sums in registers, what can be done
// once for a row is: the maximum is that of the products as they are, and their
// factor one of the exponent, which is a single FMA; the factor by which sums are
// rescaled is selected to be 0 where nothing was summed, not each sum; quotients
// that are rounded to bf16 are products with one quotient of the row.
// RUN: sed 's/tc.version = "0.1"/&, tc.target = "cuda,tune=sm_90a"/' %s | tc-opt --tc-gpu | FileCheck %s
// RUN: sed 's/tc.version = "0.1"/&, tc.target = "cuda,tune=sm_90a"/' %s | tc-opt --tc-gpu | tc-opt --prim-expand-math=exp2=true | FileCheck %s --check-prefix=MATH
// CHECK: loop.for
// CHECK: loop.contract
// CHECK: loop.map
// CHECK-NOT: prim.mul
// CHECK: prim.where
// CHECK: loop.reduce {{.*}} [max]
// CHECK: prim.maximum
// CHECK: [[M:%[0-9]+]] = prim.where {{.*}}
// CHECK-NEXT: [[D:%[0-9]+]] = prim.sub {{.*}}, [[M]]
// CHECK-NEXT: [[C:%[0-9]+]] = prim.constant 1.250000e-01
// CHECK-NEXT: [[E:%[0-9]+]] = prim.mul [[D]], [[C]]
// CHECK-NEXT: prim.exp [[E]] {tc.absolute}
// CHECK: prim.exp {{.*}} {tc.absolute, tc.rescales}
// CHECK: prim.where
// CHECK: loop.contract
// CHECK-NOT: prim.where
// CHECK: loop.yield {{.*}}tensor<1x2x128xf32>, tensor<1x2x128xf32>, tensor<1x2x128x64xf32>
// CHECK: prim.constant 0x7FC00000
// CHECK: [[L:%[0-9]+]] = prim.div {{.*}}
// CHECK: prim.mul {{.*}}, [[L]]
// CHECK-NEXT: prim.convert_element_type

// k x - k h, k being 0.125 log2 e, or 2^-3 where k h is so large that it has no
// bits behind the point: then both products are exact.
// MATH: loop.reduce {{.*}} [max]
// MATH: [[K:%[0-9]+]] = prim.constant 0.180336878 : f32
// MATH: [[KH:%[0-9]+]] = prim.mul {{.*}}, [[K]]
// MATH: prim.abs [[KH]]
// MATH: prim.constant 0x4B800000
// MATH: prim.ge
// MATH: prim.constant 1.250000e-01
// MATH: [[S:%[0-9]+]] = prim.where
// MATH: [[SH:%[0-9]+]] = prim.mul {{.*}}, [[S]]
// MATH: [[N:%[0-9]+]] = prim.neg [[SH]]
// MATH: [[F:%[0-9]+]] = prim.fma {{.*}}, [[S]], [[N]]
// MATH: prim.exp2 [[F]] {tc.absolute}
// The factor of what was summed before has both products rounded, as the terms
// before and those of the block have them: the roundings cancel, and it is 1 where
// the maximum stays.
// MATH: [[RK:%[0-9]+]] = prim.where
// MATH: [[NEW:%[0-9]+]] = prim.mul {{.*}}, [[RK]]
// MATH: [[OLD:%[0-9]+]] = prim.mul {{.*}}, [[RK]]
// MATH: [[R:%[0-9]+]] = prim.sub [[OLD]], [[NEW]]
// MATH: prim.exp2 [[R]] {tc.absolute}
!b = tensor<1x2x128x64xbf16>
module attributes {tc.version = "0.1"} {
fx.graph @main(%b: !b) -> !b {
  %0 = fx.call "aten.scaled_dot_product_attention.default"(%b, %b, %b, none, 0.0, true) : (!b, !b, !b) -> !b
  fx.output %0 : !b
}
}
