// Panels of more than 2 MiB come from memory: each tile prefetches its part of
// the next one, where the second cache keeps two of them and the rows. Others,
// here of a number of steps that four do not divide, are prefetched 64 steps
// ahead, also behind the last one. Those of less stay in a cache. Where a quarter of the second cache keeps no panel, sums run
// in blocks of 250 steps.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: env TC_NUMBERS=cpu_long_kernel=100000 tc-compile %s --target=x86-64-v4 --emit=asm -o - | grep -c prefetcht1 | FileCheck %s
// RUN: env TC_NUMBERS=cpu_run_steps=1099511627776 tc-compile %t.mlir -o %t.most.so && tc-run %t.most.so --check --guard --repeat=1
// RUN: sed s/1000/1009/g %s >%t.far.mlir && env TC_NUMBERS=cpu_long_kernel=100000 tc-compile %t.far.mlir --target=x86-64-v4 --emit=asm -o - | grep -c prefetcht1 | FileCheck %s --check-prefix=FAR
// RUN: tc-compile %t.mlir --target=x86-64-v3,l2=65536 -o %t.so && tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v3,l2=65536 --emit=ll -o - | FileCheck %s --check-prefix=BLOCK
// In each product the two lines of a row of a tile's results, in a loop over
// rows, and, in each of four steps, one of the next rows; in the first one 4 of
// the next panel, or 2 in each step, the last steps' loop included.
// (Counted with their loops unrolled, which LLVM does in kernels that do not
// count as long.)
// CHECK: {{^16$}}
// FAR: {{^24$}}
// BLOCK: icmp {{.*}}, 250
prim.weight @w : tensor<544x1000xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 1}}
prim.weight @v : tensor<480x1000xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 2}}
func.func @main(%x: tensor<24x1000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}}) -> (tensor<24x544xf32>, tensor<24x480xf32>) {
  %w = prim.get_weight @w : tensor<544x1000xf32>
  %v = prim.get_weight @v : tensor<480x1000xf32>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<24x1000xf32>, tensor<544x1000xf32>
  %1 = prim.dot_general %x, %v batch [], [] contract [1], [1] : tensor<24x1000xf32>, tensor<480x1000xf32>
  return %0, %1 : tensor<24x544xf32>, tensor<24x480xf32>
}
