// Equal sizes written differently are equal types: ops that ask for equal types
// take them, and they print as one.
// RUN: tc-opt %s | FileCheck %s

// CHECK-LABEL: func.func @sums(
// CHECK-SAME: tensor<?xf32, #tc.dims<[2*s + 1]>>, %{{.*}}: tensor<?xf32, #tc.dims<[2*s + 1]>>
func.func @sums(%x: tensor<?xf32, #tc.dims<[2*s + 1]>>, %y: tensor<?xf32, #tc.dims<[1 + s + s]>>) {
  %0 = prim.add %x, %y : tensor<?xf32, #tc.dims<[(s + 1)*2 - 1]>>
  return
}

// CHECK-LABEL: func.func @products(
// CHECK-SAME: tensor<?xf32, #tc.dims<[b*s]>>
func.func @products(%x: tensor<?xf32, #tc.dims<[b*s]>>, %y: tensor<?xf32, #tc.dims<[floordiv(s*b*s, s)]>>) {
  %0 = prim.add %x, %y : tensor<?xf32, #tc.dims<[s*b]>>
  return
}

// CHECK-LABEL: func.func @constants(
// CHECK-SAME: tensor<12xf32>, %{{.*}}: tensor<?xf32, #tc.dims<[max(s, t)]>>
func.func @constants(%x: tensor<12xf32>, %y: tensor<?xf32, #tc.dims<[max(t, s, t)]>>) {
  %0 = prim.slice %x <[mod(17, 4) - 1]> step [1] : tensor<12xf32> to tensor<12xf32>
  %1 = prim.sub %y, %y : tensor<?xf32, #tc.dims<[max(s, t)]>>
  return
}

// Two sizes that somebody knows to be equal: the cast says so, and is checked
// when it runs.
// CHECK-LABEL: func.func @asserted(
func.func @asserted(%x: tensor<?xf32, #tc.dims<[b]>>, %y: tensor<?xf32, #tc.dims<[c]>>) {
  // CHECK: prim.cast_sizes %{{.*}} : tensor<?xf32, #tc.dims<[c]>> to tensor<?xf32, #tc.dims<[b]>>
  %0 = prim.cast_sizes %y : tensor<?xf32, #tc.dims<[c]>> to tensor<?xf32, #tc.dims<[b]>>
  %1 = prim.add %x, %0 : tensor<?xf32, #tc.dims<[b]>>
  return
}
