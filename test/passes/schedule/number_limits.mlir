// Whatever the numbers of heuristics are, what is chosen is legal: parts of a
// split and of a sort, and groups of tiles, are at most what a schedule may say,
// a thread has points, rows that lanes keep are of whole waves, and two rows of threads at least share what a block sums
// up by columns.
// RUN: env TC_NUMBERS=cpu_parts=1099511627776,cpu_sort_parts=1099511627776 tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4 | FileCheck %s --check-prefix=CPU
// CPU-COUNT-2: split_parts = 1048576
// RUN: env TC_NUMBERS=gpu_flat=1 tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=GPU
// RUN: env TC_NUMBERS=gpu_column_vectors=1099511627776 tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=GPU
// RUN: env TC_NUMBERS=gpu_group=1099511627776,gpu_max_parts=1099511627776 tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=GROUP
// GROUP: group = 1048576
// RUN: env TC_NUMBERS=gpu_lane_threads=5 tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=LANES
// LANES: @k9_div{{.*}}threads = 32
// GPU-COUNT-2: launches = [
// RUN: env TC_NUMBERS=gpu_per_thread=1099511627776,gpu_many_points=1 tc-opt %s --tc-gpu --loop-schedule='target=cuda,tune=sm_90a disable=rows,splits,products,columns' | FileCheck %s --check-prefix=EACH
// EACH-NOT: {{step = [0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]}}

fx.graph @main(%x: tensor<4096x1024xf32>, %y: tensor<1048576xf32>, %a: tensor<512x768xbf16>, %b: tensor<768x768xbf16>, %r: tensor<65536x64xf32>) -> (tensor<1024xf32>, tensor<1048576xf32>, tensor<1048576xi64>, tensor<512x768xbf16>, tensor<65536x64xf32>) {
  %0 = fx.call "aten.sum.dim_IntList"(%x, [0]) : (tensor<4096x1024xf32>) -> tensor<1024xf32>
  %1:2 = fx.call "aten.sort.default"(%y) : (tensor<1048576xf32>) -> (tensor<1048576xf32>, tensor<1048576xi64>)
  %2 = fx.call "aten.mm.default"(%a, %b) : (tensor<512x768xbf16>, tensor<768x768xbf16>) -> tensor<512x768xbf16>
  %3 = fx.call "aten._softmax.default"(%r, -1, false) : (tensor<65536x64xf32>) -> tensor<65536x64xf32>
  fx.output %0, %1#0, %1#1, %2, %3 : tensor<1024xf32>, tensor<1048576xf32>, tensor<1048576xi64>, tensor<512x768xbf16>, tensor<65536x64xf32>
}
