// What backward recomputes of attention depends on what loop-fuse streams: on GPUs
// products of bf16 of 64 rows and columns or more. Then two numbers a row are saved,
// the maximum and the sum, and neither half has a value as large as the scores. On
// CPUs, and in f32, 128 rows are too few for that.
// RUN: sed 's/{tc.version/{tc.target = "cuda,tune=sm_90a", tc.version/' %s | tc-opt --pass-pipeline='builtin.module(tc-to-prim,func.func(prim-simplify{disable=dotOfWidened,whereOrdered}),prim-autodiff{results=0 wrt=all unit=false},tc-clean-up,func.func(prim-simplify),prim-partition)' >%t.mlir
// RUN: FileCheck %s <%t.mlir
// RUN: tc-opt %t.mlir --pass-pipeline='builtin.module(tc-select-entry{entry=main.forward},tc-gpu)' | FileCheck %s --check-prefix=HALF
// RUN: tc-opt %t.mlir --pass-pipeline='builtin.module(tc-select-entry{entry=main.backward},tc-gpu)' | FileCheck %s --check-prefix=HALF
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-prim,func.func(prim-simplify{disable=dotOfWidened,whereOrdered}),prim-autodiff{results=0 wrt=all unit=false},tc-clean-up,func.func(prim-simplify),prim-partition)' | FileCheck %s --check-prefix=SAVED
// RUN: sed 's/{tc.version/{tc.target = "cuda,tune=sm_90a", tc.version/; s/bf16/f32/g' %s | tc-opt --pass-pipeline='builtin.module(tc-to-prim,func.func(prim-simplify{disable=dotOfWidened,whereOrdered}),prim-autodiff{results=0 wrt=all unit=false},tc-clean-up,func.func(prim-simplify),prim-partition)' | FileCheck %s --check-prefix=SAVED
// CHECK: func.func @main.backward(
// CHECK-SAME: tensor<2x4x128xf32>
// CHECK-SAME: tensor<2x4x128xf32>
// CHECK-NOT: x128x128x{{.*}}->
// CHECK: prim.exp
// SAVED: func.func @main.backward({{.*}}x128x128xf32>
// HALF: func.func
// HALF-NOT: x128x128x
// HALF: loop.launch
// HALF-NOT: x128x128x
// HALF: return
module attributes {tc.version = "0.1"} {
  fx.graph @main(%q: tensor<2x4x128x64xbf16>, %k: tensor<2x4x128x64xbf16>, %v: tensor<2x4x128x64xbf16>) -> tensor<2x4x128x64xbf16> {
    %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, true) : (tensor<2x4x128x64xbf16>, tensor<2x4x128x64xbf16>, tensor<2x4x128x64xbf16>) -> tensor<2x4x128x64xbf16>
    fx.output %0 : tensor<2x4x128x64xbf16>
  }
}
