// While a tile's sums are computed, what its maps read and store is prefetched,
// and the rows of the next tile, also those behind the last one.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: env TC_NUMBERS=cpu_long_kernel=100000 tc-compile %s --target=x86-64-v4 --emit=asm -o - | grep -c prefetcht1 | FileCheck %s
// A tile has 6 rows of 4 lines of the residual and of the result, and one of 5
// rows is the last one's; in each, one of the next rows in each of four steps.
// (Counted with their loops unrolled, which LLVM does in kernels that do not
// count as long.)
// CHECK: {{^96$}}
prim.weight @w : tensor<64x96xf32> {init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 1}}
func.func @main(%x: tensor<47x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %r: tensor<47x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<47x64xf32> {
  %w = prim.get_weight @w : tensor<64x96xf32>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<47x96xf32>, tensor<64x96xf32>
  %1 = prim.add %0, %r : tensor<47x64xf32>
  return %1 : tensor<47x64xf32>
}
