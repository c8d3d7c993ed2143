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
// A result of attention that is read by backward is saved: to compute it again
// takes two products, one of the other.
// RUN: sed 's/{tc.version/{tc.target = "cuda,tune=sm_90a", tc.version/; s/fx.output %%0 : \(.*\)/%%2 = fx.call "aten.mul.Tensor"(%%0, %%0) : (\1, \1) -> \1\n    fx.output %%2 : \1/' %s | tc-opt --pass-pipeline='builtin.module(tc-to-prim,prim-autodiff{results=0 wrt=all unit=false},tc-clean-up,func.func(prim-simplify),prim-partition)' | FileCheck %s --check-prefix=RESULT
// RESULT: func.func @main.forward({{.*}}tc.saved_bytes = #tc.size<139264>
// What forward transposes is saved as it lies then.
// RUN: sed 's/{tc.version/{tc.target = "cuda,tune=sm_90a", tc.version/; s/fx.output %%0 : .*/%%2 = fx.call "aten.transpose.int"(%%0, 1, 2) : (tensor<2x4x128x64xbf16>) -> tensor<2x128x4x64xbf16>\n    %%3 = fx.call "aten.mul.Tensor"(%%2, %%2) : (tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>) -> tensor<2x128x4x64xbf16>\n    fx.output %%3 : tensor<2x128x4x64xbf16>/; s/-> tensor<2x4x128x64xbf16> {/-> tensor<2x128x4x64xbf16> {/' %s | tc-opt --pass-pipeline='builtin.module(tc-to-prim,prim-autodiff{results=0 wrt=all unit=false},tc-clean-up,func.func(prim-simplify),prim-partition)' | FileCheck %s --check-prefix=MOVED
// MOVED: func.func @main.backward(
// MOVED-NOT: tensor<2x4x128x64xbf16> {fx.name = "saved
// MOVED-SAME: tensor<2x128x4x64xbf16> {fx.name = "saved
// CHECK: func.func @main.backward(
// CHECK-SAME: tensor<2x4x128xf32>
// CHECK-SAME: tensor<2x4x128xf32>
// CHECK-NOT: x128x128x{{.*}}->
// CHECK: prim.exp
// SAVED: func.func @main.backward({{.*}}x128x128xf32>
// What lies in memory of scores is the mask of those that are kept.
// RUN: sed 's/{tc.version/{tc.target = "cuda,tune=sm_90a", tc.version/; s/"aten.scaled_dot_product_attention.default"(%%q, %%k, %%v, none, 0.0, true) : (\(.*\)) -> \(.*\)/"aten._scaled_dot_product_attention_math.default"(%%q, %%k, %%v, none, 0.25, true, %%kept) : (\1, tensor<2x4x128x128xi1>) -> (\2, tensor<2x4x128x128xbf16>)/; s/%%0 =/%%0, %%1 =/; s/@main(/&%%kept: tensor<2x4x128x128xi1>, /' %s | tc-opt --pass-pipeline='builtin.module(tc-to-prim,func.func(prim-simplify{disable=dotOfWidened,whereOrdered}),prim-autodiff{results=0 wrt=1,2,3 unit=false},tc-clean-up,func.func(prim-simplify),prim-partition)' >%t.kept.mlir
// RUN: FileCheck %s <%t.kept.mlir --check-prefix=SAVES
// RUN: tc-opt %t.kept.mlir --pass-pipeline='builtin.module(tc-select-entry{entry=main.forward},tc-gpu)' | FileCheck %s --check-prefix=KEPT
// RUN: tc-opt %t.kept.mlir --pass-pipeline='builtin.module(tc-select-entry{entry=main.backward},tc-gpu)' | FileCheck %s --check-prefix=KEPT
// SAVES: func.func @main.forward({{.*}}tc.saved_bytes = #tc.size<8192>
// KEPT: func.func
// KEPT-NOT: -> {{.*}}x128x128x
// KEPT: loop.launch
// KEPT-NOT: -> {{.*}}x128x128x
// KEPT: return
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
