// The pipelines by name, in tc-opt and in another compiler; the passes of one,
// one after the other, give what it gives.
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// RUN: %mlir_opt %s --pass-pipeline='builtin.module(tc-cpu)' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-prim)' | tc-opt --pass-pipeline='builtin.module(func.func(prim-fold-uniform,prim-simplify))' | tc-opt --prim-prepare | tc-opt --prim-to-loop | tc-opt --loop-fuse=stream=true | tc-opt --loop-stream | tc-opt --cse | tc-opt --loop-layout | tc-opt --loop-pack | tc-opt --loop-plan-memory | FileCheck %s
// RUN: not tc-opt %s --pass-pipeline='builtin.module(tc-cpu{x=1})' 2>&1 | FileCheck %s --check-prefix=OPTIONS
// OPTIONS: [TC-1011]

// CHECK: loop.kernel private @[[K:[a-z0-9_]+]](
// CHECK: loop.contract
// CHECK: loop.map
// CHECK-LABEL: func.func @main
// CHECK: loop.launch @[[K]](%arg0, {{.*}}) {loop.places = [{result = 0 : i64}]}
// CHECK-NEXT: return

prim.weight @w : tensor<4x8xf32>
fx.graph @main(%x: tensor<2x8xf32>) -> (tensor<2x4xf32>) {
  %w = fx.get_attr @w : tensor<4x8xf32>
  %0 = fx.call "aten.linear.default"(%x, %w, none) : (tensor<2x8xf32>, tensor<4x8xf32>) -> tensor<2x4xf32>
  %1 = fx.call "aten.relu.default"(%0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  fx.output %1 : tensor<2x4xf32>
}
