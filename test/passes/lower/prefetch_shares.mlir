// What the maps of a tile read and store is prefetched in shares: each of the
// six blocks of 128 steps of a sum begins with a row of the tile. A sum of one
// block has them all before it.
// RUN: tc-opt %s --split-input-file --tc-cpu --loop-to-cpu --canonicalize --cse | FileCheck %s
// CHECK-LABEL: func.func private @{{.*}}_add(
// CHECK-DAG: %[[END:.*]] = arith.constant 768 : i64
// CHECK-DAG: %[[BLOCK:.*]] = arith.constant 128 : i64
// CHECK-DAG: %[[ROWS:.*]] = arith.constant 6 : i64
// CHECK: scf.for %[[STEP:.*]] = %{{.*}} to %[[END]] step %[[BLOCK]] iter_args
// CHECK: %[[ROW:.*]] = arith.divui %[[STEP]], %[[BLOCK]]
// CHECK: %[[NEXT:.*]] = arith.minsi %{{.*}}, %[[ROWS]]
// CHECK-NEXT: scf.for %{{.*}} = %[[ROW]] to %[[NEXT]] step %{{.*}} : i64 {
// CHECK: llvm.intr.prefetch
// CHECK: llvm.intr.prefetch
// CHECK: }
// CHECK: scf.for %{{.*}} iter_args
module attributes {tc.version = "0.1", tc.target = "x86-64-v3,l2=2097152,l3=33554432,cores=2"} {
func.func @main(%x: tensor<96x768xf32>, %y: tensor<768x64xf32>, %z: tensor<96x64xf32>) -> tensor<96x64xf32> {
  %0 = prim.dot_general %x, %y batch [], [] contract [1], [0] : tensor<96x768xf32>, tensor<768x64xf32>
  %1 = prim.add %0, %z : tensor<96x64xf32>
  func.return %1 : tensor<96x64xf32>
}
}

// -----

// CHECK-LABEL: func.func private @{{.*}}_add(
// CHECK: %[[ALL:.*]] = arith.constant 6 : i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[ALL]] step
// CHECK: llvm.intr.prefetch
// CHECK: llvm.intr.prefetch
// CHECK: }
// CHECK: scf.for %{{.*}} iter_args
module attributes {tc.version = "0.1", tc.target = "x86-64-v3,l2=2097152,l3=33554432,cores=2"} {
func.func @main(%x: tensor<96x64xf32>, %y: tensor<64x64xf32>, %z: tensor<96x64xf32>) -> tensor<96x64xf32> {
  %0 = prim.dot_general %x, %y batch [], [] contract [1], [0] : tensor<96x64xf32>, tensor<64x64xf32>
  %1 = prim.add %0, %z : tensor<96x64xf32>
  func.return %1 : tensor<96x64xf32>
}
}
