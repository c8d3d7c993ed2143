// A decoder's attention: one query for each head. Few heads share the GPU by
// parts of the keys, where these are many; many heads fill it, and one kernel
// does all; else there are the scores, their softmax and the sums.
// RUN: sed 's/BATCH/2/g; s/KEYS/1024/g' %s > %t.parts.mlir
// RUN: tc-opt %t.parts.mlir --pass-pipeline='builtin.module(tc-gpu)' | FileCheck %s --check-prefix=PARTS
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.parts.mlir --target=emulate --check --repeat=1
// RUN: sed 's/BATCH/67/g; s/KEYS/128/g' %s | tc-opt --pass-pipeline='builtin.module(tc-gpu)' | FileCheck %s --check-prefix=WHOLE
// RUN: sed 's/BATCH/2/g; s/KEYS/128/g' %s | tc-opt --pass-pipeline='builtin.module(tc-gpu)' | FileCheck %s --check-prefix=APART

// The merge runs over the columns in all of its stages: points, each of which a
// thread computes.
// PARTS: loop.kernel {{.*}}_parts({{.*}}d2b = 4, d2i = 64, d2p = 4
// PARTS: loop.for d2b
// PARTS: loop.kernel
// PARTS-NOT: loop.for
// PARTS: loop.reduce (d4, d0, d1, d3) over (d2p) [max]
// PARTS: loop.reduce (d4, d0, d1, d3) over (d2p) [add]
// PARTS: loop.reduce (d0, d1, d3, d4) over (d2p) [add]
// PARTS: loop.map (d0, d1, d3, d4)
// PARTS-COUNT-2: loop.launch
// WHOLE-NOT: _parts
// WHOLE: loop.for
// WHOLE-NOT: _parts
// WHOLE-COUNT-1: loop.launch
// WHOLE-NOT: loop.launch
// APART-NOT: loop.for
// APART-COUNT-3: loop.launch
module attributes {tc.target = "cuda,tune=sm_90a"} {
func.func @main(
    %q: tensor<BATCHx2x1x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64, seed = 0 : i64}},
    %k: tensor<BATCHx2xKEYSx64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64, seed = 0 : i64}},
    %v: tensor<BATCHx2xKEYSx64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64, seed = 0 : i64}}) -> tensor<BATCHx2x1x64xbf16> {
  %s = prim.dot_general %q, %k batch [0, 1], [0, 1] contract [3], [3] {out = f32} : tensor<BATCHx2x1x64xbf16>, tensor<BATCHx2xKEYSx64xbf16>
  %m = prim.amax %s [3] : tensor<BATCHx2x1xKEYSxf32>
  %mb = prim.broadcast_in_dim %m [0, 1, 2] : tensor<BATCHx2x1xf32> to tensor<BATCHx2x1xKEYSxf32>
  %0 = prim.sub %s, %mb : tensor<BATCHx2x1xKEYSxf32>
  %e = prim.exp %0 : tensor<BATCHx2x1xKEYSxf32>
  %l = prim.sum %e [3] : tensor<BATCHx2x1xKEYSxf32>
  %lb = prim.broadcast_in_dim %l [0, 1, 2] : tensor<BATCHx2x1xf32> to tensor<BATCHx2x1xKEYSxf32>
  %1 = prim.div %e, %lb : tensor<BATCHx2x1xKEYSxf32>
  %p = prim.convert_element_type %1 : tensor<BATCHx2x1xKEYSxf32> to tensor<BATCHx2x1xKEYSxbf16>
  %o = prim.dot_general %p, %v batch [0, 1], [0, 1] contract [3], [2] : tensor<BATCHx2x1xKEYSxbf16>, tensor<BATCHx2xKEYSx64xbf16>
  return %o : tensor<BATCHx2x1x64xbf16>
}
}
