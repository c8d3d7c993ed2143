// A product with a bias and a residual of f32: lanes of a warp group exchange
// eight sums, and what the maps read of four rows is loaded before the first of
// them is stored.
// RUN: tc-opt %s --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// So it is where tiles do not divide the rows, whose number may be a symbol: what
// is loaded for rows that there are not is of the last one.
// RUN: sed 's/256x/250x/g; s/i = 256/i = 250/' %s >%t.250.mlir && tc-opt %t.250.mlir --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.250.mlir --target=emulate --check --repeat=1 --guard
// RUN: sed -E 's/tensor<256x128x([a-z0-9]+)>/tensor<?x128x\1, #tc.dims<[n, 128]>>/g; s/i = 256/i = n/' %s >%t.n.mlir && tc-opt %t.n.mlir --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.n.mlir --target=emulate --check --repeat=1 --size n=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.n.mlir --target=emulate --check --repeat=1 --size n=131
// Neither do they divide the columns.
// RUN: sed -E 's/tensor<128x128xbf16>/tensor<136x128xbf16>/g; s/<128xf32>/<136xf32>/g; s/256x128xf32/256x136xf32/g; s/j = 128/j = 136/' %s >%t.136.mlir && tc-opt %t.136.mlir --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.136.mlir --target=emulate --check --repeat=1 --guard

// CHECK: gpu.func
// CHECK-NOT: llvm.store %{{.*}}vector<8xf32>
// CHECK-COUNT-8: llvm.load %{{.*}} -> vector<8xf32>
// CHECK-COUNT-4: llvm.store %{{.*}} : vector<8xf32>, !llvm.ptr
// CHECK-COUNT-8: llvm.load %{{.*}} -> vector<8xf32>
module attributes {tc.version = "0.1"} {
  loop.kernel private @product(%x: tensor<256x128xbf16>, %w: tensor<128x128xbf16>, %b: tensor<128xf32>, %r: tensor<256x128xf32>) -> tensor<256x128xf32> iters(k = 128, i = 256, j = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["j"], step = 128 : i64, to = "group"}], for = ["i"], step = 64 : i64, to = "group"}], for = ["k"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [{run = 1 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 128 : i64, to = "grid"}], for = ["i"], step = 128 : i64, to = "grid"}], group = 2 : i64, resident = 1 : i64, threads = 256 : i64}]}} {
    %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x128xbf16>, %c = %w[j, k] : tensor<128x128xbf16>) -> tensor<256x128xf32> {
      %2 = prim.convert_element_type %a : bf16 to f32
      %3 = prim.convert_element_type %c : bf16 to f32
      loop.yield %2, %3 : f32, f32
    }
    %1 = loop.map (i, j) reads(%a = %0[i, j] : tensor<256x128xf32>, %c = %b[j] : tensor<128xf32>, %d = %r[i, j] : tensor<256x128xf32>) -> tensor<256x128xf32> {
      %2 = prim.add %a, %c : f32
      %3 = prim.add %2, %d : f32
      loop.yield %3 : f32
    }
    loop.yield %1 : tensor<256x128xf32>
  }
  func.func @main(%x: tensor<256x128xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %w: tensor<128x128xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}, %b: tensor<128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}, %r: tensor<256x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64}}) -> tensor<256x128xf32> {
    %0 = loop.launch @product(%x, %w, %b, %r) : (tensor<256x128xbf16>, tensor<128x128xbf16>, tensor<128xf32>, tensor<256x128xf32>) -> tensor<256x128xf32>
    return %0 : tensor<256x128xf32>
  }
}
