// RUN: not tc-opt %s --tc-cpu --loop-to-cpu=target=cuda 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not tc-opt %s --tc-cpu --loop-to-cpu=target=x86-64-v4 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not tc-opt %s --tc-cpu --loop-to-cpu=target=none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tc-opt %s --prim-to-loop --loop-fuse --loop-to-cpu 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: not tc-opt %S/Inputs/foreign_op.mlir --loop-to-cpu 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: [TC-0602] launches and ops of other dialects cannot be in one function
// GPU: [TC-2600] loop-to-cpu takes CPUs: for GPUs there is loop-to-gpu
// WIDE: [TC-0613] loop-to-cpu takes no target with AVX-512
// NONE: [TC-2600]
// PLAN: [TC-0602] {{.*}}run loop-plan-memory first
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = prim.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
