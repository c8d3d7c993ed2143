// Rows of a streamed attention, each of which four threads have the elements of.
// RUN: tc-opt %s --tc-gpu | tc-opt --prim-expand-math=exp2=true --loop-to-gpu=target=cuda,tune=sm_90a -o %t.mlir
// RUN: FileCheck %s --input-file %t.mlir
// RUN: FileCheck %s --check-prefix=SUM --input-file %t.mlir
// RUN: tc-opt %s --tc-gpu | tc-opt --loop-schedule=target=cuda,tune=sm_90a | sed 's/ring = 2/ring = 3/; s/resident = [0-9]/resident = 1/' | tc-opt --prim-expand-math=exp2=true --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=SLOT

// A causal mask compares a distance, of 32 bits, which is one for all of a row's
// elements in a block, with constants.
// CHECK: scf.for
// CHECK: arith.cmpi sge, %{{.*}}, %c112_i32{{.*}} : i32
// CHECK: arith.cmpi sge, %{{.*}}, %c113_i32{{.*}} : i32
// A row's maximum is that of its halves' maxima.
// CHECK: [[A:%[0-9]+]] = llvm.intr.maximum
// CHECK: [[B:%[0-9]+]] = llvm.intr.maximum
// CHECK: llvm.intr.maximum([[A]], [[B]])

// The threads exchange each block's maxima; of the sums each carries its own part
// to the end of the loops.
// SUM: scf.for
// SUM-COUNT-4: gpu.shuffle
// SUM-NOT: gpu.shuffle
// SUM: scf.yield
// SUM: scf.for
// SUM: scf.for
// SUM: scf.for
// SUM-NOT: gpu.shuffle
// SUM: scf.yield
// SUM-COUNT-4: gpu.shuffle
// SUM-NOT: gpu.shuffle
// Numbers of rows are computed again behind the loops.
// SUM: llvm.inline_asm {{.*}} "", "=r,0"

// Of three slots LLVM does not see how a block's is computed.
// SLOT: scf.for
// SLOT: [[N:%[0-9]+]] = arith.remui
// SLOT-NEXT: [[W:%[0-9]+]] = arith.trunci [[N]]
// SLOT-NEXT: llvm.inline_asm {{.*}} "", "=r,0" [[W]]
module attributes {tc.version = "0.1"} {
  fx.graph @main(%q: tensor<1x1x256x64xbf16>, %k: tensor<1x1x256x64xbf16>, %v: tensor<1x1x256x64xbf16>) -> (tensor<1x1x256x64xbf16>) {
    %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, true) : (tensor<1x1x256x64xbf16>, tensor<1x1x256x64xbf16>, tensor<1x1x256x64xbf16>) -> tensor<1x1x256x64xbf16>
    fx.output %0 : tensor<1x1x256x64xbf16>
  }
}
