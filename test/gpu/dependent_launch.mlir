// From sm_90 a kernel may be started before the one before it has ended: it
// waits itself, before it reads or writes anything.
// RUN: rm -rf %t && mkdir -p %t
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda --loop-to-gpu=target=cuda | FileCheck %s
// RUN: tc-opt %s --tc-gpu --loop-to-gpu=target=cuda,tune=sm_80 | FileCheck %s --check-prefix=OLD
// RUN: tc-compile %s --target=cuda --emit=ptx -o %t/new.ptx
// RUN: FileCheck %s --input-file=%t/new.ptx --check-prefix=PTX
// The runtime tells the driver, once for each such launch.
// RUN: tc-compile %s --target=cuda -o %t/new.so
// RUN: env TC_STANDIN_LOG=%t/new.log LD_LIBRARY_PATH=%build/test/drivers tc-run %t/new.so --repeat 1 --no-header > %t/out
// RUN: FileCheck %s --input-file=%t/new.log --check-prefix=EARLY
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 -o %t/old.so
// RUN: env TC_STANDIN_LOG=%t/old.log LD_LIBRARY_PATH=%build/test/drivers tc-run %t/old.so --repeat 1 --no-header > %t/out
// RUN: FileCheck %s --input-file=%t/old.log --check-prefix=LATE
// By hand: left out where a schedule does not say so, refused where the target cannot.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda -o %t/by_hand.mlir
// RUN: sed 's/, overlap = "dependent"//' %t/by_hand.mlir > %t/without.mlir
// RUN: tc-opt %t/without.mlir --loop-to-gpu=target=cuda | FileCheck %s --check-prefix=OLD
// RUN: sed 's/overlap = "dependent"/overlap = "soon"/' %t/by_hand.mlir > %t/unknown.mlir
// RUN: not tc-opt %t/unknown.mlir --loop-to-gpu=target=cuda 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tc-opt %t/by_hand.mlir --loop-to-gpu=target=cuda,dependent-launch=0 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: overlap = "dependent"
// CHECK: gpu.func
// CHECK-SAME: loop.overlap = "dependent"
// CHECK-NEXT: nvvm.griddepcontrol wait
// CHECK: llvm.load
// OLD-NOT: griddepcontrol
// OLD-NOT: loop.overlap
// OLD: gpu.func
// OLD-NOT: griddepcontrol
// OLD-NOT: loop.overlap
// OLD: gpu.return
// PTX: .entry
// PTX-NOT: {{(ld|st).global}}
// PTX: griddepcontrol.wait
// PTX: ld.global
// EARLY: may start early: k0_sum
// EARLY-NEXT: launch k0_sum
// EARLY-NEXT: may start early: k1_dot_general
// EARLY-NEXT: launch k1_dot_general
// LATE-NOT: early
// LATE: launch k0_sum
// LATE-NEXT: launch k1_dot_general
// UNKNOWN: [TC-0610] {{.*}}overlap: it is "dependent" or left out
// REFUSED: overlap: kernels of this target start when the one before has ended

func.func @main(%x: tensor<64x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %y: tensor<128x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> (tensor<64xf32>, tensor<64x64xf32>) {
  %m = prim.sum %x [1] : tensor<64x128xf32>
  %p = prim.dot_general %x, %y batch [], [] contract [1], [0] : tensor<64x128xf32>, tensor<128x64xf32>
  return %m, %p : tensor<64xf32>, tensor<64x64xf32>
}
