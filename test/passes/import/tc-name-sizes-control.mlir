// Sizes are named through the regions of captured control flow.
// RUN: tc-opt %s | tc-opt | FileCheck %s --check-prefix=AS-IT-IS
// RUN: tc-opt %s --tc-name-sizes | FileCheck %s
// RUN: tc-opt %s --tc-name-sizes --tc-name-sizes | FileCheck %s
// RUN: tc-opt %s --tc-to-prim | FileCheck %s --check-prefix=PRIM
// RUN: tc-opt %s --tc-cpu

// A branch that gives an argument, and one that gives what it computes: both
// have the sizes of the result.
// AS-IT-IS-LABEL: fx.graph @cond(
// AS-IT-IS-SAME: tensor<?xf32>
// CHECK-LABEL: fx.graph @cond(
// CHECK: fx.cond {{.*}} -> tensor<?xf32, #tc.dims<[s1]>> then {
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<?xf32, #tc.dims<[s0]>>):
// CHECK-NEXT: %[[C:.*]] = fx.call "aten.alias_copy.default"(%[[A]]) : (tensor<?xf32, #tc.dims<[s0]>>) -> tensor<?xf32, #tc.dims<[s1]>>
// CHECK-NEXT: fx.output %[[C]]
// PRIM-LABEL: func.func @cond(
// PRIM-SAME: -> tensor<?xf32, #tc.dims<[s0]>>
// PRIM-NOT: cast_sizes
// PRIM: return
fx.graph @cond(%x: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>) {
  %0 = fx.cond %p(%x) : (tensor<i1>, tensor<?xf32>) -> tensor<?xf32> then {
  ^bb0(%a: tensor<?xf32>):
    fx.output %a : tensor<?xf32>
  } else {
  ^bb0(%a: tensor<?xf32>):
    %1 = fx.call "aten.neg.default"(%a) : (tensor<?xf32>) -> tensor<?xf32>
    fx.output %1 : tensor<?xf32>
  }
  fx.output %0 : tensor<?xf32>
}

// What the body of a scan needs to be equal is asserted before it; the size of
// what it stacks is that of what the body computes.
// AS-IT-IS-LABEL: fx.graph @scan(
// AS-IT-IS: fx.scan{{.*}} -> (tensor<?xf32>, tensor<?x?xf32>) {
// CHECK-LABEL: fx.graph @scan(
// CHECK: ^bb0(%{{.*}}: tensor<?xf32, #tc.dims<[s0]>>, %{{.*}}: tensor<?xf32, #tc.dims<[s2]>>, %{{.*}}: tensor<?xf32, #tc.dims<[s3]>>):
// PRIM-LABEL: func.func @scan(
// PRIM-SAME: %[[H:.*]]: tensor<?xf32, #tc.dims<[s0]>>, %[[X:.*]]: tensor<?x?xf32, #tc.dims<[s1, s2]>>, %[[W:.*]]: tensor<?xf32, #tc.dims<[s3]>>) -> (tensor<?xf32, #tc.dims<[s0]>>, tensor<?x?xf32, #tc.dims<[s1, s0]>>)
// PRIM-DAG: prim.cast_sizes %[[X]] : {{.*}} to tensor<?x?xf32, #tc.dims<[s1, s0]>>
// PRIM-DAG: prim.cast_sizes %[[W]] : {{.*}} to tensor<?xf32, #tc.dims<[s0]>>
// PRIM: prim.scan
// PRIM-NOT: cast_sizes
// PRIM: prim.yield
fx.graph @scan(%h: tensor<?xf32>, %xs: tensor<?x?xf32>, %w: tensor<?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %0:2 = fx.scan (%h) over (%xs) with (%w) : (tensor<?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  ^bb0(%c: tensor<?xf32>, %x: tensor<?xf32>, %v: tensor<?xf32>):
    %m = fx.call "aten.mul.Tensor"(%c, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %a = fx.call "aten.add.Tensor"(%m, %v) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    fx.output %a, %m : tensor<?xf32>, tensor<?xf32>
  }
  fx.output %0#0, %0#1 : tensor<?xf32>, tensor<?x?xf32>
}

// Two arguments that a map goes over together have equal leading sizes.
// CHECK-LABEL: fx.graph @map(
// CHECK: %[[Y:.*]] = fx.call "aten.alias_copy.default"(%{{.*}}) : (tensor<?x4xf32, #tc.dims<[s1, 4]>>) -> tensor<?x4xf32, #tc.dims<[s0, 4]>>
// CHECK: fx.map over(%{{.*}}, %[[Y]])
// PRIM-LABEL: func.func @map(
// PRIM-SAME: -> tensor<?x4xf32, #tc.dims<[s0, 4]>>
fx.graph @map(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> (tensor<?x4xf32>) {
  %0 = fx.map over (%x, %y) with () : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32> {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %1 = fx.call "aten.mul.Tensor"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    fx.output %1 : tensor<4xf32>
  }
  fx.output %0 : tensor<?x4xf32>
}

// A loop leaves the sizes of what it carries: the body asserts it.
// CHECK-LABEL: fx.graph @while(
// CHECK-SAME: -> tensor<?xf32, #tc.dims<[s0]>>
// PRIM-LABEL: func.func @while(
// PRIM: do {
// PRIM: prim.cast_sizes %{{.*}} : tensor<?xf32, #tc.dims<[2*s0]>> to tensor<?xf32, #tc.dims<[s0]>>
fx.graph @while(%x: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>) {
  %0:2 = fx.while_loop (%x, %p) with () : (tensor<?xf32>, tensor<i1>) -> (tensor<?xf32>, tensor<i1>) cond {
  ^bb0(%c: tensor<?xf32>, %q: tensor<i1>):
    fx.output %q : tensor<i1>
  } do {
  ^bb0(%c: tensor<?xf32>, %q: tensor<i1>):
    %1 = fx.call "aten.cat.default"([%c, %c]) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %2 = fx.call "aten.logical_not.default"(%q) : (tensor<i1>) -> tensor<i1>
    fx.output %1, %2 : tensor<?xf32>, tensor<i1>
  }
  fx.output %0#0 : tensor<?xf32>
}

// The sizes over which a product sums are asserted to be equal.
// PRIM-LABEL: func.func @product(
// PRIM: %[[C:.*]] = prim.cast_sizes %{{.*}} : {{.*}} to tensor<?x?xf32, #tc.dims<[s1, s3]>>
// PRIM: prim.dot_general %{{.*}}, %[[C]]
fx.graph @product(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>) {
  %0 = fx.call "aten.mm.default"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  fx.output %0 : tensor<?x?xf32>
}
