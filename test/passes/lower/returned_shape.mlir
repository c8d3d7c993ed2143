// A value that another kernel reads, and that is returned under another shape,
// is the result's memory: nothing is copied. Without another reader the shape is
// part of the kernel that makes it.
// RUN: tc-opt %s --prim-to-loop --loop-fuse --loop-layout --loop-plan-memory | FileCheck %s
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --repeat=1

// CHECK-LABEL: func.func @main(
// CHECK-SAME: loop.arena = #tc.size<0>
// CHECK-NEXT: %[[Y:.*]] = loop.launch @{{.*}} {loop.places = [{result = 0 : i64}]} : ({{.*}}) -> tensor<1x37x40xf32>
// CHECK-NEXT: %[[R:.*]] = prim.reshape %[[Y]] : tensor<1x37x40xf32> to tensor<37x40xf32>
// CHECK-NEXT: %[[M:.*]]:2 = loop.launch @{{.*}}(%[[Y]]) {loop.places = {{.*}}} : ({{.*}}) -> (tensor<8x5xf32>, tensor<1x40xf32>)
// CHECK-NEXT: return %[[R]], %[[M]]#1, %[[M]]#0
func.func @main(%x: tensor<1x37x24xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64, seed = 0 : i64}},
                %w: tensor<24x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64, seed = 0 : i64}})
    -> (tensor<37x40xf32>, tensor<1x40xf32>, tensor<8x5xf32>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [2], [0] : tensor<1x37x24xf32>, tensor<24x40xf32>
  %1 = prim.reshape %0 : tensor<1x37x40xf32> to tensor<37x40xf32>
  %2 = prim.amax %0 [1] : tensor<1x37x40xf32>
  %3 = prim.exp %2 : tensor<1x40xf32>
  %4 = prim.reshape %3 : tensor<1x40xf32> to tensor<8x5xf32>
  return %1, %2, %4 : tensor<37x40xf32>, tensor<1x40xf32>, tensor<8x5xf32>
}
