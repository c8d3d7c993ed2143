// Factors of f32 that are split on a unit of TF32 and are infinite, NaN (that of
// all bits, which NVIDIA's machines compute, too), or so large that they round
// to an infinite number of TF32: sums that are not finite are computed anew. In
// a product, its maps behind it, and in parts of a long sum.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_80 | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate,units=80 --check --guard --repeat=1
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// CHECK-COUNT-2: unit = "mma.m16n8k8.tf32x3"
// PTX: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
// PTX-NOT: cvt.rna.tf32
func.func @main(
    %x: tensor<70x136xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64, seed = 0 : i64}},
    %y: tensor<136x48xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64, seed = 0 : i64}},
    %b: tensor<70x48xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64, seed = 0 : i64}},
    %u: tensor<4096x24xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64, seed = 0 : i64}}) -> (tensor<70x48xf32>, tensor<24x24xf32>) {
  // Of x row 3 has NaN at 5, row 4 infinity at 7, row 5 the largest number at 9,
  // and row 6 both infinities; u infinity in one row of column 2.
  %nan = prim.constant dense<0x7FFFFFFF> : tensor<70x136xf32>
  %inf = prim.constant dense<0x7F800000> : tensor<70x136xf32>
  %minus = prim.constant dense<0xFF800000> : tensor<70x136xf32>
  %most = prim.constant dense<0x7F7FFFFF> : tensor<70x136xf32>
  %i = prim.iota 0 : i64, 136 : i64 : tensor<70xi64>
  %j = prim.iota 0 : i64, 1 : i64 : tensor<136xi64>
  %ib = prim.broadcast_in_dim %i [0] : tensor<70xi64> to tensor<70x136xi64>
  %jb = prim.broadcast_in_dim %j [1] : tensor<136xi64> to tensor<70x136xi64>
  %at = prim.add %ib, %jb : tensor<70x136xi64>
  %p3 = prim.constant dense<413> : tensor<70x136xi64>
  %p4 = prim.constant dense<551> : tensor<70x136xi64>
  %p5 = prim.constant dense<689> : tensor<70x136xi64>
  %p6 = prim.constant dense<827> : tensor<70x136xi64>
  %p6b = prim.constant dense<828> : tensor<70x136xi64>
  %is3 = prim.eq %at, %p3 : tensor<70x136xi64>
  %is4 = prim.eq %at, %p4 : tensor<70x136xi64>
  %is5 = prim.eq %at, %p5 : tensor<70x136xi64>
  %is6 = prim.eq %at, %p6 : tensor<70x136xi64>
  %is6b = prim.eq %at, %p6b : tensor<70x136xi64>
  %x3 = prim.where %is3, %nan, %x : tensor<70x136xi1>, tensor<70x136xf32>
  %x4 = prim.where %is4, %inf, %x3 : tensor<70x136xi1>, tensor<70x136xf32>
  %x5 = prim.where %is5, %most, %x4 : tensor<70x136xi1>, tensor<70x136xf32>
  %x6 = prim.where %is6, %inf, %x5 : tensor<70x136xi1>, tensor<70x136xf32>
  %x7 = prim.where %is6b, %minus, %x6 : tensor<70x136xi1>, tensor<70x136xf32>
  %tiny = prim.constant dense<0.125> : tensor<136x48xf32>
  %y2 = prim.mul %y, %tiny : tensor<136x48xf32>
  %0 = prim.dot_general %x7, %y2 batch [], [] contract [1], [0] : tensor<70x136xf32>, tensor<136x48xf32>
  %1 = prim.add %0, %b : tensor<70x48xf32>
  %ui = prim.iota 0 : i64, 24 : i64 : tensor<4096xi64>
  %uj = prim.iota 0 : i64, 1 : i64 : tensor<24xi64>
  %uib = prim.broadcast_in_dim %ui [0] : tensor<4096xi64> to tensor<4096x24xi64>
  %ujb = prim.broadcast_in_dim %uj [1] : tensor<24xi64> to tensor<4096x24xi64>
  %uat = prim.add %uib, %ujb : tensor<4096x24xi64>
  %up = prim.constant dense<24002> : tensor<4096x24xi64>
  %uinf = prim.constant dense<0x7F800000> : tensor<4096x24xf32>
  %uis = prim.eq %uat, %up : tensor<4096x24xi64>
  %u2 = prim.where %uis, %uinf, %u : tensor<4096x24xi1>, tensor<4096x24xf32>
  %2 = prim.dot_general %u2, %u2 batch [], [] contract [0], [0] : tensor<4096x24xf32>, tensor<4096x24xf32>
  return %1, %2 : tensor<70x48xf32>, tensor<24x24xf32>
}
