// On GPUs maps whose results the function returns, as an optimizer's new
// parameters, share a launch, whatever their shapes, if a launch takes as long as
// they do: not large ones, and not those that something else reads, too.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise=cuda})' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse)' | FileCheck %s --check-prefix=CPU
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise=cuda},loop-plan-memory,loop-schedule{target=cuda,tune=sm_90a})' | FileCheck %s --check-prefix=ONE

!p = tensor<256x768xf32>
!q = tensor<1024x300xf32>
// CHECK-LABEL: func.func @updates
// CHECK-COUNT-1: loop.launch
// CHECK-NOT: loop.launch
// CHECK: return
// CPU-LABEL: func.func @updates
// CPU-COUNT-3: loop.launch
// ONE: threads = 256 : i64}]}}
func.func @updates(%p: !p, %g: !p, %q: !q, %h: !q, %r: tensor<5xf32>) -> (!p, !q, tensor<5xf32>) {
  %0 = prim.sub %p, %g : !p
  %1 = prim.sub %q, %h : !q
  %2 = prim.neg %r : tensor<5xf32>
  return %0, %1, %2 : !p, !q, tensor<5xf32>
}

// -----

!p = tensor<256x768xf32>
!q = tensor<4096x768xf32>
// CHECK-LABEL: func.func @larger
// CHECK-COUNT-2: loop.launch
func.func @larger(%p: !p, %q: !q) -> (!p, !q) {
  %0 = prim.neg %p : !p
  %1 = prim.neg %q : !q
  return %0, %1 : !p, !q
}

// -----

!p = tensor<256x768xf32>
!q = tensor<1024x300xf32>
// CHECK-LABEL: func.func @read
// CHECK-COUNT-4: loop.launch
func.func @read(%p: !p, %q: !q) -> (tensor<256xf32>, tensor<1024xf32>) {
  %0 = prim.cumsum %p dim 1 : !p
  %1 = prim.exp %0 : !p
  %2 = prim.sum %1 [1] : !p
  %3 = prim.cumsum %q dim 1 : !q
  %4 = prim.exp %3 : !q
  %5 = prim.sum %4 [1] : !q
  return %2, %5 : tensor<256xf32>, tensor<1024xf32>
}
