// Attention of f32 on GPUs is one kernel: on the unit of TF32 where products permit
// that, else with factors split into two numbers of TF32. Rows and points that are
// no whole tiles, a causal mask, keys that lie along memory or across it, heads that
// no fragment divides; then a factor that is nearly infinite.
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_80"},loop-stream{even=false otherwise="cuda,tune=sm_80"},cse,loop-plan-memory)' >%t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=cuda,tune=sm_80 >%t.s.mlir && FileCheck %s <%t.s.mlir
// RUN: tc-opt %t.s.mlir | tc-opt --loop-schedule=target=cuda,tune=sm_80 | diff %t.s.mlir -
// RUN: tc-compile %t.mlir --pipeline=cse --target=emulate,units=80 --plan=%t.plan -o %t.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.so --check --guard --plan=%t.plan --threads=1 --repeat=1
// A tile of more rows, and warps of 32 of them.
// RUN: sed 's/step = 16 : i64, to = "warp"/step = 32 : i64, to = "warp"/g; s/step = [136][0-9]* : i64, to = "grid"}\], for = \["b", "h"/&/; s/step = 16 : i64, to = "grid"/step = 64 : i64, to = "grid"/; s/threads = 32/threads = 64/; s/resident = [0-9]/resident = 1/' %t.s.mlir >%t.rows.mlir
// RUN: tc-compile %t.rows.mlir --pipeline=cse --target=emulate,units=80 --plan=%t.plan -o %t.rows.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.rows.so --check --guard --plan=%t.plan --threads=1 --repeat=1
// Sums of few terms have tight bounds: their factors are not split.
// RUN: sed 's/x20x/x8x/g; s/x20>/x8>/g' %s >%t.short.mlir
// RUN: tc-opt %t.short.mlir --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_80"})' | FileCheck %s --check-prefix=SHORT

// CHECK-COUNT-2: unit = "mma.m16n8k8.tf32x3"
// CHECK-COUNT-2: unit = "mma.m16n8k8.tf32"
// CHECK-COUNT-2: unit = "mma.m16n8k8.tf32x3"
// CHECK-COUNT-2: unit = "mma.m16n8k8.tf32"
// CHECK-COUNT-2: unit = "mma.m16n8k8.tf32x3"
// CHECK-LABEL: func.func @main(
// CHECK-COUNT-5: loop.launch
// CHECK-NOT: loop.launch
// SHORT-LABEL: func.func @main(
// SHORT-COUNT-11: loop.launch
func.func @main(
    %split_q: tensor<2x50x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64, seed = 0 : i64}},
    %split_k: tensor<2x70x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64, seed = 0 : i64}},
    %split_v: tensor<2x70x36xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64, seed = 0 : i64}},
    %round_q: tensor<2x50x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64, seed = 0 : i64}},
    %round_k: tensor<2x70x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5 : i64, seed = 0 : i64}},
    %round_v: tensor<2x70x36xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6 : i64, seed = 0 : i64}},
    %across_q: tensor<1x24x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7 : i64, seed = 0 : i64}},
    %across_k: tensor<1x20x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8 : i64, seed = 0 : i64}},
    %across_v: tensor<1x20x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9 : i64, seed = 0 : i64}},
    %round_across_q: tensor<1x24x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10 : i64, seed = 0 : i64}},
    %round_across_k: tensor<1x20x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11 : i64, seed = 0 : i64}},
    %round_across_v: tensor<1x20x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12 : i64, seed = 0 : i64}},
    %nearly_q: tensor<1x16x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 13 : i64, seed = 0 : i64}},
    %nearly_k: tensor<1x32x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 14 : i64, seed = 0 : i64}},
    %nearly_v: tensor<1x32x16xf32> {tc.init = {kind = "constant", value = 3.402e+38 : f64}}) -> (tensor<2x50x36xf32>, tensor<2x50x36xf32>, tensor<1x24x20xf32>, tensor<1x24x20xf32>, tensor<1x16x16xf32>) {
  %split_p = prim.dot_general %split_q, %split_k batch [0], [0] contract [2], [2] : tensor<2x50x20xf32>, tensor<2x70x20xf32>
  %split_c = prim.constant dense<0.25> : tensor<2x50x70xf32>
  %split_s0 = prim.mul %split_p, %split_c : tensor<2x50x70xf32>
  %split_i = prim.iota 0 : i64, 1 : i64 : tensor<50xi64>
  %split_j = prim.iota 0 : i64, 1 : i64 : tensor<70xi64>
  %split_ib = prim.broadcast_in_dim %split_i [1] : tensor<50xi64> to tensor<2x50x70xi64>
  %split_jb = prim.broadcast_in_dim %split_j [2] : tensor<70xi64> to tensor<2x50x70xi64>
  %split_in = prim.le %split_jb, %split_ib : tensor<2x50x70xi64>
  %split_none = prim.constant dense<0xFF800000> : tensor<2x50x70xf32>
  %split_s = prim.where %split_in, %split_s0, %split_none : tensor<2x50x70xi1>, tensor<2x50x70xf32>
  %split_m = prim.amax %split_s [2] : tensor<2x50x70xf32>
  %split_mb = prim.broadcast_in_dim %split_m [0, 1] : tensor<2x50xf32> to tensor<2x50x70xf32>
  %split_x = prim.sub %split_s, %split_mb : tensor<2x50x70xf32>
  %split_e = prim.exp %split_x : tensor<2x50x70xf32>
  %split_l = prim.sum %split_e [2] : tensor<2x50x70xf32>
  %split_lb = prim.broadcast_in_dim %split_l [0, 1] : tensor<2x50xf32> to tensor<2x50x70xf32>
  %split_w = prim.div %split_e, %split_lb : tensor<2x50x70xf32>
  %split_o = prim.dot_general %split_w, %split_v batch [0], [0] contract [2], [1] : tensor<2x50x70xf32>, tensor<2x70x36xf32>
  %round_p = prim.dot_general %round_q, %round_k batch [0], [0] contract [2], [2] {prim.tf32} : tensor<2x50x20xf32>, tensor<2x70x20xf32>
  %round_c = prim.constant dense<0.25> : tensor<2x50x70xf32>
  %round_s0 = prim.mul %round_p, %round_c : tensor<2x50x70xf32>
  %round_i = prim.iota 0 : i64, 1 : i64 : tensor<50xi64>
  %round_j = prim.iota 0 : i64, 1 : i64 : tensor<70xi64>
  %round_ib = prim.broadcast_in_dim %round_i [1] : tensor<50xi64> to tensor<2x50x70xi64>
  %round_jb = prim.broadcast_in_dim %round_j [2] : tensor<70xi64> to tensor<2x50x70xi64>
  %round_in = prim.le %round_jb, %round_ib : tensor<2x50x70xi64>
  %round_none = prim.constant dense<0xFF800000> : tensor<2x50x70xf32>
  %round_s = prim.where %round_in, %round_s0, %round_none : tensor<2x50x70xi1>, tensor<2x50x70xf32>
  %round_m = prim.amax %round_s [2] : tensor<2x50x70xf32>
  %round_mb = prim.broadcast_in_dim %round_m [0, 1] : tensor<2x50xf32> to tensor<2x50x70xf32>
  %round_x = prim.sub %round_s, %round_mb : tensor<2x50x70xf32>
  %round_e = prim.exp %round_x : tensor<2x50x70xf32>
  %round_l = prim.sum %round_e [2] : tensor<2x50x70xf32>
  %round_lb = prim.broadcast_in_dim %round_l [0, 1] : tensor<2x50xf32> to tensor<2x50x70xf32>
  %round_w = prim.div %round_e, %round_lb : tensor<2x50x70xf32>
  %round_o = prim.dot_general %round_w, %round_v batch [0], [0] contract [2], [1] {prim.tf32} : tensor<2x50x70xf32>, tensor<2x70x36xf32>
  %across_p = prim.dot_general %across_q, %across_k batch [0], [0] contract [2], [1] : tensor<1x24x20xf32>, tensor<1x20x96xf32>
  %across_c = prim.constant dense<0.25> : tensor<1x24x96xf32>
  %across_s0 = prim.mul %across_p, %across_c : tensor<1x24x96xf32>
  %across_m = prim.amax %across_s0 [2] : tensor<1x24x96xf32>
  %across_mb = prim.broadcast_in_dim %across_m [0, 1] : tensor<1x24xf32> to tensor<1x24x96xf32>
  %across_x = prim.sub %across_s0, %across_mb : tensor<1x24x96xf32>
  %across_e = prim.exp %across_x : tensor<1x24x96xf32>
  %across_l = prim.sum %across_e [2] : tensor<1x24x96xf32>
  %across_lb = prim.broadcast_in_dim %across_l [0, 1] : tensor<1x24xf32> to tensor<1x24x96xf32>
  %across_w = prim.div %across_e, %across_lb : tensor<1x24x96xf32>
  %across_o = prim.dot_general %across_w, %across_v batch [0], [0] contract [2], [2] : tensor<1x24x96xf32>, tensor<1x20x96xf32>
  %round_across_p = prim.dot_general %round_across_q, %round_across_k batch [0], [0] contract [2], [1] {prim.tf32} : tensor<1x24x20xf32>, tensor<1x20x96xf32>
  %round_across_c = prim.constant dense<0.25> : tensor<1x24x96xf32>
  %round_across_s0 = prim.mul %round_across_p, %round_across_c : tensor<1x24x96xf32>
  %round_across_m = prim.amax %round_across_s0 [2] : tensor<1x24x96xf32>
  %round_across_mb = prim.broadcast_in_dim %round_across_m [0, 1] : tensor<1x24xf32> to tensor<1x24x96xf32>
  %round_across_x = prim.sub %round_across_s0, %round_across_mb : tensor<1x24x96xf32>
  %round_across_e = prim.exp %round_across_x : tensor<1x24x96xf32>
  %round_across_l = prim.sum %round_across_e [2] : tensor<1x24x96xf32>
  %round_across_lb = prim.broadcast_in_dim %round_across_l [0, 1] : tensor<1x24xf32> to tensor<1x24x96xf32>
  %round_across_w = prim.div %round_across_e, %round_across_lb : tensor<1x24x96xf32>
  %round_across_o = prim.dot_general %round_across_w, %round_across_v batch [0], [0] contract [2], [2] {prim.tf32} : tensor<1x24x96xf32>, tensor<1x20x96xf32>
  %nearly_p = prim.dot_general %nearly_q, %nearly_k batch [0], [0] contract [2], [2] : tensor<1x16x20xf32>, tensor<1x32x20xf32>
  %nearly_c = prim.constant dense<0.25> : tensor<1x16x32xf32>
  %nearly_s0 = prim.mul %nearly_p, %nearly_c : tensor<1x16x32xf32>
  %nearly_m = prim.amax %nearly_s0 [2] : tensor<1x16x32xf32>
  %nearly_mb = prim.broadcast_in_dim %nearly_m [0, 1] : tensor<1x16xf32> to tensor<1x16x32xf32>
  %nearly_x = prim.sub %nearly_s0, %nearly_mb : tensor<1x16x32xf32>
  %nearly_e = prim.exp %nearly_x : tensor<1x16x32xf32>
  %nearly_l = prim.sum %nearly_e [2] : tensor<1x16x32xf32>
  %nearly_lb = prim.broadcast_in_dim %nearly_l [0, 1] : tensor<1x16xf32> to tensor<1x16x32xf32>
  %nearly_w = prim.div %nearly_e, %nearly_lb : tensor<1x16x32xf32>
  %nearly_o = prim.dot_general %nearly_w, %nearly_v batch [0], [0] contract [2], [1] : tensor<1x16x32xf32>, tensor<1x32x16xf32>
  return %split_o, %round_o, %across_o, %round_across_o, %nearly_o : tensor<2x50x36xf32>, tensor<2x50x36xf32>, tensor<1x24x20xf32>, tensor<1x24x20xf32>, tensor<1x16x16xf32>
}
